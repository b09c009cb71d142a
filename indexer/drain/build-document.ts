import { displayGtin } from '../../src/catalog/barcodes/gtin.ts';
import { codeTokens, indexTokens, sampleToken } from '../../src/index/index-tokens.ts';
import type { IndexedProduct } from '../../src/index/indexed-product-store.ts';
import type { SearchDocument } from '../../src/index/search-index.ts';

/** The document of a product in use. */
export function buildDocument(product: { productId: string } & IndexedProduct): SearchDocument {
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
    tokens: [
      ...indexTokens(product.searchName),
      ...new Set(product.gtins.flatMap(codeTokens)),
      sampleToken(product.productId),
    ],
  };
}
