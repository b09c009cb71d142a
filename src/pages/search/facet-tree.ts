import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import type { Facet } from '../../search/facets/facets-contract.ts';

type FacetValue = Facet['values'][number];

/** A counted category with its counted descendants. */
export interface Branch {
  item: FacetValue;
  below: Branch[];
}

/** Arranges the counted categories as a tree, without uncounted ones. */
export function growTree(values: readonly FacetValue[], tree: readonly CategoryNode[]): Branch[] {
  const counted = new Map(values.map((item) => [item.value, item]));
  const grow = (nodes: readonly CategoryNode[]): Branch[] => {
    const branches: Branch[] = [];
    for (const { code, children } of nodes) {
      // A search counts about ten of a thousand categories: stop once all are placed.
      if (counted.size === 0) break;
      const item = counted.get(code);
      counted.delete(code);
      const below = children.length > 0 ? grow(children) : NOTHING;
      if (item) branches.push({ item, below });
      else branches.push(...below);
    }
    return branches.length > 1 ? branches.toSorted((a, b) => b.item.count - a.item.count) : branches;
  };
  return grow(tree);
}

/** Shared, because most of a thousand categories have no branches. */
const NOTHING: Branch[] = [];
