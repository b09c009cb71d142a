import type { ImportInput, Importer } from '../importer.ts';
import { openFile } from '../reading/open-file.ts';
import { readLines } from '../reading/read-lines.ts';
import { readRows, type RowsForm } from '../reading/read-rows.ts';
import { readFeedNumber } from '../values/read-number.ts';
import { addRows, createSignCount } from '../values/sign-count.ts';
import { listOffAmounts } from './off-nutriments.ts';
import { productTypeOf } from './off-product-type.ts';
import { mapOffRow } from './off-record.ts';
import { ImportFileError } from '../reading/file-row.ts';

/** Tab-separated, one row per line: values contain no line breaks. */
export const OFF_FORM: RowsForm = {
  delimiters: ['\t'],
  hasLineEnds: false,
  checkColumns(columns) {
    if (columns.some((name) => ['code', '_id', 'id'].includes(name))) return;
    throw new ImportFileError(
      'The file is neither JSON lines nor tab-separated with a column "code". For a file of your own, say with ' +
        '--mapping what its columns are.',
    );
  },
};

/** How many rows show which decimal sign a file has. */
const SAMPLED_ROWS = 1_000;

/** Imports exports of Open Food Facts, or of Open Beauty, Pet Food and Products Facts by source code. */
export function createOffImporter({
  sourceCode = 'open_food_facts',
}: { sourceCode?: string | undefined } = {}): Importer {
  const productType = productTypeOf(sourceCode);
  const openRows = (path: string, onBytesRead: ImportInput['onBytesRead']) =>
    readRows(readLines(openFile(path, onBytesRead)), OFF_FORM);
  return {
    sourceCode,
    async *readRows({ path, onBytesRead, isStopped }) {
      const count = createSignCount(readFeedNumber);
      const isEnough = (rowCount: number) => rowCount === SAMPLED_ROWS || isStopped();
      await addRows(
        count,
        openRows(path, () => {}),
        listOffAmounts,
        isEnough,
      );
      count.check(
        'The exports have decimal points. Fetch the file again, and do not save it in a spreadsheet.',
      );
      yield* openRows(path, onBytesRead);
    },
    mapRow: (row, catalogue) => mapOffRow(row, { ...catalogue, productType }),
  };
}
