import * as z from 'zod/mini';
import type { QueueFilters } from '../../src/review/queue/queue-contract.ts';
import { choice, page, text } from '../parts/search-params.ts';

export const STATES = ['pending', 'approved', 'rejected', 'all'] as const;

type QueueSort = QueueFilters['sort'];

export const SORT_LABELS: Record<QueueSort, string> = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  riskiest: 'Riskiest first',
};
export const SORTS = Object.keys(SORT_LABELS) as QueueSort[];

/** The filters of the queue, and the `id` of the open submission. */
export const reviewSearch = z.object({
  state: choice(STATES),
  source: choice(['public', 'backflow']),
  account_id: text,
  contact_of: text,
  kind: text,
  claimed_by: choice(['me', 'nobody', 'others']),
  /** `me`, `nobody`, `others`, or the id of a colleague. */
  assigned_to: text,
  risk: choice(['high', 'some', 'none']),
  record: choice(['good', 'fair', 'poor', 'unproven']),
  has_pictures: choice(['true', 'false']),
  has_gtin: choice(['true', 'false']),
  older_than: text,
  question: choice(['waiting', 'answered', 'any']),
  q: text,
  sort: choice(SORTS),
  page,
  id: text,
});

/** Shows every pending submission; keeps the order. */
export const NO_FILTERS: Partial<z.output<typeof reviewSearch>> = Object.fromEntries(
  Object.keys(reviewSearch.shape)
    .filter((name) => name !== 'sort')
    .map((name) => [name, undefined]),
);

export type ReviewSearch = z.output<typeof reviewSearch>;
