import type { Logger } from 'pino';
import { keepRunning, type Part } from './keep-running.ts';
import { startNodePart } from '../node-part.ts';
import type { Servers, Stoppable } from '../start-servers.ts';

/** Starts the API and the indexer, puts them on `parts`, and returns the first API process. */
export async function startProcesses(
  port: number,
  servers: Servers,
  logger: Logger,
  parts: Stoppable[],
  dumpDir?: string,
): Promise<Part> {
  const env = {
    ...process.env,
    PORT: String(port),
    // Who stops this stops all of it: nobody else is to notice first.
    STOP_DELAY_MS: '0',
    DATABASE_URL: servers.databaseUrl,
    MIGRATION_DATABASE_URL: undefined,
    MEILI_URL: servers.meilisearch?.url,
  };
  const masterKey = servers.meilisearch?.masterKey;
  const searchKey = servers.meilisearch?.searchKey;
  const apiEnv = {
    ...env,
    DUMP_DIR: dumpDir,
    MEILI_MASTER_KEY: searchKey === undefined ? masterKey : undefined,
    MEILI_SEARCH_KEY: searchKey,
  };
  const api = await keepRunning('api', async () => await startNodePart('../main', apiEnv), logger);
  const both: Stoppable[] = [api];
  // Stopped together: each may take its time to finish what it is at, and neither waits for the other.
  parts.push({
    stop: async () => void (await Promise.all(both.map((part) => part.stop()))),
    kill: () => both.forEach((part) => part.kill()),
  });
  // Without an index as well: it serves the change feed and delivers to webhooks.
  const indexerEnv = { ...env, MEILI_MASTER_KEY: masterKey };
  const startIndexer = async () => await startNodePart('../../indexer/main', indexerEnv);
  both.push(await keepRunning('indexer', startIndexer, logger));
  return api.first;
}
