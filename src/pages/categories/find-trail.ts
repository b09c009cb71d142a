import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import { isUncategorized } from '../../facts/state/catalogue-context.ts';

/** Returns the category with this code and its ancestors, the root first; empty for an unknown code. */
export function findTrail(nodes: readonly CategoryNode[], code: string): CategoryNode[] {
  for (const node of nodes) {
    if (node.code === code) return [node];
    const trail = findTrail(node.children, code);
    if (trail.length > 0) return [node, ...trail];
  }
  return [];
}

/** Does the same by path (`food/juices`), without searching sibling categories. */
export function followPath(nodes: readonly CategoryNode[], path: string): CategoryNode[] {
  const trail: CategoryNode[] = [];
  let level = nodes;
  for (const code of path.split('/')) {
    const node = level.find((one) => one.code === code);
    // The cached tree may be some seconds older than the product.
    if (!node) return [];
    trail.push(node);
    level = node.children;
  }
  return trail;
}

export function crumbOf({ name, code }: CategoryNode): { label: string; address: string } {
  return { label: name, address: `/category/${code}` };
}

/** Returns the categories with products, those with the most first, without the catch-all ones. */
export function listFilled(nodes: readonly CategoryNode[]): CategoryNode[] {
  return nodes
    .filter(({ code, product_count: count }) => count > 0 && !isUncategorized(code))
    .toSorted((a, b) => b.product_count - a.product_count);
}
