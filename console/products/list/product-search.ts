import * as z from 'zod/mini';
import type { MissingField } from '../../../src/catalog/products/administration/product-filter-contract.ts';
import type { Query } from '../../api/api-calls.ts';
import { listSearch, omitListSearch } from '../../parts/list/list-search.ts';
import { choice, flag, text } from '../../parts/search-params.ts';

export const STATUSES = ['active', 'draft', 'archived', 'merged'] as const;
const SORTS = [
  'name',
  '-name',
  'brand',
  '-brand',
  'country',
  '-country',
  'quality',
  '-quality',
  'created',
  '-created',
  'updated',
  '-updated',
] as const;

/** The service validates the value: the list of fields names every fact, too much for the first page. */
// oxlint-disable-next-line promise/valid-params -- Zod's, of a shape
const field = z.catch(z.optional(z.custom<MissingField>((value) => typeof value === 'string')), undefined);

/** The filters of the list of products. */
export const productSearch = z.object({
  q: text,
  status: choice(STATUSES),
  kind: text,
  not_kind: text,
  category: text,
  brand: text,
  country: text,
  source: text,
  missing: field,
  present: field,
  min_quality: text,
  max_quality: text,
  public: flag,
  sort: choice(SORTS),
  ...listSearch,
});

export type ProductSearch = z.output<typeof productSearch>;

/** Returns the query for the service, without the page; the public view sends only the public search's filters. */
export function buildProductQuery(search: ProductSearch): Query<'/products'> {
  const { public: isPublic, min_quality: least, max_quality: most, ...filters } = omitListSearch(search);
  if (isPublic) {
    const { q, category, brand, country } = filters;
    return { view: 'public', q, category, brand, country };
  }
  return {
    ...filters,
    ...(least && { min_quality: Number(least) }),
    ...(most && { max_quality: Number(most) }),
  };
}
