import type { Db } from '../../db/client.ts';
import { expandUpcE, padGtin, type MalformedGtinReason, type RefusedGtin } from './gtin.ts';
import type { Product } from '../products/product-contract.ts';
import { findProductByBarcode } from '../products/product-store.ts';

export type ScanResult =
  | { product: Product }
  | {
      product: undefined;
      /** Set when the text cannot be a barcode at all. */
      refusal: RefusedGtin<MalformedGtinReason> | undefined;
    };

/**
 * The product behind what a scanner read or a person typed. The text is taken as a GTIN first; only when that finds
 * nothing, and the text can be a UPC-E, its expansion is tried: the same 8 digits may also be a GTIN-8.
 */
export async function findProductByScan(db: Db, text: string): Promise<ScanResult> {
  const asGtin = padGtin(text);
  const expansion = expandUpcE(text);
  const asUpcE = expansion === undefined ? undefined : padGtin(expansion);
  for (const code of [asGtin, asUpcE]) {
    const product = code?.ok ? await findProductByBarcode(db, code.gtin14) : undefined;
    if (product) return { product };
  }
  return { product: undefined, refusal: asGtin.ok || asUpcE?.ok ? undefined : asGtin };
}
