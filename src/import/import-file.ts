import { sql } from 'drizzle-orm';
import { createSource } from '../catalog/sources/change-source.ts';
import type { Db } from '../platform/db/client.ts';
import { loadCatalogueContext } from '../facts/state/catalogue-context.ts';
import { saveAuditEntry } from '../platform/audit/audit-store.ts';
import {
  isSourceNew,
  listCategoryKinds,
  loadImportContext,
  saveLastImportedAt,
  type ImportContext,
} from './import-context.ts';
import type { ImportRecord } from './import-record.ts';
import { countUp, createReport, type ImportReport } from './import-report.ts';
import { readRecords, type ReadingOptions, type ReadRecord } from './read-records.ts';
import { saveBatch } from './save-batch.ts';

export interface ImportOptions extends ReadingOptions {
  db: Db;
  /** Connection for the work at the end: its statements take minutes, and wait as long for locks. */
  maintenanceDb?: Db | undefined;
  /** Code of the source that supplies the file's facts; the importer's own unless given. */
  sourceCode?: string | undefined;
  batchSize?: number;
  /** Filled during the run, so that the counts of a failed run are available. */
  report?: ImportReport;
  /** Called if the final vacuum fails, which does not fail the import: autovacuum will do it. */
  onUntidied?: (error: unknown) => void;
}

const ACTOR = 'cli:import';
const BATCH_SIZE = 1_000;
/** A batch mostly waits for the database; more than two connections are no faster on two cores. */
export const CONNECTIONS = 2;
/** The most rows that are read and not saved yet. */
export const ROWS_READ_AHEAD = (CONNECTIONS + 1) * BATCH_SIZE;
/** From this many changed rows on, the tables are vacuumed at the end. */
const MANY = 10_000;

/**
 * Imports a file in batches of one transaction each; the next batch is read while the last one is saved. Importing
 * the same file again changes nothing. Returns the counts.
 * @throws {UnknownSourceError} {ImportFileError} and errors of reading or the database; batches saved before stay
 */
export async function importFile(options: ImportOptions): Promise<ImportReport> {
  const startedAt = performance.now();
  const { db, importer, report = createReport(), maintenanceDb = db } = options;
  const { sourceCode = importer.sourceCode } = options;
  const catalogue = await loadCatalogueContext(db);
  const isNewSource = isSourceNew(catalogue, importer, sourceCode);
  const records = readRecords(options, { categoryKinds: listCategoryKinds(catalogue) }, report);
  // An unreadable file must not create its source.
  const first = await records.next();
  if (isNewSource && importer.newSource) await createSource(db, { actor: ACTOR }, importer.newSource);
  const context = await loadImportContext(db, sourceCode);
  await saveAudit(maintenanceDb, 'import.started', context, { file: options.path });
  const failures: unknown[] = [];
  try {
    await saveRows(options, context, report, first, records);
    await saveLastImportedAt(maintenanceDb, context.sourceId);
    if (report.created + report.updated + report.completed >= MANY) {
      await tidyTables(maintenanceDb).catch((error: unknown) => options.onUntidied?.(error));
    }
  } catch (error) {
    failures.push(error);
  }
  report.durationSeconds = (performance.now() - startedAt) / 1_000;
  report.rowsPerSecond = Math.round(report.rowsRead / report.durationSeconds);
  // `maxRSS` is in kilobytes on every system.
  report.peakMemoryMb = Math.round(process.resourceUsage().maxRSS / 1_024);
  await saveAudit(maintenanceDb, 'import.finished', context, report).catch((error: unknown) =>
    failures.push(error),
  );
  // The first failure is the cause.
  if (failures.length > 0) throw failures[0];
  return report;
}

async function saveRows(
  options: ImportOptions,
  context: ImportContext,
  report: ImportReport,
  first: IteratorResult<ReadRecord, void>,
  records: AsyncGenerator<ReadRecord, void>,
): Promise<void> {
  const batches = createBatchQueue(async (batch: readonly ImportRecord[]) => {
    const counts = await saveBatch(options.db, batch, context.sourceCode);
    report.created += counts.created;
    report.completed += counts.completed;
    report.updated += counts.updated;
    report.unchanged += counts.unchanged;
    report.takenBarcodes += counts.takenBarcodes;
    if (counts.erased > 0) countUp(report.refusedRows, 'erased', counts.erased);
  });
  let batch: ImportRecord[] = [];
  let isReadToEnd = false;
  try {
    for (let next = first; !next.done; next = await records.next()) {
      batch.push(next.value.record);
      if (batch.length < (options.batchSize ?? BATCH_SIZE)) continue;
      await batches.add(batch);
      batch = [];
    }
    isReadToEnd = options.signal?.aborted !== true;
  } finally {
    try {
      await records.return();
      // Keeps what was read before the file broke off.
      if (batch.length > 0) await batches.add(batch);
    } finally {
      // Nothing keeps running when the import ends, whatever failed.
      await batches.end();
    }
  }
  report.isComplete = isReadToEnd;
}

/**
 * After many new rows the trigram indexes have a long pending list, which every search reads to its end, and the
 * planner has the statistics of a small catalogue. Autovacuum would start a minute later at best. Tables that it
 * already works on are skipped.
 */
async function tidyTables(db: Db): Promise<void> {
  await db.execute(
    sql`vacuum (analyze, skip_locked) products, barcodes, brands, food_details, provenance, source_records`,
  );
}

/**
 * Runs `save` for each batch, as many at once as there are connections, while the next batch is read. `add` waits for
 * a free connection. After a failure it throws, and saves nothing more.
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

async function saveAudit(db: Db, action: string, context: ImportContext, after: object): Promise<void> {
  await saveAuditEntry(db, { actor: ACTOR }, { action, entity: 'source', entityId: context.sourceId, after });
}
