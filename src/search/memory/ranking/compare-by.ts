import type { EngineQuery } from '../../search-engine.ts';
import type { NameTable } from '../name-table.ts';
import type { ProductTable } from '../product-table.ts';

/** Which of two products comes first: below 0 when the one does. Without an order of its own: products of one rank. */
export function compareBy(
  order: EngineQuery['order'],
  products: ProductTable,
  names: NameTable,
): (one: number, other: number) => number {
  // Times are not held: Postgres puts them in order.
  if (order === '-updated' || order === '-created') return () => 0;
  if (order !== 'name') return products.compareTies;
  return (one, other) => {
    const [name, otherName] = [products.nameAt(one), products.nameAt(other)];
    const byName = name === otherName ? 0 : compareCodePoints(names.unitsOf(name), names.unitsOf(otherName));
    return byName || products.compareIds(one, other);
  };
}

/** As Postgres compares bytes: JavaScript's own order puts what lies beyond the first 65,536 letters elsewhere. */
function compareCodePoints(one: () => number, other: () => number): number {
  for (;;) {
    const [a, b] = [one(), other()];
    if (a !== b)
      return isSurrogate(a) === isSurrogate(b) ? a - b : Number(isSurrogate(a)) - Number(isSurrogate(b));
    if (a < 0) return 0;
  }
}

/** Half of a letter beyond the first 65,536. */
const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
