import type { Product } from '../../catalog/products/product-contract.ts';
import type { FactPart } from '../../facts/registry/fact-list.ts';
import { listParts } from './submittable-facts.ts';
import type { CategoryNode } from '../../catalog/categories/category-contract.ts';
import { foldText } from '../../platform/text/fold-text.ts';

/** Returns the form filled in with the facts of a product; `fact` limits it to this one and its companions. */
export function fillForm(product: Product, fact: string | undefined): URLSearchParams {
  return new URLSearchParams(
    listParts(product.archive_kind, fact).flatMap((part) => writePart(part, product)),
  );
}

function writePart(part: FactPart, product: Product): string[][] {
  const { name, value } = part;
  const known = findKnown(part, product);
  if (known === null || known === undefined || known === false || known === '') return [];
  if (value.type === 'nutriments')
    return Object.entries(known).map(([key, amount]) => [`${name}.${key}`, String(amount)]);
  if (value.type === 'flag') return [[name, 'yes']];
  if (value.type === 'list' && value.of === 'choice') return (known as string[]).map((code) => [name, code]);
  const text = value.type === 'list' ? (known as string[]).join('\n') : writeText(known);
  return text === '' ? [] : [[name, text]];
}

function writeText(known: string | number | object): string {
  if (typeof known !== 'object') return String(known);
  return Object.entries(known)
    .map(([key, text]) => `${key}: ${String(text)}`)
    .join('\n');
}

/** Facts that the product's detail shows under another name. */
function findKnown({ name }: FactPart, product: Product): unknown {
  if (name === 'category') return product.category_code;
  if (name === 'no_allergens_stated') return product.allergens_status === 'none_stated';
  if (name === 'no_traces_stated') return product.traces_status === 'none_stated';
  return (product as Record<string, unknown>)[name];
}

export const LONGEST_CATEGORY = 100;

/** Returns the code of the category with this code or name. */
export function findCategoryCode(typed: string, tree: readonly CategoryNode[]): string | undefined {
  if (typed.length > LONGEST_CATEGORY) return undefined;
  const wanted = foldText(typed);
  return findCategory(tree, ({ code, name }) => code === typed || foldText(name) === wanted)?.code;
}

/** Returns the first category of the tree that fits. */
export function findCategory(
  tree: readonly CategoryNode[],
  fits: (node: CategoryNode) => boolean,
): CategoryNode | undefined {
  const waiting = [...tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (fits(node)) return node;
    waiting.push(...node.children);
  }
  return undefined;
}
