import type { Db } from '../../platform/db/client.ts';
import type { MalformedGtinReason, RefusedGtin } from '../../facts/values/gtin.ts';
import type { Product } from '../products/product-contract.ts';
import { findProductByBarcode } from '../products/product-store.ts';
import { readCode } from './read-code.ts';

export type ScanResult =
  | { product: Product }
  | {
      product: undefined;
      /** Set when the text cannot be a barcode. */
      refusal: RefusedGtin<MalformedGtinReason> | undefined;
    };

/** Returns the product with a typed or scanned barcode. */
export async function findProductByScan(db: Db, text: string): Promise<ScanResult> {
  const { gtin14s, refusal } = readCode(text);
  for (const gtin14 of gtin14s) {
    const product = await findProductByBarcode(db, gtin14);
    if (product) return { product };
  }
  return { product: undefined, refusal };
}
