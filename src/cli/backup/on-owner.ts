import { createDb, createPool, type Db } from '../../platform/db/client.ts';
import { createLogger } from '../../platform/logger.ts';

/** Runs work as the owner of the tables, on a separate connection. */
export async function onOwner<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = createPool({
    url,
    applicationName: 'factshelf-backup',
    max: 1,
    statementTimeoutMs: 600_000,
    logger: createLogger('backup', 'silent'),
  });
  try {
    return await work(createDb(pool));
  } finally {
    await pool.end();
  }
}
