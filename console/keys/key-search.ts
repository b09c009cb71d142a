import * as z from 'zod/mini';
import { listSearch } from '../parts/list/list-search.ts';
import { choice, text } from '../parts/search-params.ts';

const SORTS = [
  'created',
  '-created',
  'email',
  '-email',
  'tier',
  '-tier',
  'calls_today',
  '-calls_today',
] as const;

/** The filters of the list of accounts. */
export const keySearch = z.object({
  q: text,
  tier: text,
  status: choice(['active', 'blocked']),
  sort: choice(SORTS),
  ...listSearch,
});
