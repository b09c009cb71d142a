import { parse } from 'csv-parse/sync';
import { isExportRow, type ExportRow } from './export-row.ts';
import type { RowRefusal } from '../import-record.ts';
import { readLines } from '../read-lines.ts';

export type ExportLine =
  | { line: number; row: ExportRow }
  | { line: number; problem: Extract<RowRefusal, 'broken_line' | 'line_too_long'> };

/** The file is no export that we can read. */
export class ImportFileError extends Error {}

/**
 * The rows of an export, with their line numbers: JSON, one object a line, or tab-separated with a header line, plain
 * or gzip, told apart by content. A line that cannot be read is given as a problem, and the next one is read.
 * @throws {ImportFileError} neither form
 */
export async function* readExport(
  path: string,
  onBytesRead: (bytes: number) => void,
): AsyncGenerator<ExportLine> {
  let parseLine: ((text: string) => ExportRow | undefined) | undefined;
  for await (const { line, text } of readLines(path, onBytesRead)) {
    if (text === undefined) {
      if (!parseLine) throw new ImportFileError('The file has no lines: it is no export.');
      yield { line, problem: 'line_too_long' };
      continue;
    }
    if (text.trim() === '') continue;
    if (parseLine) {
      const row = parseLine(text);
      yield row ? { line, row } : { line, problem: 'broken_line' };
      continue;
    }
    const header = text.startsWith('{') ? undefined : splitTabs(text);
    if (header && !header.includes('code')) {
      throw new ImportFileError('The file is neither JSON lines nor tab-separated with a column "code".');
    }
    parseLine = header ? (next) => readTabLine(next, header) : readJsonLine;
    if (!header) {
      const row = readJsonLine(text);
      yield row ? { line, row } : { line, problem: 'broken_line' };
    }
  }
  if (!parseLine) throw new ImportFileError('The file is empty.');
}

function readJsonLine(text: string): ExportRow | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isExportRow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A line with another number of values than the header has holds them in the wrong columns. */
function readTabLine(text: string, header: readonly string[]): ExportRow | undefined {
  const values = splitTabs(text);
  if (values.length !== header.length) return undefined;
  const row: Record<string, unknown> = {};
  for (const [index, name] of header.entries()) {
    const value = values[index];
    if (value) row[name] = value;
  }
  return row;
}

/**
 * One line, one row: the export has no line ends inside values. Read as one stream, a quote that is never closed would
 * swallow every row up to the next quote; so each line stands alone, and quotes that do not pair are part of the text.
 */
function splitTabs(text: string): string[] {
  if (!text.includes('"')) return text.split('\t');
  try {
    const [values = []]: string[][] = parse(text, { delimiter: '\t', relax_quotes: true });
    return values;
  } catch {
    return text.split('\t');
  }
}
