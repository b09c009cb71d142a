import { ImportFileError, type FileRow, type RowLine } from '../reading/file-row.ts';
import type { ReadNumber } from './read-number.ts';

interface Column {
  numberCount: number;
  otherCount: number;
  /** A number with the other decimal sign. */
  example: string;
}

interface SignCount {
  /** Returns the number. */
  add: (column: string, given: unknown) => ReadNumber;
  /**
   * Returns the columns in which some numbers have the other decimal sign.
   * @throws {ImportFileError} most numbers of a column have it; `remedy` says what to do
   */
  check: (remedy: string) => ReadonlySet<string>;
}

/** Counts by column which decimal sign numbers have. */
export function createSignCount(read: (given: unknown) => ReadNumber): SignCount {
  const columns = new Map<string, Column>();
  return {
    add(name, given) {
      const column = columns.get(name) ?? { numberCount: 0, otherCount: 0, example: '' };
      columns.set(name, column);
      const found = read(given);
      if ('value' in found) column.numberCount += 1;
      if ('problem' in found && found.problem === 'other_sign') {
        column.otherCount += 1;
        column.example ||= String(given);
      }
      return found;
    },
    check(remedy) {
      for (const [name, { numberCount, otherCount, example }] of columns) {
        if (otherCount <= numberCount) continue;
        const sign = /,\d*$/.test(example.trim()) ? 'comma' : 'point';
        throw new ImportFileError(
          `Most numbers of the column "${name}" have a decimal ${sign}, such as "${example}". ${remedy}`,
        );
      }
      return new Set([...columns].flatMap(([name, { otherCount }]) => (otherCount > 0 ? [name] : [])));
    },
  };
}

/** Adds the numbers of a file's rows, until `isEnough` says so after a number of rows. */
export async function addRows(
  count: SignCount,
  rows: AsyncIterable<RowLine>,
  list: (row: FileRow) => Iterable<readonly [column: string, given: unknown]>,
  isEnough: (rowCount: number) => boolean,
): Promise<void> {
  let rowCount = 0;
  try {
    for await (const found of rows) {
      if (isEnough(rowCount)) return;
      rowCount += 1;
      if ('row' in found) for (const [column, given] of list(found.row)) count.add(column, given);
    }
  } catch {
    // What is wrong with the file is said when it is imported, after the rows before it.
  }
}
