import { computeCheckDigit } from '../facts/values/gtin.ts';

export interface DemoBarcode {
  gtin: string;
  packLevel: 'each' | 'case' | 'pallet';
  region: string | null;
  isPrimary: boolean;
}

/** GS1 reserves 952, as GTIN-13 and GTIN-8, for demonstrations: no real product has such a code. */
const DEMONSTRATION_PREFIX = '952';
/** GTIN-12 has no demonstration prefix, so this is one that no known product uses. */
const UNUSED_GTIN12_PREFIX = '99999';

/**
 * Returns the barcodes of a demo product, the primary one first. `serial`, the product's position in the catalogue,
 * decides its further codes: a case, a pallet, a US code, a promotional pack.
 */
export function buildDemoBarcodes(
  serial: number,
  brandNumber: number,
  itemNumber: number,
  hasShortBarcode: boolean,
): DemoBarcode[] {
  const company = DEMONSTRATION_PREFIX + String(1000 + 37 * brandNumber);
  const unit = hasShortBarcode ? DEMONSTRATION_PREFIX + String(1000 + 7 * serial) : company + pad(itemNumber);
  const packed = unit.padStart(12, '0');
  const barcodes: DemoBarcode[] = [
    { gtin: complete(unit), packLevel: 'each', region: serial % 3 === 0 ? 'EU' : null, isPrimary: true },
  ];
  const add = (body: string, packLevel: DemoBarcode['packLevel'], region: string | null) =>
    barcodes.push({ gtin: complete(body), packLevel, region, isPrimary: false });
  if (serial % 5 === 0) add(`1${packed}`, 'case', null);
  if (serial % 30 === 0) add(`5${packed}`, 'pallet', null);
  if (serial % 7 === 0) add(UNUSED_GTIN12_PREFIX + String(100_000 + 101 * serial), 'each', 'US');
  if (serial % 11 === 0) add(company + pad(90_000 + itemNumber), 'each', 'DE');
  return barcodes;
}

const pad = (itemNumber: number) => String(itemNumber).padStart(5, '0');

const complete = (body: string) => body + computeCheckDigit(body);
