import type { EngineFilters } from '../../search-engine.ts';
import type { FoundProducts } from './find-products.ts';
import { TURN, type InTurns } from '../in-turns.ts';
import type { ProductTable } from '../product-table.ts';

/** Qualities are thousandths. */
const QUALITIES = 1_001;

/** A page of the products that the filters let through. */
export interface ListRequest {
  filters: EngineFilters;
  offset: number;
  limit: number;
}

/**
 * The page of a list without a text, the best quality first, then by id, however deep it is. Products are counted by their
 * quality, and only those are put in order that have one of the qualities of the page. `without`: as if these were not there.
 */
export function* listProducts(
  products: ProductTable,
  { filters, offset, limit }: ListRequest,
  without: ReadonlySet<string>,
): InTurns<FoundProducts> {
  const left = new Set(Array.from(without, (id) => products.placeOf(id)));
  const passes = products.filterBy(filters);
  const isIn = (place: number): boolean =>
    products.nameAt(place) >= 0 && !left.has(place) && (passes?.(place) ?? true);
  const counts = new Int32Array(QUALITIES);
  let total = 0;
  for (let place = 0; place < products.places(); place++) {
    if (place % TURN === TURN - 1) yield;
    if (!isIn(place)) continue;
    total++;
    (counts[products.qualityAt(place)] as number)++;
  }
  if (offset >= total) return { ids: [], total, isWhole: true };

  let best = QUALITIES - 1;
  let before = 0;
  while (before + (counts[best] as number) <= offset) before += counts[best--] as number;
  let least = best;
  let reached = before + (counts[best] as number);
  while (least > 0 && reached < offset + limit) reached += counts[--least] as number;
  const chosen: number[] = [];
  for (let place = 0; place < products.places(); place++) {
    if (place % TURN === TURN - 1) yield;
    const quality = products.qualityAt(place);
    if (quality <= best && quality >= least && isIn(place)) chosen.push(place);
  }
  const page = chosen.sort(products.compareTies).slice(offset - before, offset - before + limit);
  return { ids: page.map((place) => products.idAt(place)), total, isWhole: true };
}
