import { displayGtin } from '../../src/facts/values/gtin.ts';
import { codesOfCountries } from '../../src/data/countries.ts';
import type { IndexedProduct } from '../../src/search/index/indexed-product-store.ts';
import type { SearchDocument } from '../../src/search/index/search-index.ts';

const DECIMALS = 9;
const DIGITS = 12;

/**
 * Rounds amounts to the digits that Meilisearch returns exactly: with more digits, or tiny values, a document would
 * never compare equal.
 */
function roundAmounts(amounts: Readonly<Record<string, number>>): Record<string, number> {
  const round = (amount: number) => Number(Number(amount.toFixed(DECIMALS)).toPrecision(DIGITS));
  return Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [key, round(amount)]));
}

/** Returns the search document of a product in use. */
export function buildDocument(product: { productId: string } & IndexedProduct): SearchDocument {
  const soldIn = codesOfCountries(product.countriesSold);
  const otherNames = othersThan(product.name, [
    ...Object.values(product.names ?? {}),
    ...Object.values(product.genericNames ?? {}),
  ]);
  const otherBrands = othersThan(product.brand, product.brands ?? []);
  return {
    id: product.productId,
    gtin: product.primaryGtin14 === null ? null : displayGtin(product.primaryGtin14),
    name: product.name,
    brand: product.brand,
    category_path: product.categoryPath,
    country_of_origin: product.countryOfOrigin,
    quality_score: product.qualityScore,
    brand_id: product.brandId,
    category_id: product.categoryId,
    updated_at: product.updatedAt,
    ...(product.nutriScore !== null && { nutri_score: product.nutriScore }),
    ...(product.novaGroup !== null && { nova_group: product.novaGroup }),
    ...(product.environmentalScore !== null && { environmental_score: product.environmentalScore }),
    ...(product.nutriments !== null && { nutriments: roundAmounts(product.nutriments) }),
    ...(product.allergens.length > 0 && { allergens: product.allergens }),
    ...(product.assured.length > 0 && { assured: product.assured }),
    ...(product.labels.length > 0 && { labels: product.labels }),
    ...(soldIn.length > 0 && { sold_in: soldIn }),
    ...(product.kind !== null && { kind: product.kind }),
    ...(product.gtins.length > 0 && { gtins: product.gtins }),
    ...(product.popularity !== null && { popularity: product.popularity }),
    ...(otherNames.length > 0 && { other_names: otherNames }),
    ...(otherBrands.length > 0 && { other_brands: otherBrands }),
    ...(product.categoryWords !== null && { category_words: product.categoryWords }),
  };
}

/** Returns the different names in their order, without the first one. */
function othersThan(first: string | null, names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== first);
}
