import type { ImportInput, Importer } from '../importer.ts';
import { openFile } from '../reading/open-file.ts';
import { readLines } from '../reading/read-lines.ts';
import { readRows } from '../reading/read-rows.ts';
import type { Mapping } from './mapping-contract.ts';
import { suggest } from './nearest-name.ts';
import { findMixedColumns } from './own-numbers.ts';
import { mapOwnRow } from './own-record.ts';
import { ImportFileError } from '../reading/file-row.ts';

/** Imports a shop's or manufacturer's file (CSV, TSV or JSON lines) by its mapping. */
export function createOwnImporter(mapping: Mapping): Importer {
  const { format, delimiter, encoding } = mapping.file;
  const given = delimiter ?? (format === 'tsv' ? '\t' : undefined);
  const openRows = (path: string, onBytesRead: ImportInput['onBytesRead']) =>
    readRows(readLines(openFile(path, onBytesRead), encoding), {
      format: format && (format === 'jsonl' ? 'jsonl' : 'separated'),
      delimiters: given ? [given] : format === 'csv' ? [',', ';', '|'] : [',', ';', '\t', '|'],
      hasLineEnds: true,
      checkColumns: (columns) => checkColumns(mapping, columns),
    });
  let mixedColumns: ReadonlySet<string> = new Set();
  return {
    sourceCode: mapping.source.code,
    newSource: mapping.source,
    archiveKind: mapping.kind,
    async *readRows({ path, onBytesRead, isStopped }) {
      // The file is read twice: a wrong sign must be known before the first row is saved.
      mixedColumns = await findMixedColumns(
        openRows(path, () => {}),
        mapping,
        isStopped,
      );
      yield* openRows(path, onBytesRead);
    },
    mapRow: (row, catalogue) => mapOwnRow(row, mapping, catalogue, mixedColumns),
  };
}

const MOST_SHOWN = 100;

/** @throws {ImportFileError} listing every missing column */
function checkColumns(mapping: Mapping, columns: readonly string[]): void {
  const wanted = [
    ['barcode', mapping.barcode],
    ...(mapping.key === undefined ? [] : [['key', mapping.key]]),
    ...Object.entries(mapping.facts).flatMap(([name, rule]) =>
      'constant' in rule || rule.optional ? [] : [[`facts.${name}`, rule.column]],
    ),
  ] as const;
  const missing = wanted.filter(([, column = '']) => !columns.includes(column));
  if (missing.length === 0) return;
  const lines = missing.map(
    ([place, column = '']) => `${place}: there is no column "${column}"${suggest(column, columns)}`,
  );
  const shown = columns.slice(0, MOST_SHOWN).join(', ');
  const has = `It has: ${shown}${columns.length > MOST_SHOWN ? ` and ${columns.length - MOST_SHOWN} more` : ''}`;
  throw new ImportFileError(['The file has not the columns of the mapping:', ...lines, has].join('\n  '));
}
