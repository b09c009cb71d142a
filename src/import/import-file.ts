import { sql } from 'drizzle-orm';
import type { GtinRefusal } from '../catalog/barcodes/gtin.ts';
import type { Db } from '../db/client.ts';
import { saveAuditEntry } from '../operators/audit/audit-store.ts';
import { createCodeSet } from './open-food-facts/code-set.ts';
import { loadImportContext, saveLastImportedAt, type ImportContext } from './import-context.ts';
import type { ImportRecord, RowRefusal } from './import-record.ts';
import { countUp, createReport, type ImportReport } from './import-report.ts';
import { mapOffRow } from './open-food-facts/off-record.ts';
import { readExport, type ExportLine } from './open-food-facts/read-export.ts';
import { saveBatch } from './save-batch.ts';

export interface Refusal {
  line: number;
  code: string;
  reason: RowRefusal | GtinRefusal;
  /** The product was kept, without this barcode. */
  isProductKept: boolean;
}

export interface ImportOptions {
  db: Db;
  /** For what is done once at the end and has time: its statements take minutes, and wait as long for locks. */
  patientDb?: Db | undefined;
  path: string;
  /** Code of the source that supplies the file's facts. */
  sourceCode: string;
  /** Reads no more rows than this. */
  limit?: number | undefined;
  /** Leaves out products whose barcode is refused, instead of keeping them without one. */
  skipsWithoutBarcode?: boolean;
  /** Takes the only country where a product is sold as its origin when nothing better is given. For measuring. */
  originFromSold?: boolean;
  batchSize?: number;
  onRefusal?: (refusal: Refusal) => void;
  /** Bytes are those of the file as it lies on the disk. */
  onProgress?: (progress: { rows: number; bytes: number }) => void;
  /** Filled as the run goes on, for who wants the counts of one that fails too. */
  report?: ImportReport;
  /** Told why the tables could not be tidied up, which is no failure of the import: autovacuum will do it. */
  onUntidied?: (error: unknown) => void;
  /** Ends the run early; what was read by then is saved. */
  signal?: AbortSignal;
}

const ACTOR = 'cli:import';
const BATCH_SIZE = 1_000;
/** A batch waits for the database most of its time; more than two do not make two cores faster. */
export const CONNECTIONS = 2;
/** Rows from which on the tables are tidied up at the end. */
const MANY = 10_000;

/**
 * Imports an Open Food Facts export, JSON lines or tab-separated, in batches of one transaction each: the next batch
 * is read while the last one is being saved. A second run of the same file changes nothing. Answers the counts.
 * @throws {UnknownSourceError} {ImportFileError} and what reading or the database throws; batches saved by then stay
 */
export async function importFile(options: ImportOptions): Promise<ImportReport> {
  const startedAt = performance.now();
  const { report = createReport(), patientDb = options.db } = options;
  const context = await loadImportContext(options.db, options.sourceCode);
  await saveAudit(options.db, 'import.started', context, { file: options.path });
  const failures: unknown[] = [];
  try {
    await saveRows(options, context, report);
    await saveLastImportedAt(patientDb, context.sourceId);
    if (report.created + report.updated + report.completed >= MANY) {
      await tidyTables(patientDb).catch((error: unknown) => options.onUntidied?.(error));
    }
  } catch (error) {
    failures.push(error);
  }
  report.durationSeconds = (performance.now() - startedAt) / 1_000;
  report.rowsPerSecond = Math.round(report.rowsRead / report.durationSeconds);
  // Kilobytes, on every system.
  report.peakMemoryMb = Math.round(process.resourceUsage().maxRSS / 1_024);
  await saveAudit(patientDb, 'import.finished', context, report).catch((error: unknown) =>
    failures.push(error),
  );
  // What failed first is the cause.
  if (failures.length > 0) throw failures[0];
  return report;
}

