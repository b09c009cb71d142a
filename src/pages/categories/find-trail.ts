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

export function crumbOf({ name, code }: CategoryNode): { label: string; address: string } {
  return { label: name, address: `/category/${code}` };
}

/** Those with products, the most first. */
export function listFilled(nodes: readonly CategoryNode[]): CategoryNode[] {
  return nodes
    .filter(({ product_count: count }) => count > 0)
    .toSorted((a, b) => b.product_count - a.product_count);
}
