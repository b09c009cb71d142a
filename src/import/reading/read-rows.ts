import { isFileRow, type FileRow, type RowLine, ImportFileError } from './file-row.ts';
import type { TextLine } from './read-lines.ts';
import { buildRow, checkHeader, readSeparated, splitLine } from './read-separated.ts';

export interface RowsForm {
  /** JSON with one object per line, or values below a header line; detected from the first line unless given. */
  format?: 'jsonl' | 'separated' | undefined;
  /** Candidate separators; the one that occurs most often in the header is used. */
  delimiters: readonly string[];
  /** Whether a quoted value may contain line breaks. */
  hasLineEnds: boolean;
  /** @throws {ImportFileError} the columns are not the expected ones */
  checkColumns: (columns: readonly string[]) => void;
}

/** How many JSON rows are sampled for their column names, up to this many characters. */
const SAMPLED_ROWS = 100;
const SAMPLED_CHARACTERS = 4 * 1024 * 1024;

/**
 * Yields the rows of a file with their line numbers. An unreadable line is yielded as a problem, and reading goes on.
 * @throws {ImportFileError} the file is empty, has unexpected columns, or ends in the middle of a line
 */
export async function* readRows(lines: AsyncGenerator<TextLine>, form: RowsForm): AsyncGenerator<RowLine> {
  let lastLine: TextLine | undefined;
  async function* watch(): AsyncGenerator<TextLine> {
    for await (const line of lines) {
      lastLine = line;
      yield line;
    }
  }
  let lastRow: RowLine | undefined;
  try {
    for await (const row of readWholeRows(watch(), form)) {
      lastRow = row;
      yield row;
    }
  } finally {
    // Closes the file, whatever was wrong with the rows.
    await lines.return(undefined);
  }
  const isBroken = lastRow && 'problem' in lastRow && lastRow.problem === 'broken_line';
  if (isBroken && lastLine?.isUnended && lastRow?.line === lastLine.line) {
    throw new ImportFileError(
      `The file is cut off: line ${lastLine.line}, its last, ends in the middle. Fetch it again.`,
    );
  }
}

async function* readWholeRows(lines: AsyncGenerator<TextLine>, form: RowsForm): AsyncGenerator<RowLine> {
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
          ? 'The file has no lines: it cannot be read.'
          : 'The file is no text in UTF-8: its first line cannot be read. Save it as UTF-8, or say in the mapping of a ' +
              'file of your own which encoding it has.',
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
  let sampledCharacters = 0;
  const release = (rows: readonly RowLine[]) => {
    checkColumns([...new Set(rows.flatMap((found) => ('row' in found ? Object.keys(found.row) : [])))]);
    sample = undefined;
    return rows;
  };
  try {
    for await (const next of lines) {
      const found = readJsonLine(next);
      if (!found) continue;
      if (!sample) {
        yield found;
        continue;
      }
      sampledCharacters += 'text' in next ? next.text.length : 0;
      if (sample.push(found) === SAMPLED_ROWS || sampledCharacters > SAMPLED_CHARACTERS)
        yield* release(sample);
    }
  } catch (error) {
    // Yields what came before the file broke off.
    if (sample) yield* release(sample);
    throw error;
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