async function saveRows(options: ImportOptions, context: ImportContext, report: ImportReport): Promise<void> {
  const batches = createBatchQueue(async (batch: readonly ImportRecord[]) => {
    const counts = await saveBatch(options.db, batch, context.sourceCode);
    report.created += counts.created;
    report.completed += counts.completed;
    report.updated += counts.updated;
    report.unchanged += counts.unchanged;
  });
  let batch: ImportRecord[] = [];
  let isReadToEnd = false;
  try {
    for await (const record of readRecords(options, context, report)) {
      batch.push(record);
      if (batch.length < (options.batchSize ?? BATCH_SIZE)) continue;
      await batches.add(batch);
      batch = [];
    }
    isReadToEnd = options.signal?.aborted !== true;
  } finally {
    try {
      // What was read before the file broke off is kept.
      if (batch.length > 0) await batches.add(batch);
    } finally {
      // Whatever failed, nothing is left running when the import ends.
      await batches.end();
    }
  }
  report.isComplete = isReadToEnd;
}

/**
 * After many new rows the trigram indexes have a list of what is not merged in yet, which every search reads to its
 * end, and the planner's figures are those of a small catalogue. Autovacuum would come to it in a minute or later; a
 * table that it is at already is left to it.
 */
async function tidyTables(db: Db): Promise<void> {
  await db.execute(
    sql`vacuum (analyze, skip_locked) products, barcodes, brands, food_details, field_provenance, source_records`,
  );
}

/**
 * Runs `save` for one batch after another, as many at once as there are connections, while the next batch is read.
 * `add` waits for room; after a failure it throws, and nothing more is saved.
 */
function createBatchQueue<Batch>(save: (batch: Batch) => Promise<void>) {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const throwFailure = () => {
    if (failures.length > 0) throw failures[0];
  };
  const run = async (batch: Batch) => {
    try {
      await save(batch);
    } catch (error) {
      failures.push(error);
    }
  };
  return {
    async add(batch: Batch) {
      if (running.size === CONNECTIONS) await Promise.race(running);
      throwFailure();
      const saving = run(batch).finally(() => running.delete(saving));
      running.add(saving);
    },
    async end() {
      await Promise.all(running);
      throwFailure();
    },
  };
}

async function* readRecords(
  options: ImportOptions,
  context: ImportContext,
  report: ImportReport,
): AsyncGenerator<ImportRecord> {
  const mapping = { categoryCodes: context.categoryCodes, originFromSold: options.originFromSold ?? false };
  const seen = createCodeSet();
  let bytes = 0;
  const refuse = (line: ExportLine, code: string, reason: RowRefusal) => {
    countUp(report.refusedRows, reason);
    options.onRefusal?.({ line: line.line, code, reason, isProductKept: false });
  };
  for await (const line of readExport(options.path, (bytesRead) => (bytes = bytesRead))) {
    if (options.signal?.aborted || report.rowsRead === options.limit) return;
    report.rowsRead += 1;
    options.onProgress?.({ rows: report.rowsRead, bytes });
    if ('problem' in line) {
      refuse(line, '', line.problem);
      continue;
    }
    const mapped = mapOffRow(line.row, mapping);
    if (!mapped.ok) {
      refuse(line, mapped.code, mapped.reason);
      continue;
    }
    const { code, record, barcodeRefusal, warnings } = mapped;
    const isKept = barcodeRefusal === undefined || !options.skipsWithoutBarcode;
    if (barcodeRefusal) {
      countUp(report.refusedBarcodes, barcodeRefusal);
      options.onRefusal?.({ line: line.line, code, reason: barcodeRefusal, isProductKept: isKept });
    }
    if (!isKept) {
      countUp(report.refusedRows, 'no_barcode');
      continue;
    }
    if (!seen.add(record.sourceKey)) {
      refuse(line, code, 'duplicate_code');
      continue;
    }
    for (const warning of warnings) countUp(report.warnings, warning);
    yield record;
  }
}

async function saveAudit(db: Db, action: string, context: ImportContext, after: object): Promise<void> {
  await saveAuditEntry(db, { actor: ACTOR }, { action, entity: 'source', entityId: context.sourceId, after });
}
