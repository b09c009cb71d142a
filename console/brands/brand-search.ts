import { readChoice, readFlag, readPage, readText, type RawSearch } from '../parts/search-params.ts';

/** The filters of the list of brands, as its address holds them. */
export interface BrandSearch {
  q?: string | undefined;
  sort?: 'products' | 'newest' | undefined;
  unused?: true | undefined;
  page?: number | undefined;
}

export function readBrandSearch(search: RawSearch): BrandSearch {
  return {
    q: readText(search, 'q'),
    sort: readChoice(search, 'sort', ['products', 'newest']),
    unused: readFlag(search, 'unused'),
    page: readPage(search),
  };
}
