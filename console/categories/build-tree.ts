import type { TreeNodeData } from '@mantine/core';
import type { AdminCategory } from '../../src/catalog/categories/category-contract.ts';

/** Converts the flat list, parents before children, to the nodes of a tree view. */
export function buildTree(categories: AdminCategory[]): TreeNodeData[] {
  const nodes = new Map(
    categories.map(({ id, name }) => [id, { value: id, label: name, children: [] as TreeNodeData[] }]),
  );
  const roots: TreeNodeData[] = [];
  for (const { id, parent_id: parentId } of categories) {
    const node = nodes.get(id);
    const siblings = (parentId && nodes.get(parentId)?.children) || roots;
    if (node) siblings.push(node);
  }
  return roots;
}

/** Returns the categories that match a text, with all their ancestors. */
export function filterCategories(categories: AdminCategory[], text: string): AdminCategory[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return categories;
  const paths = categories
    .filter(({ name, code }) => name.toLowerCase().includes(wanted) || code.includes(wanted))
    .map(({ path }) => path);
  return categories.filter(({ path }) =>
    paths.some((found) => found === path || found.startsWith(`${path}/`)),
  );
}

/** Returns whether a category is another one or lies in its subtree. */
export function isWithin(category: { path: string }, ancestor: { path: string }): boolean {
  return category.path === ancestor.path || category.path.startsWith(`${ancestor.path}/`);
}

/** Returns the ids of a category's ancestors, the root first. */
export function listAncestors(categories: AdminCategory[], id: string | undefined): string[] {
  const found = categories.find((category) => category.id === id);
  if (!found) return [];
  return categories
    .filter((category) => category.id !== id && isWithin(found, category))
    .map((category) => category.id);
}
