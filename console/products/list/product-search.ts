import * as z from 'zod/mini';
import { MISSING_FIELDS } from '../../../src/catalog/administration/product-filter-contract.ts';
import type { Query } from '../../api/api-calls.ts';
import { choice, flag, page, text } from '../../parts/search-params.ts';

export const STATUSES = ['active', 'draft', 'archived', 'merged'] as const;
export const SORTS = ['-updated', '-quality', 'quality', 'name', '-created'] as const;

/** The filters of the list of products. */
export const productSearch = z.object({
  q: text,
  status: choice(STATUSES),
  kind: text,
  category: text,
  brand: text,
  source: text,
  missing: choice(MISSING_FIELDS),
  max_quality: text,
  public: flag,
  sort: choice(SORTS),
  page,
});

export type ProductSearch = z.output<typeof productSearch>;

/** What the service is asked; the public view takes the public search's own filters alone. */
export function buildProductQuery(search: ProductSearch): Query<'/products'> {
  const { public: isPublic, max_quality: quality, ...filters } = search;
  if (!isPublic) return { ...filters, ...(quality && { max_quality: Number(quality) }) };
  const { q, category, brand } = filters;
  return { view: 'public', q, category, brand, page: filters.page };
}
