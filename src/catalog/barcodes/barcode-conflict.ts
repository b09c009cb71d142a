import { ApiError } from '../../platform/http/api-error.ts';
import type { BarcodeOwner } from './barcode-store.ts';
import { displayGtin } from '../../facts/values/gtin.ts';

/** Returns the error for a barcode that another product has already. */
export function barcodeConflict(gtin14: string, owner: BarcodeOwner): ApiError {
  const gtin = displayGtin(gtin14);
  return new ApiError('barcode_conflict', `The barcode ${gtin} belongs to ${owner.name}.`, {
    details: { gtin, product_id: owner.id, product_name: owner.name },
  });
}
