import type { Misses } from '../catalog/misses/miss-counter.ts';
import { exactFilterQuery } from './exact-filters/exact-filters-contract.ts';
import type { SearchQuery } from './search-contract.ts';
import type { SearchPage } from './search-products.ts';

const NARROWING = ['category', 'brand', 'country', ...Object.keys(exactFilterQuery)] as (keyof SearchQuery)[];

/**
 * Tells whether a text found what it meant: by the first page of a search of the whole catalogue in the order of relevance,
 * settled or not: pages of long texts never are.
 */
export function noteSearch(
  { noteText }: Misses,
  asking: Parameters<Misses['noteText']>[0],
  query: SearchQuery,
  { items }: Pick<SearchPage, 'items'>,
): void {
  const { q, page, size, sort = 'relevance' } = query;
  if (!q.trim() || page > 1 || size === 0 || sort !== 'relevance') return;
  if (NARROWING.some((name) => query[name] !== undefined)) return;
  const scores = items.map(({ score, matched }) => (matched === 'barcode' ? 1 : (score ?? 0)));
  noteText(asking, q, Math.max(0, ...scores));
}
