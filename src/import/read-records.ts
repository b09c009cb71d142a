import type { BarcodeRefusal, ImportRecord, ImportWarning, RowRefusal, RowWarning } from './import-record.ts';
import { countUp, type ImportReport } from './import-report.ts';
import type { Importer, MappingCatalogue } from './importer.ts';
import { ImportFileError } from './reading/file-row.ts';

export interface Refusal {
  line: number;
  code: string;
  reason: RowRefusal | BarcodeRefusal | Extract<ImportWarning, 'decimal_sign'>;
  /** The product was kept without this barcode or value. */
  isProductKept: boolean;
  /** The refused value, if it is not the barcode. */
  detail?: string | undefined;
}

export interface ReadingOptions {
  path: string;
  importer: Importer;
  /** The most rows to read. */
  limit?: number | undefined;
  /** Skips products whose barcode is refused, instead of keeping them without one. */
  skipsWithoutBarcode?: boolean;
  /** A file without a usable row is none that failed, such as the changes of a quiet day. */
  mayHaveNothing?: boolean;
  onRefusal?: (refusal: Refusal) => void;
  /** `bytes` counts what was read from disk. */
  onProgress?: (progress: { rows: number; bytes: number }) => void;
  /** Ends the run early; what was read so far is saved. */
  signal?: AbortSignal;
}

export interface ReadRecord {
  line: number;
  code: string;
  record: ImportRecord;
  warnings: readonly RowWarning[];
}

/**
 * Yields the records of a file, each source key once. The report counts refused rows and dropped values.
 * @throws {ImportFileError} no row is usable, or the reader's error
 */
export async function* readRecords(
  options: ReadingOptions,
  catalogue: MappingCatalogue,
  report: ImportReport,
): AsyncGenerator<ReadRecord> {
  const { importer } = options;
  const seenKeys = createCodeSet();
  // Two source keys with one barcode are one product.
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
      // There may be much to read before the first row.
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
    for (const { reason, detail } of warnings) {
      countUp(report.warnings, reason);
      if (reason === 'decimal_sign') options.onRefusal?.({ line, code, reason, isProductKept: true, detail });
    }
    takenCount += 1;
    yield { line, code, record, warnings };
  }
  if (takenCount === 0 && !options.mayHaveNothing && !options.signal?.aborted) throw describeNothing(report);
}

/** Fails for a file without usable rows, so that a scheduled import reports an empty or changed file. */
function describeNothing({ rowsRead, refusedRows }: ImportReport): ImportFileError {
  const reasons = Object.entries(refusedRows).map(([reason, count]) => `${count} ${reason}`);
  return new ImportFileError(
    rowsRead === 0
      ? 'The file has no rows.'
      : `No row of the file could be imported: ${rowsRead} rows, refused as ${reasons.join(', ')}.`,
  );
}

interface CodeSet {
  /** Adds a code. Returns false if the set has it already. */
  add(code: string): boolean;
}

const LONGEST_EXACT = 15;

/**
 * Remembers the codes of a run. A full export has millions, and a Set of texts takes hundreds of megabytes. Codes of
 * up to 15 digits are therefore kept as numbers in an open-addressed table: 8 to 24 bytes each.
 */
export function createCodeSet(initialSlots = 2 ** 16): CodeSet {
  let slots = new Float64Array(initialSlots).fill(-1);
  let count = 0;
  const others = new Set<string>();

  const grow = () => {
    const larger = new Float64Array(slots.length * 2).fill(-1);
    for (const value of slots) if (value !== -1) insert(larger, value);
    slots = larger;
  };

  return {
    add(code) {
      // A leading 1 keeps zeros: `012` and `12` are different codes.
      if (code.length > LONGEST_EXACT || !/^[0-9]+$/.test(code)) {
        if (others.has(code)) return false;
        others.add(code);
        return true;
      }
      if (!insert(slots, Number(`1${code}`))) return false;
      count += 1;
      if (count * 3 > slots.length * 2) grow();
      return true;
    },
  };
}

function insert(table: Float64Array, value: number): boolean {
  let slot = spread(value) & (table.length - 1);
  while (table[slot] !== -1) {
    if (table[slot] === value) return false;
    slot = (slot + 1) & (table.length - 1);
  }
  table[slot] = value;
  return true;
}

/** A hash: a company's codes differ only in their last digits, so every bit must affect every other. */
function spread(value: number): number {
  const low = Math.imul((value % 2 ** 32) | 0, 0x9e3779b1);
  let bits = low ^ Math.imul(Math.floor(value / 2 ** 32), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  return (bits ^ (bits >>> 15)) >>> 0;
}
