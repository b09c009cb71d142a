import { findBarcodeOwner } from '../../catalog/barcodes/barcode-store.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { findTargetProduct, type Submission, type TargetProduct } from './review-store.ts';

export type Target = TargetProduct & { matched_by: 'gtin' | 'product_id' };

/** The product a submission is about: the owner of its barcode, else the one the contributor named by id. */
export async function findTarget(
  db: Db | Tx,
  { gtin14, productId }: Pick<Submission, 'gtin14' | 'productId'>,
): Promise<Target | undefined> {
  const owner = gtin14 === null ? undefined : await findBarcodeOwner(db, gtin14);
  const id = owner?.id ?? productId;
  const product = id === null ? undefined : await findTargetProduct(db, id);
  return product && { ...product, matched_by: owner ? 'gtin' : 'product_id' };
}
