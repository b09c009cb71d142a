import { parse } from 'csv-parse/sync';
import { type RowLine, type RowProblem, ImportFileError } from './file-row.ts';
import type { TextLine } from './read-lines.ts';

/** The values of a row in column order, with its first line number. */
type SeparatedLine = { line: number; values: string[] } | { line: number; problem: RowProblem };

interface SeparatedForm {
  delimiter: string;
  /** Whether a quoted value may contain line breaks. */
  hasLineEnds: boolean;
}

/** Limits a row: an unclosed quote would swallow every row after it. */
const MOST_LINES_OF_A_ROW = 100;
const LONGEST_ROW_OF_LINES = 1024 * 1024;

/**
 * Yields the rows below a header line. An unreadable line is yielded as a problem, and reading goes on. If values
 * contain no line breaks, each line stands alone and unpaired quotes are text.
 */
export async function* readSeparated(
  lines: AsyncIterable<TextLine>,
  header: readonly string[],
  form: SeparatedForm,
): AsyncGenerator<SeparatedLine> {
  const mostLines = form.hasLineEnds ? MOST_LINES_OF_A_ROW : 1;
  let held: TextLine[] = [];
  for await (const next of lines) {
    held.push(next);
    for (
      let row = takeRow(held, header, form, mostLines);
      row;
      row = takeRow(held, header, form, mostLines)
    ) {
      yield row;
    }
  }
  while (held.length > 0) {
    const row = takeRow(held, header, form, held.length);
    if (row) yield row;
    else held = held.slice(1);
  }
}

/** Removes the first row from the lines and returns it, or undefined if more lines are needed or none are left. */
function takeRow(
  held: TextLine[],
  header: readonly string[],
  form: SeparatedForm,
  mostLines: number,
): SeparatedLine | undefined {
  let text = '';
  for (const [index, next] of held.entries()) {
    const [first = next] = held;
    if ('problem' in next) {
      held.shift();
      return 'problem' in first ? first : { line: first.line, problem: 'broken_line' };
    }
    if (index === 0 && next.text.trim() === '') {
      held.shift();
      return takeRow(held, header, form, mostLines);
    }
    text += index === 0 ? next.text : `\n${next.text}`;
    // An open quote can only be closed by another quote.
    const mayBeWhole = index === 0 || next.text.includes('"');
    const values = mayBeWhole ? splitLine(text, form.delimiter, header.length) : undefined;
    // Otherwise a further line may close the quote.
    const isWhole = values !== undefined || index + 1 >= mostLines || text.length > LONGEST_ROW_OF_LINES;
    if (!isWhole) continue;
    const split = values ?? (form.hasLineEnds ? undefined : text.split(form.delimiter));
    // With another number of values than the header, they are in the wrong columns.
    const isGood = split?.length === header.length;
    held.splice(0, isGood ? index + 1 : 1);
    return isGood ? { line: first.line, values: split } : { line: first.line, problem: 'broken_line' };
  }
  return undefined;
}

/** Splits a line into values, or returns undefined while a quote is open. */
export function splitLine(text: string, delimiter: string, columnCount?: number): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  // Fast path: most files with quotes quote everything, and this is ten times as fast as the parser.
  if (text.startsWith('"') && text.endsWith('"')) {
    const values = text.slice(1, -1).split(`"${delimiter}"`);
    if (values.length === columnCount && !values.some((value) => value.includes('"'))) return values;
  }
  try {
    const [values = []]: string[][] = parse(text, {
      delimiter,
      relax_quotes: true,
      record_delimiter: '\u0000',
    });
    return values;
  } catch {
    return undefined;
  }
}

/** Returns a row as texts by column name, without empty ones. */
export function buildRow(header: readonly string[], found: SeparatedLine): RowLine {
  if ('problem' in found) return found;
  const row: Record<string, unknown> = {};
  for (const [index, name] of header.entries()) {
    const value = found.values[index];
    if (value) row[name] = value;
  }
  return { line: found.line, row };
}

/** The most columns of a file; an export of Open Food Facts has 200. */
const MOST_COLUMNS = 5_000;

/** @throws {ImportFileError} a duplicate column name, or too many columns */
export function checkHeader(header: readonly string[]): void {
  if (header.length > MOST_COLUMNS) {
    throw new ImportFileError(`The first line of the file has ${header.length} values: it is no header.`);
  }
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) !== index);
  if (twice !== undefined) throw new ImportFileError(`The file has two columns "${twice}": which is meant?`);
}
