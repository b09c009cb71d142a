import type { GtinRefusal } from '../facts/values/gtin.ts';
import { createCodeSet } from './code-set.ts';
import type { ImportRecord, RowRefusal, RowWarning } from './import-record.ts';
import { countUp, type ImportReport } from './import-report.ts';
import type { Importer, MappingCatalogue } from './importer.ts';
import { ImportFileError } from './reading/import-file-error.ts';

export interface Refusal {
  line: number;
  code: string;
  reason: RowRefusal | GtinRefusal;
  /** The product was kept, without this barcode. */
  isProductKept: boolean;
}

export interface ReadingOptions {
  path: string;
  importer: Importer;
  /** Reads no more rows than this. */
  limit?: number | undefined;
  /** Leaves out products whose barcode is refused, instead of keeping them without one. */
  skipsWithoutBarcode?: boolean;
  onRefusal?: (refusal: Refusal) => void;
  /** Bytes are those of the file as it lies on the disk. */
  onProgress?: (progress: { rows: number; bytes: number }) => void;
  /** Ends the run early; what was read by then is saved. */
  signal?: AbortSignal;
}

export interface ReadRecord {
  line: number;
  code: string;
  record: ImportRecord;
  warnings: readonly RowWarning[];
}

/**
 * The records of a file, each source key once. The report counts refused rows and left-out values.
 * @throws {ImportFileError} no row of the file is one, or what its reader throws
 */
export async function* readRecords(
  options: ReadingOptions,
  catalogue: MappingCatalogue,
  report: ImportReport,
): AsyncGenerator<ReadRecord> {
  const { importer } = options;
  const seenKeys = createCodeSet();
  // A source may name its rows by another key than the barcode; one code is one product all the same.
  const seenBarcodes = createCodeSet();
  let bytes = 0;
  let takenCount = 0;
  const showProgress = () => options.onProgress?.({ rows: report.rowsRead, bytes });
  const refuse = (line: number, code: string, reason: RowRefusal) => {
    countUp(report.refusedRows, reason);
    options.onRefusal?.({ line, code, reason, isProductKept: false });
  };
  const rows = importer.readRows({
    path: options.path,
    onBytesRead(bytesRead) {
      bytes = bytesRead;
      // Before the first row there may be much to read.
      if (report.rowsRead === 0) showProgress();
    },
    onSkipped(reason, count) {
      report.rowsRead += count;
      countUp(report.refusedRows, reason, count);
    },
    isStopped: () => options.signal?.aborted === true,
  });
  for await (const found of rows) {
    if (options.signal?.aborted || report.rowsRead === options.limit) return;
    report.rowsRead += 1;
    showProgress();
    const { line } = found;
    if ('problem' in found) {
      refuse(line, '', found.problem);
      continue;
    }
    const mapped = importer.mapRow(found.row, catalogue);
    if (!mapped.ok) {
      refuse(line, mapped.code, mapped.reason);
      continue;
    }
    const { code, record, barcodeRefusal, warnings } = mapped;
    const isKept = barcodeRefusal === undefined || !options.skipsWithoutBarcode;
    if (barcodeRefusal) {
      countUp(report.refusedBarcodes, barcodeRefusal);
      options.onRefusal?.({ line, code, reason: barcodeRefusal, isProductKept: isKept });
    }
    if (!isKept) {
      countUp(report.refusedRows, 'no_barcode');
      continue;
    }
    const { barcode, sourceKey } = record;
    const isNewBarcode = !barcode || barcode.gtin14 === sourceKey || seenBarcodes.add(barcode.gtin14);
    if (!isNewBarcode || !seenKeys.add(sourceKey)) {
      refuse(line, code, 'duplicate_code');
      continue;
    }
    if (record.facts.category === null) report.withoutCategory += 1;
    for (const { reason } of warnings) countUp(report.warnings, reason);
    takenCount += 1;
    yield { line, code, record, warnings };
  }
  if (takenCount === 0 && !options.signal?.aborted) throw describeNothing(report);
}

/** Fails for a file without usable rows, so that a scheduled import reports an empty or changed file. */
function describeNothing({ rowsRead, refusedRows }: ImportReport): ImportFileError {
  const reasons = Object.entries(refusedRows).map(([reason, count]) => `${count} ${reason}`);
  return new ImportFileError(
    rowsRead === 0
      ? 'The file has no rows.'
      : `Nothing of the file could be taken: ${rowsRead} rows, refused as ${reasons.join(', ')}.`,
  );
}
