import type pg from 'pg';
import type { Logger } from 'pino';
import { createPool, MANY_KEYS_SETTINGS } from '../platform/db/client.ts';
import { CONNECTIONS } from './import-file.ts';

/** The connections of an import: for its batches, and for the work at the end, which waits and takes minutes. */
export interface ImportPools {
  pool: pg.Pool;
  maintenancePool: pg.Pool;
  close(): Promise<void>;
}

export function openImportPools(url: string, logger: Logger): ImportPools {
  const pool = createPool({
    url,
    applicationName: 'factshelf-import',
    max: CONNECTIONS,
    statementTimeoutMs: 60_000,
    connectMs: 30_000,
    // Rows are computed between two statements, which on a busy machine takes longer than the limit for requests.
    idleInTransactionMs: 60_000,
    settings: MANY_KEYS_SETTINGS,
    logger,
  });
  // Opened when the rows are saved. While the service runs, the tables may be in use, also by autovacuum.
  const maintenancePool = createPool({
    url,
    applicationName: 'factshelf-import',
    max: 2,
    statementTimeoutMs: 30 * 60_000,
    patienceMs: 2 * 60_000,
    logger,
  });
  return {
    pool,
    maintenancePool,
    async close() {
      await pool.end();
      await maintenancePool.end();
    },
  };
}
