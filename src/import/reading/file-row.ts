/** One row of a file before mapping: JSON values, or texts by the names of the columns. */
export type FileRow = Readonly<Record<string, unknown>>;

export function isFileRow(value: unknown): value is FileRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Why a row cannot be told from what stands in the file. */
export type RowProblem = 'broken_line' | 'line_too_long' | 'bad_encoding';

/** A row with the line where it begins, from 1. */
export type RowLine = { line: number; row: FileRow } | { line: number; problem: RowProblem };

/** The file cannot be read: the message says why, and what to do about it. */
export class ImportFileError extends Error {}
