import type { StoredBarcode } from './barcode-store.ts';

/**
 * Returns the code that becomes primary when the primary one is removed: the oldest other code of a single item, or
 * undefined when the product has no such code. Pure.
 * @param stored the product’s barcodes, oldest first
 */
export function nextPrimary(
  stored: readonly StoredBarcode[],
  removedGtin14?: string,
): StoredBarcode | undefined {
  return stored.find(({ gtin14, packLevel }) => gtin14 !== removedGtin14 && packLevel === 'each');
}
