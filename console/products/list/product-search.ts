import type { Query } from '../../api/api-calls.ts';
import { MISSING_FIELDS } from '../../../src/catalog/administration/product-filter-contract.ts';
import { readChoice, readFlag, readPage, readText, type RawSearch } from '../../parts/search-params.ts';

export const STATUSES = ['active', 'draft', 'archived', 'merged'] as const;
export const SORTS = ['-updated', '-quality', 'quality', 'name', '-created'] as const;

/** The filters of the list of products, as its address holds them. */
export interface ProductSearch {
  q?: string | undefined;
  status?: (typeof STATUSES)[number] | undefined;
  kind?: string | undefined;
  category?: string | undefined;
  brand?: string | undefined;
  source?: string | undefined;
  missing?: (typeof MISSING_FIELDS)[number] | undefined;
  max_quality?: string | undefined;
  public?: true | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  page?: number | undefined;
}

export function readProductSearch(search: RawSearch): ProductSearch {
  return {
    q: readText(search, 'q'),
    status: readChoice(search, 'status', STATUSES),
    kind: readText(search, 'kind'),
    category: readText(search, 'category'),
    brand: readText(search, 'brand'),
    source: readText(search, 'source'),
    missing: readChoice(search, 'missing', MISSING_FIELDS),
    max_quality: readText(search, 'max_quality'),
    public: readFlag(search, 'public'),
    sort: readChoice(search, 'sort', SORTS),
    page: readPage(search),
  };
}

/** What the service is asked; the public view takes the public search's own filters alone. */
export function buildProductQuery(search: ProductSearch): Query<'/products'> {
  const { public: isPublic, page, max_quality: quality, ...filters } = search;
  if (!isPublic) return { ...filters, page, ...(quality && { max_quality: Number(quality) }) };
  const { q, category, brand } = filters;
  return { view: 'public', q, category, brand, page };
}
