import type { CategoryNode } from '../../catalog/categories/category-contract.ts';

/** The category of this code with all above it, the root first; empty for an unknown code. */
export function findTrail(nodes: readonly CategoryNode[], code: string): CategoryNode[] {
  for (const node of nodes) {
    if (node.code === code) return [node];
    const trail = findTrail(node.children, code);
    if (trail.length > 0) return [node, ...trail];
  }
  return [];
}

/** The same by its path, `food/juices`, without looking at the categories beside it. */
export function followPath(nodes: readonly CategoryNode[], path: string): CategoryNode[] {
  const trail: CategoryNode[] = [];
  let level = nodes;
  for (const code of path.split('/')) {
    const node = level.find((one) => one.code === code);
    // The tree may be some seconds older than the product.
    if (!node) return [];
    trail.push(node);
    level = node.children;
  }
  return trail;
}

export function crumbOf({ name, code }: CategoryNode): { label: string; address: string } {
  return { label: name, address: `/category/${code}` };
}

/** Those with products, the most first. */
export function listFilled(nodes: readonly CategoryNode[]): CategoryNode[] {
  return nodes
    .filter(({ product_count: count }) => count > 0)
    .toSorted((a, b) => b.product_count - a.product_count);
}
