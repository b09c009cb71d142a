import { stringify } from 'csv-stringify/sync';

/**
 * Lines of CSV: of lists of values, or of these columns of records. A value that a spreadsheet would take for a formula is
 * quoted with an apostrophe.
 */
export function formatCsv(rows: readonly object[], columns?: readonly string[]): string {
  return stringify([...rows], {
    ...(columns && { columns: [...columns] }),
    cast: { object: showValue },
    escape_formulas: true,
  });
}

/** A list as the import of a file of one's own reads it; an empty one is nothing. */
function showValue(value: object): string {
  if (Array.isArray(value)) return value.join(', ');
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
}
