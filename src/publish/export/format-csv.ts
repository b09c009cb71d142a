import { stringify } from 'csv-stringify/sync';
import { guardCells } from '../../platform/text/spreadsheet-cells.ts';

/**
 * Returns lines of CSV from lists of values, or from these columns of records. What a spreadsheet would interpret
 * as a formula, also behind a separator of another country, gets an apostrophe before it.
 */
export function formatCsv(rows: readonly object[], columns?: readonly string[]): string {
  return stringify([...rows], {
    ...(columns && { columns: [...columns] }),
    cast: { string: guardCells, object: showValue },
    escape_formulas: true,
  });
}

/** Formats a list as the import of own files reads it; an empty list becomes an empty value. */
function showValue(value: object): string {
  if (Array.isArray(value)) return guardCells(value.join(', '));
  return Object.keys(value).length === 0 ? '' : guardCells(JSON.stringify(value));
}
