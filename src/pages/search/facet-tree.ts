import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import type { Facet } from '../../search/facets/facets-contract.ts';

type FacetValue = Facet['values'][number];

/** A counted category, with the counted categories below it. */
export interface Branch {
  item: FacetValue;
  below: Branch[];
}

/** Returns the counted categories as they lie in the tree, without those that were not counted. */
export function growTree(values: readonly FacetValue[], tree: readonly CategoryNode[]): Branch[] {
  const counted = new Map(values.map((item) => [item.value, item]));
  const grow = (nodes: readonly CategoryNode[]): Branch[] =>
    nodes
      .flatMap(({ code, children }) => {
        const below = grow(children);
        const item = counted.get(code);
        return item ? [{ item, below }] : below;
      })
      .toSorted((a, b) => b.item.count - a.item.count);
  return grow(tree);
}
