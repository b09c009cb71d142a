import * as z from 'zod/mini';
import { choice, flag, page, text } from '../parts/search-params.ts';

export const STATES = ['pending', 'approved', 'rejected', 'all'] as const;

/** The filters of the queue, and the open entry by its `id`. */
export const reviewSearch = z.object({
  state: choice(STATES),
  source: choice(['public', 'backflow']),
  account_id: text,
  kind: text,
  claimed_by: choice(['me', 'nobody', 'others']),
  has_gtin: choice(['true', 'false']),
  older_than: text,
  q: text,
  newest: flag,
  page,
  id: text,
});

export type ReviewSearch = z.output<typeof reviewSearch>;
