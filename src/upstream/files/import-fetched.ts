import type pg from 'pg';
import { importFile } from '../../import/import-file.ts';
import type { ImportReport } from '../../import/import-report.ts';
import { createOffImporter } from '../../import/open-food-facts/off-importer.ts';
import { ImportFileError } from '../../import/reading/file-row.ts';
import { openFile } from '../../import/reading/open-file.ts';
import { openDatabaseSession } from '../../import/usda/database-session.ts';
import { createUsdaImporter } from '../../import/usda/usda-importer.ts';
import { createDb } from '../../platform/db/client.ts';
import type { FetchedFile } from './fetch-file.ts';
import type { Step } from './plan-run.ts';
import { UpstreamFault } from '../upstream-fault.ts';
import type { Upstream } from '../upstream-store.ts';

interface Importing {
  pool: pg.Pool;
  maintenancePool: pg.Pool;
  upstream: Upstream;
  step: Step;
  file: FetchedFile;
  report: ImportReport;
  onRows: (rows: number) => void;
  signal: AbortSignal;
}

/**
 * Imports a fetched file as `npm run import` does. Rows that are not in it are left as they are.
 * @throws {UpstreamFault} the file is damaged or no export; the rows before that are saved
 */
export async function importFetched(importing: Importing): Promise<void> {
  const { pool, maintenancePool, upstream, step, file, report, onRows, signal } = importing;
  if (step.kind === 'delta' && (await isEmpty(file.path))) return;
  const importer =
    upstream.form === 'fooddata_central'
      ? createUsdaImporter(() => openDatabaseSession(maintenancePool))
      : createOffImporter({ sourceCode: upstream.code });
  try {
    await importFile({
      path: file.path,
      importer,
      mayHaveNothing: step.kind === 'delta',
      db: createDb(pool),
      maintenanceDb: createDb(maintenancePool),
      report,
      onProgress: ({ rows }) => onRows(rows),
      signal,
    });
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    throw new UpstreamFault(`${step.name}: ${error.message}`, 'file', 0, { cause: error });
  }
  signal.throwIfAborted();
}

/** On a day without changes a delta has no row. */
async function isEmpty(path: string): Promise<boolean> {
  try {
    for await (const bytes of openFile(path)) if (bytes.length > 0) return false;
    return true;
  } catch {
    // The import says what is wrong with it.
    return false;
  }
}
