import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { findMeilisearch, startMeilisearch } from './embedded-meilisearch.ts';
import { startPostgres } from './postgres/embedded-postgres.ts';
import { keepRunning } from './processes/keep-running.ts';

export interface Stoppable {
  stop(): Promise<void>;
  kill(): void;
}

export interface Servers {
  databaseUrl: string;
  /** Undefined: there is no Meilisearch, and Postgres answers searches itself. */
  meilisearch: { url: string; masterKey: string | undefined } | undefined;
}

/**
 * Starts what the settings give no URL for; each started server is put on `parts` at once, last to stop first.
 * One that dies is started again on the same port, so that its URL stays true.
 */
export async function startServers(config: Config, logger: Logger, parts: Stoppable[]): Promise<Servers> {
  const databaseUrl = config.DATABASE_URL ?? (await startDatabase(config.DATA_DIR, logger, parts));
  if (config.MEILI_URL) {
    return { databaseUrl, meilisearch: { url: config.MEILI_URL, masterKey: config.MEILI_MASTER_KEY } };
  }
  const binary = await findMeilisearch(config.DATA_DIR);
  if (!binary) return { databaseUrl, meilisearch: undefined };
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
  return { databaseUrl, meilisearch: { url: server.first.url, masterKey: server.first.masterKey } };
}

async function startDatabase(dataDir: string, logger: Logger, parts: Stoppable[]): Promise<string> {
  let port: number | undefined;
  const server = await keepRunning(
    'postgres',
    async () => {
      const started = await startPostgres({ dataDir, logger, port });
      port = started.port;
      return started;
    },
    logger,
  );
  parts.push(server);
  return server.first.url;
}
