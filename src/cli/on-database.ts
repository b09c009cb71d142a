import { readConfig } from '../platform/config.ts';
import { createDb, createPool, type Db } from '../platform/db/client.ts';
import { resolveServices } from '../embedded/connect.ts';
import { createLogger } from '../platform/logger.ts';

/** Does a command's work on the database of this installation, and lets go of it. */
export async function onDatabase(name: string, work: (db: Db) => Promise<void>): Promise<void> {
  const config = readConfig();
  const logger = createLogger(name, config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL);
  const services = await resolveServices(config, logger);
  const pool = createPool({
    url: services.databaseUrl,
    applicationName: `factshelf-${name}`,
    max: 1,
    statementTimeoutMs: 10_000,
    logger,
  });
  try {
    await work(createDb(pool));
  } finally {
    await pool.end();
    await services.stop();
  }
}
