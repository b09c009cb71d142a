import { readConfig, type Config } from '../platform/config.ts';
import { createDb, createPool, type DatabaseOptions, type Db } from '../platform/db/client.ts';
import { resolveServices } from '../embedded/connect.ts';
import { createLogger } from '../platform/logger.ts';

/** Runs a command's work on the database of this installation, and disconnects. */
export async function onDatabase(
  name: string,
  work: (db: Db, config: Config) => Promise<void>,
  options: Partial<DatabaseOptions> = {},
): Promise<void> {
  const config = readConfig();
  const logger = createLogger(name, config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL);
  const services = await resolveServices(config, logger);
  const pool = createPool({
    url: services.databaseUrl,
    applicationName: `factshelf-${name}`,
    max: 1,
    statementTimeoutMs: 10_000,
    logger,
    ...options,
  });
  try {
    await work(createDb(pool), config);
  } finally {
    await pool.end();
    await services.stop();
  }
}
