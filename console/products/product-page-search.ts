import { readChoice, readPage, type RawSearch } from '../parts/search-params.ts';

export const TABS = ['facts', 'barcodes', 'sources', 'quality', 'history'] as const;

/** Which part of a product is open. */
export interface ProductPageSearch {
  tab?: (typeof TABS)[number] | undefined;
  page?: number | undefined;
}

export function readProductPageSearch(search: RawSearch): ProductPageSearch {
  return { tab: readChoice(search, 'tab', TABS), page: readPage(search) };
}
