import { isFileRow, type FileRow, type RowLine } from './file-row.ts';
import { ImportFileError } from './import-file-error.ts';
import type { TextLine } from './read-lines.ts';
import { buildRow, checkHeader, readSeparated, splitLine } from './read-separated.ts';

export interface RowsForm {
  /** JSON, one object a line, or values below a header line; told by the first line unless given. */
  format?: 'jsonl' | 'separated' | undefined;
  /** Between values; of these the one that the header has most often. */
  delimiters: readonly string[];
  /** Whether a value in quotes may hold line ends. */
  hasLineEnds: boolean;
  /** @throws {ImportFileError} the columns are not those that are expected */
  checkColumns: (columns: readonly string[]) => void;
}

/** So many rows of JSON are looked at for the names that they have. */
const SAMPLED_ROWS = 100;

/**
 * The rows of a file with their line numbers. A line that cannot be read is given as a problem, and the next one is
 * read.
 * @throws {ImportFileError} it is empty, or has not the columns that are expected
 */
export async function* readRows(lines: AsyncGenerator<TextLine>, form: RowsForm): AsyncGenerator<RowLine> {
  const first = await findFirst(lines);
  const format = form.format ?? (first.text.startsWith('{') ? 'jsonl' : 'separated');
  if (format === 'jsonl') {
    yield* readJsonLines(joinFirst(first, lines), form.checkColumns);
    return;
  }
  const delimiter = findDelimiter(first.text, form.delimiters);
  const header = (splitLine(first.text, delimiter) ?? first.text.split(delimiter)).map((name) => name.trim());
  checkHeader(header);
  form.checkColumns(header);
  for await (const found of readSeparated(lines, header, { delimiter, hasLineEnds: form.hasLineEnds })) {
    yield buildRow(header, found);
  }
}

async function findFirst(lines: AsyncIterator<TextLine>): Promise<{ line: number; text: string }> {
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if ('problem' in next.value) {
      throw new ImportFileError(
        next.value.problem === 'line_too_long'
          ? 'The file has no lines: it is none that can be read.'
          : 'The file is no text in UTF-8: its first line cannot be read.',
      );
    }
    if (next.value.text.trim() !== '') return next.value;
  }
  throw new ImportFileError('The file is empty.');
}

async function* joinFirst(first: TextLine, rest: AsyncGenerator<TextLine>): AsyncGenerator<TextLine> {
  yield first;
  yield* rest;
}

async function* readJsonLines(
  lines: AsyncIterable<TextLine>,
  checkColumns: RowsForm['checkColumns'],
): AsyncGenerator<RowLine> {
  let sample: RowLine[] | undefined = [];
  const release = (rows: readonly RowLine[]) => {
    checkColumns([...new Set(rows.flatMap((found) => ('row' in found ? Object.keys(found.row) : [])))]);
    sample = undefined;
    return rows;
  };
  for await (const next of lines) {
    const found = readJsonLine(next);
    if (!found) continue;
    if (!sample) yield found;
    else if (sample.push(found) === SAMPLED_ROWS) yield* release(sample);
  }
  if (sample) yield* release(sample);
}

function readJsonLine(next: TextLine): RowLine | undefined {
  if ('problem' in next) return next;
  if (next.text.trim() === '') return undefined;
  const row = parseObject(next.text);
  return row ? { line: next.line, row } : { line: next.line, problem: 'broken_line' };
}

function parseObject(text: string): FileRow | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFileRow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function findDelimiter(header: string, delimiters: readonly string[]): string {
  const counts = delimiters.map((delimiter) => [delimiter, header.split(delimiter).length] as const);
  return counts.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ',';
}
