import { sql, type SQL } from 'drizzle-orm';
import { expandUpcE } from '../facts/values/gtin.ts';
import { containsPattern } from '../platform/text/like-pattern.ts';

/**
 * Returns a condition on a row of `barcodes`: its barcode, padded to 14 digits, contains the digits, or is the
 * expansion of a UPC-E. So a search finds whatever a lookup of these digits finds.
 */
export function barcodeCondition(digits: string): SQL {
  const contains = sql`gtin14 like ${containsPattern(digits)}`;
  const expansion = expandUpcE(digits);
  return expansion === undefined ? contains : sql`(${contains} or gtin14 = ${expansion.padStart(14, '0')})`;
}
