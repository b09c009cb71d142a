import type { Product } from './product-contract.ts';

/** Where people find a product, from `/`: by its primary barcode, or by its id where it has none. */
export function pageAddressOf({ id, gtin }: Pick<Product, 'id' | 'gtin'>): string {
  return gtin === null ? `/product/id/${id}` : `/product/${gtin}`;
}
