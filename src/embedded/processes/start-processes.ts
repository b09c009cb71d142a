import type { Logger } from 'pino';
import { keepRunning, type KeptPart, type Part } from './keep-running.ts';
import { startNodePart } from '../node-part.ts';
import type { Servers, Stoppable } from '../start-servers.ts';

interface ProcessesOptions {
  port: number;
  servers: Servers;
  logger: Logger;
  /** Takes what is started, last to stop first. */
  parts: Stoppable[];
  folders?: ApiFolders | undefined;
}

/** Where the API keeps files, by its settings. */
export interface ApiFolders {
  DUMP_DIR: string;
  IMAGE_DIR: string;
}

interface Environments {
  api: NodeJS.ProcessEnv;
  indexer: NodeJS.ProcessEnv;
}

/** What an API process and an indexer are told: each no more than it needs. */
function buildEnvironments(servers: Servers, folders: ApiFolders | undefined): Environments {
  const env = {
    ...process.env,
    // Who stops this stops all of it: nobody else is to notice first.
    STOP_DELAY_MS: '0',
    DATABASE_URL: servers.databaseUrl,
    MIGRATION_DATABASE_URL: undefined,
    MEILI_URL: servers.meilisearch?.url,
  };
  const masterKey = servers.meilisearch?.masterKey;
  const searchKey = servers.meilisearch?.searchKey;
  return {
    api: {
      ...env,
      ...folders,
      MEILI_MASTER_KEY: searchKey === undefined ? masterKey : undefined,
      MEILI_SEARCH_KEY: searchKey,
    },
    indexer: { ...env, MEILI_MASTER_KEY: masterKey },
  };
}

async function keepApi(env: NodeJS.ProcessEnv, logger: Logger): Promise<KeptPart<Part>> {
  return await keepRunning('api', async () => await startNodePart('src/main', env), logger);
}

/** Without an index as well: it serves the change feed and delivers to webhooks. */
async function keepIndexer(env: NodeJS.ProcessEnv, logger: Logger): Promise<KeptPart<Part>> {
  return await keepRunning('indexer', async () => await startNodePart('indexer/main', env), logger);
}

/** Stopped together: each may take its time to finish what it is at, and none waits for another. */
function together(parts: readonly Stoppable[]): Stoppable {
  return {
    stop: async () => void (await Promise.all(parts.map((part) => part.stop()))),
    kill: () => parts.forEach((part) => part.kill()),
  };
}

/** Starts the API and the indexer, puts them on `parts`, and returns the first API process. */
export async function startProcesses({
  port,
  servers,
  logger,
  parts,
  folders,
}: ProcessesOptions): Promise<Part> {
  const { api: apiEnv, indexer } = buildEnvironments(servers, folders);
  const api = await keepApi({ ...apiEnv, PORT: String(port) }, logger);
  const both: Stoppable[] = [api];
  parts.push(together(both));
  both.push(await keepIndexer(indexer, logger));
  return api.first;
}
