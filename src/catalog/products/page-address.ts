import type { Product } from './product-contract.ts';

/** Returns the path of a product's page: with its primary barcode, or its id if it has none. */
export function pageAddressOf({ id, gtin }: Pick<Product, 'id' | 'gtin'>): string {
  return gtin === null ? `/product/id/${id}` : `/product/${gtin}`;
}
