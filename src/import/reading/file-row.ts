/** One unmapped row of a file: JSON values, or texts by column name. */
export type FileRow = Readonly<Record<string, unknown>>;

export function isFileRow(value: unknown): value is FileRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Why a row cannot be read. */
export type RowProblem = 'broken_line' | 'line_too_long' | 'bad_encoding';

/** A row with its first line number, from 1. */
export type RowLine = { line: number; row: FileRow } | { line: number; problem: RowProblem };

/** The file cannot be read. The message says why and what to do. */
export class ImportFileError extends Error {}
