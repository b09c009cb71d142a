import type { Logger } from 'pino';
import type { Config } from '../platform/config.ts';
import type { DatabaseUrls } from '../platform/db/prepare-database.ts';
import { findMeilisearch, startMeilisearch } from './embedded-meilisearch.ts';
import { startPostgres } from './postgres/embedded-postgres.ts';
import { keepRunning } from './processes/keep-running.ts';

export interface Stoppable {
  stop(): Promise<void>;
  kill(): void;
}

export interface Servers extends DatabaseUrls {
  /** Undefined without a Meilisearch. Postgres then answers searches, unless there is an OpenSearch. */
  meilisearch: { url: string; masterKey: string | undefined; searchKey: string | undefined } | undefined;
}

/**
 * Starts the servers for which the settings give no URL. Each is added to `parts` at once, and parts are stopped in
 * reverse order. A server that dies is restarted on the same port, so that its URL stays valid.
 */
export async function startServers(config: Config, logger: Logger, parts: Stoppable[]): Promise<Servers> {
  const starting = [startDatabase(config, logger, parts), startEngine(config, logger, parts)] as const;
  // If one server fails, the other must be in `parts` too, so that it is stopped.
  await Promise.allSettled(starting);
  const [database, meilisearch] = await Promise.all(starting);
  return { ...database, meilisearch };
}

async function startEngine(
  config: Config,
  logger: Logger,
  parts: Stoppable[],
): Promise<Servers['meilisearch']> {
  const { MEILI_URL: url, MEILI_MASTER_KEY: masterKey, MEILI_SEARCH_KEY: searchKey } = config;
  if (url) return { url, masterKey, searchKey };
  if (config.SEARCH_ENGINE !== 'meilisearch') return undefined;
  const binary = await findMeilisearch(config.DATA_DIR, { given: config.MEILI_BIN });
  if (!binary) return undefined;
  let port: number | undefined;
  const server = await keepRunning(
    'meilisearch',
    async () => {
      const started = await startMeilisearch({ binary, dataDir: config.DATA_DIR, logger, port });
      port = started.port;
      return started;
    },
    logger,
  );
  parts.push(server);
  return server.first;
}

/** Returns the configured URLs, or undefined if no database is configured. */
function readDatabaseUrls(config: Config): DatabaseUrls | undefined {
  const { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: ownerUrl = databaseUrl } = config;
  return databaseUrl && ownerUrl ? { databaseUrl, ownerUrl } : undefined;
}

async function startDatabase(config: Config, logger: Logger, parts: Stoppable[]): Promise<DatabaseUrls> {
  const given = readDatabaseUrls(config);
  if (given) return given;
  let port: number | undefined;
  const server = await keepRunning(
    'postgres',
    async () => {
      const started = await startPostgres({ dataDir: config.DATA_DIR, logger, port });
      port = started.port;
      return started;
    },
    logger,
  );
  parts.push(server);
  return { databaseUrl: server.first.serviceUrl, ownerUrl: server.first.url };
}
