import { stringify } from 'csv-stringify/sync';

/**
 * Returns lines of CSV from lists of values, or from these columns of records. A value that a spreadsheet would interpret as
 * a formula gets an apostrophe before it.
 */
export function formatCsv(rows: readonly object[], columns?: readonly string[]): string {
  return stringify([...rows], {
    ...(columns && { columns: [...columns] }),
    cast: { object: showValue },
    escape_formulas: true,
  });
}

/** Formats a list as the import of own files reads it; an empty list becomes an empty value. */
function showValue(value: object): string {
  if (Array.isArray(value)) return value.join(', ');
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
}
