import { readText, type RawSearch } from '../parts/search-params.ts';

/** Which category is open. */
export interface CategorySearch {
  id?: string | undefined;
}

export function readCategorySearch(search: RawSearch): CategorySearch {
  return { id: readText(search, 'id') };
}
