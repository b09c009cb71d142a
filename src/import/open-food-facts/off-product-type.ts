import type { OpenFactsHost } from '../../facts/registry/open-facts-hosts.ts';
import type { FileRow } from '../reading/file-row.ts';

/** Differences between Open Food Facts and its sister projects. */
export interface ProductType {
  archiveKind: string;
  /** The host of its pictures. */
  imageHost: OpenFactsHost;
  /** The attribute for ingredients, for kinds that have no fact for them. */
  ingredientsKey?: string;
}

export const FOOD: ProductType = { archiveKind: 'food', imageHost: 'openfoodfacts' };

/** By the values of `product_type`. */
const PRODUCT_TYPES = new Map<string, ProductType>([
  ['food', FOOD],
  ['beauty', { archiveKind: 'beauty', imageHost: 'openbeautyfacts', ingredientsKey: 'inci' }],
  ['petfood', { archiveKind: 'petfood', imageHost: 'openpetfoodfacts', ingredientsKey: 'ingredients' }],
  ['product', { archiveKind: 'general', imageHost: 'openproductsfacts' }],
]);

/** The type of rows that do not state one, by source. */
const TYPE_OF_SOURCE: Readonly<Record<string, string>> = {
  open_beauty_facts: 'beauty',
  open_pet_food_facts: 'petfood',
  open_products_facts: 'product',
};

export function productTypeOf(sourceCode: string): ProductType {
  return PRODUCT_TYPES.get(TYPE_OF_SOURCE[sourceCode] ?? 'food') ?? FOOD;
}

/** Returns the type that a row states; a file may contain rows of all types. */
export function readProductType(row: FileRow): ProductType | undefined {
  const given = row['product_type'];
  return typeof given === 'string' ? PRODUCT_TYPES.get(given.trim().toLowerCase()) : undefined;
}

/**
 * The same tag means other things in another tree (`oils`, `soaps`). Beauty and pet food take only categories of
 * their own kind, and general products take none of food. Food takes any: a product entered in Open Food Facts by
 * mistake then gets its real kind.
 */
export function isCategoryOf({ archiveKind }: ProductType, categoryKind: string): boolean {
  if (archiveKind === 'food') return true;
  return archiveKind === 'general' ? categoryKind !== 'food' : categoryKind === archiveKind;
}
