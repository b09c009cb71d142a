import { ImportFileError, type RowProblem } from '../reading/file-row.ts';
import { readLines } from '../reading/read-lines.ts';
import { readSeparated, splitLine } from '../reading/read-separated.ts';
import type { ZipArchive } from '../reading/read-zip.ts';

export type TableLine<Column extends string> =
  { line: number; values: Record<Column, string> } | { line: number; problem: RowProblem };

/**
 * Yields the rows of a FoodData Central table, a CSV file in the archive, with the wanted columns.
 * @throws {ImportFileError} the table or a column is missing
 */
export async function* readTable<Column extends string>(
  archive: ZipArchive,
  name: string,
  columns: readonly Column[],
): AsyncGenerator<TableLine<Column>> {
  const lines = readLines(archive.read(name));
  const first = await lines.next();
  const text = first.done || 'problem' in first.value ? '' : first.value.text;
  const header = splitLine(text, ',') ?? [];
  const places = columns.map((column) => [column, header.indexOf(column)] as const);
  const missing = places.filter(([, place]) => place === -1).map(([column]) => column);
  if (missing.length > 0) {
    await lines.return(undefined);
    throw new ImportFileError(`${name} in the ZIP archive has no column ${missing.join(', ')}.`);
  }
  for await (const found of readSeparated(lines, header, { delimiter: ',', hasLineEnds: true })) {
    if ('problem' in found) {
      yield found;
      continue;
    }
    const values = {} as Record<Column, string>;
    for (const [column, place] of places) values[column] = found.values[place] ?? '';
    yield { line: found.line, values };
  }
}
