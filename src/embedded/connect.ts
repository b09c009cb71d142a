import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../platform/config.ts';
import { prepareDatabase, type DatabaseUrls } from '../platform/db/prepare-database.ts';
import { createLogger } from '../platform/logger.ts';
import { startPostgres } from './postgres/embedded-postgres.ts';
import { claimDataDir, COMMAND, findRunningInstance, SERVICE } from './processes/running-instance.ts';
import { StartError } from './describe-failure.ts';

interface Services extends DatabaseUrls {
  meiliUrl?: string | undefined;
  meiliMasterKey?: string | undefined;
  /** Stops only what was started for this command. */
  stop(): Promise<void>;
}

/**
 * Returns the services for a command line tool. Takes them from the environment, or from the instance that runs on
 * the same data directory. Otherwise starts and migrates an embedded Postgres for the duration of the command.
 * @throws {StartError} if none of these is available
 */
export async function resolveServices(
  config: Config,
  logger: Logger = createLogger('services', config.LOG_LEVEL),
): Promise<Services> {
  const given = {
    meiliUrl: config.MEILI_URL,
    meiliMasterKey: config.MEILI_MASTER_KEY,
    stop: async () => undefined,
  };
  const instance = await findRunningInstance(config.DATA_DIR);
  const databaseUrl = config.DATABASE_URL ?? instance?.DATABASE_URL;
  if (databaseUrl) {
    // The instance's index only matches the instance's own database.
    if (databaseUrl !== instance?.DATABASE_URL) {
      return { ...given, databaseUrl, ownerUrl: config.MIGRATION_DATABASE_URL ?? databaseUrl };
    }
    return {
      ...given,
      databaseUrl,
      ownerUrl: config.MIGRATION_DATABASE_URL ?? instance.MIGRATION_DATABASE_URL ?? databaseUrl,
      ...(given.meiliUrl ? {} : { meiliUrl: instance.MEILI_URL, meiliMasterKey: instance.MEILI_MASTER_KEY }),
    };
  }
  if (instance?.purpose === SERVICE) {
    throw new StartError(`Factshelf is just starting (process ${instance.pid}): try again when it is ready.`);
  }
  const isNew = !existsSync(join(config.DATA_DIR, 'postgres'));
  const claim = await claimDataDir(config.DATA_DIR, COMMAND);
  if (isNew) process.stderr.write(`${resolve(config.DATA_DIR)} has no database: a new one is made there.\n`);
  process.once('SIGTERM', explainEnd);
  try {
    const postgres = await startPostgres({ dataDir: config.DATA_DIR, logger });
    const urls = { databaseUrl: postgres.serviceUrl, ownerUrl: postgres.url };
    const stop = async () => {
      await postgres.stop();
      await claim.stop();
      process.off('SIGTERM', explainEnd);
    };
    try {
      await prepareDatabase(urls);
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return { ...given, ...urls, stop };
  } catch (error) {
    await claim.stop();
    throw error;
  }
}

/** The service ends this command to start its own database. */
function explainEnd(): void {
  process.stderr.write('This command was told to end. If npm start took its place, run it again now.\n');
  // Some commands end by themselves after what they have begun.
  if (process.listenerCount('SIGTERM') === 0) process.exit(143);
}
