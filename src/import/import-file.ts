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
  /** For the work at the end, which is not urgent: its statements take minutes, and wait as long for locks. */
  patientDb?: Db | undefined;
  /** Code of the source that supplies the file's facts; the importer's own unless given. */
  sourceCode?: string | undefined;
  batchSize?: number;
  /** Filled as the run goes on, for who wants the counts of one that fails too. */
  report?: ImportReport;
  /** Told why the tables could not be tidied up, which is no failure of the import: autovacuum will do it. */
  onUntidied?: (error: unknown) => void;
}

const ACTOR = 'cli:import';
const BATCH_SIZE = 1_000;
/** A batch waits for the database most of its time; more than two do not make two cores faster. */
export const CONNECTIONS = 2;
/** Rows from which on the tables are tidied up at the end. */
const MANY = 10_000;

/**
 * Imports a file in batches of one transaction each: the next batch is read while the last one is being saved. A second
 * run of the same file changes nothing. Answers the counts.
 * @throws {UnknownSourceError} {ImportFileError} and what reading or the database throws; batches saved by then stay
 */
export async function importFile(options: ImportOptions): Promise<ImportReport> {
  const startedAt = performance.now();
  const { db, importer, report = createReport(), patientDb = db } = options;
  const { sourceCode = importer.sourceCode } = options;
  const catalogue = await loadCatalogueContext(db);
  const isNewSource = isSourceNew(catalogue, importer, sourceCode);
  const records = readRecords(options, { categoryKinds: listCategoryKinds(catalogue) }, report);
  // A file that cannot be read leaves nothing behind, not even its source.
  const first = await records.next();
  if (isNewSource && importer.newSource) await createSource(db, { actor: ACTOR }, importer.newSource);
  const context = await loadImportContext(db, sourceCode);
  await saveAudit(patientDb, 'import.started', context, { file: options.path });
  const failures: unknown[] = [];
  try {
    await saveRows(options, context, report, first, records);
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
 * After many new rows the trigram indexes have a long pending list, which every search reads to its end, and the
 * planner's statistics are those of a small catalogue. Autovacuum would start in a minute or later; a table that it
 * already works on is left to it.
 */
async function tidyTables(db: Db): Promise<void> {
  await db.execute(
    sql`vacuum (analyze, skip_locked) products, barcodes, brands, food_details, provenance, source_records`,
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

async function saveAudit(db: Db, action: string, context: ImportContext, after: object): Promise<void> {
  await saveAuditEntry(db, { actor: ACTOR }, { action, entity: 'source', entityId: context.sourceId, after });
}
