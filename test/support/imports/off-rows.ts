import type { ImportRecord } from '../../../src/import/import-record.ts';
import { FOOD } from '../../../src/import/open-food-facts/off-product-type.ts';
import { mapOffRow, type OffOptions } from '../../../src/import/open-food-facts/off-record.ts';

/** The context in which these tests read rows. */
export const options: OffOptions = {
  categoryKinds: new Map([
    ...['beverages', 'fruit-juices', 'snacks', 'biscuits'].map((code) => [code, 'food'] as const),
    ['shampoos', 'beauty'],
    ['dog-food', 'petfood'],
    ['batteries', 'household'],
  ]),
  productType: FOOD,
};
export const GTIN = '3017620422003';

/** The record of a row that is taken. */
export function recordOf(row: Record<string, unknown>, given = options): ImportRecord {
  const mapped = mapOffRow({ code: GTIN, product_name: 'Harbour Oat Biscuits', ...row }, given);
  if (!mapped.ok) throw new Error(`refused: ${mapped.reason}`);
  return mapped.record;
}

/** Returns the facts of the row. */
export const factsOf = (row: Record<string, unknown>, given = options) => recordOf(row, given).facts;

/** Returns the refused parts of the row. */
export function warningsOf(row: Record<string, unknown>): string[] {
  const mapped = mapOffRow({ code: GTIN, product_name: 'Harbour Oat Biscuits', ...row }, options);
  return mapped.ok ? mapped.warnings.map(({ reason }) => reason) : [];
}
