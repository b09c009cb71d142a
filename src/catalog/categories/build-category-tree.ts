import type { CategoryNode } from './category-contract.ts';

export interface CountedCategory {
  code: string;
  name: string;
  archive_kind: string;
  path: string;
  level: number;
  /** Products in use of this category, without its subtree. */
  own_count: number;
}

/** Returns the roots with their subtrees, siblings by name. Each count includes the whole subtree. */
export function buildCategoryTree(rows: readonly CountedCategory[]): CategoryNode[] {
  const roots: CategoryNode[] = [];
  const nodes = new Map<string, CategoryNode>();
  const parentFirst = rows.toSorted(
    (a, b) => a.level - b.level || compare(a.name, b.name) || compare(a.code, b.code),
  );
  for (const { own_count, ...category } of parentFirst) {
    const parent = nodes.get(category.path.slice(0, -category.code.length - 1));
    const node = { ...category, parent_code: parent?.code ?? null, product_count: own_count, children: [] };
    nodes.set(node.path, node);
    (parent?.children ?? roots).push(node);
  }
  for (const { path, code } of parentFirst.toReversed()) {
    const parent = nodes.get(path.slice(0, -code.length - 1));
    if (parent) parent.product_count += nodes.get(path)?.product_count ?? 0;
  }
  return roots;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
