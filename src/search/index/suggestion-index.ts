import type { FoundName } from '../search-engine.ts';

/** A brand or category with products in use, for suggestions. These documents have their own index. */
export interface SuggestionDocument {
  id: string;
  type: 'brand' | 'category';
  /** The folded name. */
  text: string;
  /** The number of products in use, for a category with its subtree. It decides the order and may be minutes old. */
  weight: number;
}

/** Returns the name of the index of brands and categories that belongs to an index of products. */
export function suggestionIndexOf(productIndex: string): string {
  return `${productIndex}_suggestions`;
}

/** Returns the id of the document of a brand or category. */
export function suggestionIdOf(type: SuggestionDocument['type'], id: string): string {
  return `${type}-${id}`;
}

/** Returns the brand or category of a document. */
export function toFoundName({ id, type, weight }: SuggestionDocument): FoundName {
  return { type, id: id.slice(type.length + 1), count: weight };
}
