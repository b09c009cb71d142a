import type { Logger } from 'pino';
import { keepRunning, type Part } from './keep-running.ts';
import { startNodePart } from '../node-part.ts';
import type { Servers, Stoppable } from '../start-servers.ts';

interface ProcessesOptions {
  port: number;
  /** Once their databases are ready for use: the processes load their modules meanwhile. */
  servers: Promise<Servers>;
  logger: Logger;
  /** Takes what is started, last to stop first. */
  parts: Stoppable[];
  folders?: ApiFolders | undefined;
}

/** Where the API keeps files, by its settings. */
export interface ApiFolders {
  DUMP_DIR: string;
  IMAGE_DIR: string;
  IMAGE_CACHE_DIR: string;
}

/** What an API process and an indexer are told of the servers: each no more than it needs. */
export function settingsOf(servers: Servers): Record<'api' | 'indexer', NodeJS.ProcessEnv> {
  const settings = { DATABASE_URL: servers.databaseUrl, MEILI_URL: servers.meilisearch?.url };
  const masterKey = servers.meilisearch?.masterKey;
  const searchKey = servers.meilisearch?.searchKey;
  return {
    api: {
      ...settings,
      MEILI_MASTER_KEY: searchKey === undefined ? masterKey : undefined,
      MEILI_SEARCH_KEY: searchKey,
    },
    indexer: { ...settings, MEILI_MASTER_KEY: masterKey },
  };
}

/** Starts the API and the indexer, puts them on `parts`, and returns the first API process. */
export async function startProcesses(options: ProcessesOptions): Promise<Part> {
  const { port, logger, parts, folders } = options;
  const env = {
    ...process.env,
    // No balancer has to notice the stop first: the whole program stops.
    STOP_DELAY_MS: '0',
    MIGRATION_DATABASE_URL: undefined,
    MEILI_MASTER_KEY: undefined,
  };
  const settings = options.servers.then(settingsOf);
  const startApi = async () =>
    await startNodePart(
      'src/main',
      { ...env, ...folders, PORT: String(port) },
      settings.then(({ api }) => api),
    );
  // Without an index as well: it serves the change feed and delivers to webhooks.
  const startIndexer = async () =>
    await startNodePart(
      'indexer/main',
      env,
      settings.then(({ indexer }) => indexer),
    );
  const api = await keepRunning('api', startApi, logger);
  const both: Stoppable[] = [api];
  parts.push(together(both));
  // Until then two cores are busy, and no caller waits for the indexer.
  await options.servers;
  both.push(await keepRunning('indexer', startIndexer, logger));
  return api.first;
}

/** Stopped together: each may take its time to finish what it is at, and none waits for another. */
function together(parts: readonly Stoppable[]): Stoppable {
  return {
    stop: async () => void (await Promise.all(parts.map((part) => part.stop()))),
    kill: () => parts.forEach((part) => part.kill()),
  };
}
