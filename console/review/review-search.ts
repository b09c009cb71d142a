import { readChoice, readFlag, readPage, readText, type RawSearch } from '../parts/search-params.ts';

export const STATES = ['pending', 'approved', 'rejected', 'all'] as const;

/** The filters of the queue and the open entry, as the address holds them. */
export interface ReviewSearch {
  state?: (typeof STATES)[number] | undefined;
  source?: 'public' | 'backflow' | undefined;
  account_id?: string | undefined;
  kind?: string | undefined;
  claimed_by?: 'me' | 'nobody' | 'others' | undefined;
  has_gtin?: 'true' | 'false' | undefined;
  older_than?: string | undefined;
  q?: string | undefined;
  newest?: true | undefined;
  page?: number | undefined;
  /** The entry that is open. */
  id?: string | undefined;
}

export function readReviewSearch(search: RawSearch): ReviewSearch {
  return {
    state: readChoice(search, 'state', STATES),
    source: readChoice(search, 'source', ['public', 'backflow']),
    account_id: readText(search, 'account_id'),
    kind: readText(search, 'kind'),
    claimed_by: readChoice(search, 'claimed_by', ['me', 'nobody', 'others']),
    has_gtin: readChoice(search, 'has_gtin', ['true', 'false']),
    older_than: readText(search, 'older_than'),
    q: readText(search, 'q'),
    newest: readFlag(search, 'newest'),
    page: readPage(search),
    id: readText(search, 'id'),
  };
}
