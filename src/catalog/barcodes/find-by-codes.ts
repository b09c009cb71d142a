import type { Db } from '../../platform/db/client.ts';
import type { Product } from '../products/product-contract.ts';
import { findProductByBarcode } from '../products/product-store.ts';

/** `not_asked`: it is known, was asked for lately, or as many are asked for as may be. `failed`: no usable answer. */
export type AskOutcome = 'found' | 'not_found' | 'not_asked' | 'failed';

/** Asks an upstream for a barcode and saves what it knows. `again`: also if it was asked for lately. Never throws. */
export type AskUpstream = (gtin14: string, options?: { again?: boolean }) => Promise<AskOutcome>;

export interface FindingDependencies {
  db: Db;
  /** Where products are saved, if `db` is a replica. */
  primaryDb?: Db | undefined;
  /** Undefined if no upstream is asked. */
  askUpstream?: AskUpstream | undefined;
}

/**
 * Returns the product with the first of these barcodes that one has. If none has, an upstream is asked for the last, which
 * is the likeliest.
 */
export async function findByCodes(
  { db, primaryDb = db, askUpstream }: FindingDependencies,
  gtin14s: readonly string[],
): Promise<{ product: Product; gtin14: string } | undefined> {
  for (const gtin14 of gtin14s) {
    const product = await findProductByBarcode(db, gtin14);
    if (product) return { product, gtin14 };
  }
  const gtin14 = gtin14s.at(-1);
  if (gtin14 === undefined || (await askUpstream?.(gtin14)) !== 'found') return undefined;
  const product = await findProductByBarcode(primaryDb, gtin14);
  return product && { product, gtin14 };
}
