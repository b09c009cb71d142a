import type { OpenFactsHost } from '../../facts/registry/open-facts-hosts.ts';
import type { FileRow } from '../reading/file-row.ts';

/** What Open Food Facts and its sisters keep apart. */
export interface ProductType {
  archiveKind: string;
  /** Where its pictures are. */
  imageHost: OpenFactsHost;
  /** The attribute that holds the ingredients, where they are no fact of food. */
  ingredientsKey?: string;
}

export const FOOD: ProductType = { archiveKind: 'food', imageHost: 'openfoodfacts' };

/** By the words of `product_type`. */
const PRODUCT_TYPES = new Map<string, ProductType>([
  ['food', FOOD],
  ['beauty', { archiveKind: 'beauty', imageHost: 'openbeautyfacts', ingredientsKey: 'inci' }],
  ['petfood', { archiveKind: 'petfood', imageHost: 'openpetfoodfacts', ingredientsKey: 'ingredients' }],
  ['product', { archiveKind: 'general', imageHost: 'openproductsfacts' }],
]);

/** What the rows of a source are that do not say it themselves. */
const TYPE_OF_SOURCE: Readonly<Record<string, string>> = {
  open_beauty_facts: 'beauty',
  open_pet_food_facts: 'petfood',
  open_products_facts: 'product',
};

export function productTypeOf(sourceCode: string): ProductType {
  return PRODUCT_TYPES.get(TYPE_OF_SOURCE[sourceCode] ?? 'food') ?? FOOD;
}

/** What a row says that it is; a file may hold rows of all types. */
export function readProductType(row: FileRow): ProductType | undefined {
  const given = row['product_type'];
  return typeof given === 'string' ? PRODUCT_TYPES.get(given.trim().toLowerCase()) : undefined;
}

/**
 * Tags of one tree mean other things in another (`oils`, `soaps`): beauty and pet food have categories of their own kind
 * alone, and no other product is food. What came to Open Food Facts by mistake finds its place.
 */
export function isCategoryOf({ archiveKind }: ProductType, categoryKind: string): boolean {
  if (archiveKind === 'food') return true;
  return archiveKind === 'general' ? categoryKind !== 'food' : categoryKind === archiveKind;
}
