import { parse } from 'csv-parse/sync';
import { type RowLine, type RowProblem, ImportFileError } from './file-row.ts';
import type { TextLine } from './read-lines.ts';

/** The values of a row in the order of the columns, with the line where it begins. */
type SeparatedLine = { line: number; values: string[] } | { line: number; problem: RowProblem };

interface SeparatedForm {
  delimiter: string;
  /** Whether a value in quotes may hold line ends. */
  hasLineEnds: boolean;
}

/** A quote that is never closed would swallow every row after it. */
const MOST_LINES_OF_A_ROW = 100;
const LONGEST_ROW_OF_LINES = 1024 * 1024;

/**
 * Rows below a header line. A line that cannot be read is given as a problem, and the next one is read. Where values
 * hold no line ends each line stands alone, and quotes that do not pair are part of the text.
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

/** The first row of the lines, which are taken away; undefined when more lines are needed, or none are left. */
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
    // An open quote stays open until there is another quote.
    const mayBeWhole = index === 0 || next.text.includes('"');
    const values = mayBeWhole ? splitLine(text, form.delimiter, header.length) : undefined;
    // Either nothing else can become of it, or another line may close its quote.
    const isWhole = values !== undefined || index + 1 >= mostLines || text.length > LONGEST_ROW_OF_LINES;
    if (!isWhole) continue;
    const split = values ?? (form.hasLineEnds ? undefined : text.split(form.delimiter));
    // A row with another number of values than the header has holds them in the wrong columns.
    const isGood = split?.length === header.length;
    held.splice(0, isGood ? index + 1 : 1);
    return isGood ? { line: first.line, values: split } : { line: first.line, problem: 'broken_line' };
  }
  return undefined;
}

/** Undefined while a quote is open. */
export function splitLine(text: string, delimiter: string, columnCount?: number): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  // Most files that quote at all quote everything, and this is ten times as quick as reading it letter by letter.
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

/** Texts by the names of the columns; an empty one is not there. */
export function buildRow(header: readonly string[], found: SeparatedLine): RowLine {
  if ('problem' in found) return found;
  const row: Record<string, unknown> = {};
  for (const [index, name] of header.entries()) {
    const value = found.values[index];
    if (value) row[name] = value;
  }
  return { line: found.line, row };
}

/** An export of Open Food Facts has 200. */
const MOST_COLUMNS = 5_000;

/** @throws {ImportFileError} a name stands twice, or there are more than any table has */
export function checkHeader(header: readonly string[]): void {
  if (header.length > MOST_COLUMNS) {
    throw new ImportFileError(`The first line of the file has ${header.length} values: it is no header.`);
  }
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) !== index);
  if (twice !== undefined) throw new ImportFileError(`The file has two columns "${twice}": which is meant?`);
}
