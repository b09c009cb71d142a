/** One row of an export before mapping: JSON values, or the texts of a tab-separated line. */
export type ExportRow = Readonly<Record<string, unknown>>;

export function isExportRow(value: unknown): value is ExportRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
