import { hash } from 'node:crypto';
import { isShortenedNumber, parseGtin } from '../../facts/values/gtin.ts';
import type { ProductFacts } from '../../facts/registry/fact-list.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import type { BarcodeRefusal, ImportRecord } from '../import-record.ts';
import { isPlaceholderWord } from './product-name.ts';

interface RowBarcode {
  barcode: ImportRecord['barcode'];
  /** Why a given barcode is not taken. */
  refusal: BarcodeRefusal | undefined;
}

/** Words that stand for no barcode, besides those that stand for no name. */
const NO_CODES = new Set(
  'x kein keine keiner geen ingen brak nessuno ninguno nincs ei yok ref value wert valeur nobarcode noean nocode'.split(
    ' ',
  ),
);

/** Returns the barcode of a row's code. A code that says nothing, such as `n/a`, `-` or `0000`, counts as none given. */
export function readRowBarcode(code: string): RowBarcode {
  if (saysNothing(code)) return { barcode: null, refusal: undefined };
  if (isShortenedNumber(code)) return { barcode: null, refusal: 'shortened_number' };
  const gtin = parseGtin(code);
  if (!gtin.ok) return { barcode: null, refusal: gtin.reason };
  const { gtin14, type, packLevelDefault } = gtin;
  return { barcode: { gtin14, type, packLevelDefault }, refusal: undefined };
}

/**
 * Returns the key of a row without one of its own: its barcode, else its code. A code that stands in many rows identifies none of them:
 * such a row is known by it together with name, brand and content.
 */
export function keyOfRow(
  code: string,
  { barcode }: RowBarcode,
  facts: Pick<ProductFacts, 'name' | 'brand' | 'net_content_value' | 'net_content_unit'>,
): string {
  if (barcode) return barcode.gtin14;
  if (!saysNothing(code) && !isShortenedNumber(code)) return code;
  const { name, brand, net_content_value: value, net_content_unit: unit } = facts;
  const described = JSON.stringify([code, foldText(name), foldText(brand ?? ''), value, unit]);
  return `described ${hash('sha256', described, 'base64url').slice(0, 22)}`;
}

function saysNothing(code: string): boolean {
  const word = foldText(code).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return /^0*$/.test(word) || isPlaceholderWord(word) || NO_CODES.has(word);
}
