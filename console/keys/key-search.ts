import { readChoice, readPage, readText, type RawSearch } from '../parts/search-params.ts';

/** The filters of the list of accounts, as its address holds them. */
export interface KeySearch {
  q?: string | undefined;
  tier?: string | undefined;
  status?: 'active' | 'blocked' | undefined;
  page?: number | undefined;
}

export function readKeySearch(search: RawSearch): KeySearch {
  return {
    q: readText(search, 'q'),
    tier: readText(search, 'tier'),
    status: readChoice(search, 'status', ['active', 'blocked']),
    page: readPage(search),
  };
}
