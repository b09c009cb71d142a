import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import { foldText } from '../../platform/text/fold-text.ts';

/** The code of the category with this code or name. */
export function findCategoryCode(typed: string, tree: readonly CategoryNode[]): string | undefined {
  const wanted = foldText(typed);
  const waiting = [...tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.code === typed || foldText(node.name) === wanted) return node.code;
    waiting.push(...node.children);
  }
  return undefined;
}
