import { nameCategory, type NameLanguage, type Translations } from '../../data/names/names.ts';
import type { CategoryNode } from './category-contract.ts';

export interface CountedCategory {
  code: string;
  name: string;
  /** By language, without English. */
  names: Translations;
  archive_kind: string;
  path: string;
  level: number;
  /** Products in use of this category, without its subtree. */
  own_count: number;
}

/**
 * Returns the roots with their subtrees, named in the language, siblings in the order of the rows. Each count includes the whole subtree.
 * @param rows parents before their children
 */
export function buildCategoryTree(
  rows: readonly CountedCategory[],
  language: NameLanguage = 'en',
): CategoryNode[] {
  const roots: CategoryNode[] = [];
  const nodes = new Map<string, CategoryNode>();
  for (const { own_count, names, ...category } of rows) {
    const parent = nodes.get(category.path.slice(0, -category.code.length - 1));
    const name = nameCategory({ ...category, names }, language);
    const node = {
      ...category,
      name,
      parent_code: parent?.code ?? null,
      product_count: own_count,
      children: [],
    };
    nodes.set(node.path, node);
    (parent?.children ?? roots).push(node);
  }
  for (const { path, code } of rows.toReversed()) {
    const parent = nodes.get(path.slice(0, -code.length - 1));
    if (parent) parent.product_count += nodes.get(path)?.product_count ?? 0;
  }
  return roots;
}
