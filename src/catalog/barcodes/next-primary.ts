import type { StoredBarcode } from './barcode-store.ts';

/**
 * The code that becomes the primary one when the primary one is removed: the oldest other one of a single item; undefined: none
 * is. Pure.
 * @param stored of the product, the oldest first
 */
export function nextPrimary(
  stored: readonly StoredBarcode[],
  removedGtin14?: string,
): StoredBarcode | undefined {
  return stored.find(({ gtin14, packLevel }) => gtin14 !== removedGtin14 && packLevel === 'each');
}
