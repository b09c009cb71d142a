import type { Logger } from 'pino';
import { keepRunning, type Part } from './keep-running.ts';
import { startNodePart } from '../node-part.ts';
import type { Servers, Stoppable } from '../start-servers.ts';

interface ProcessesOptions {
  port: number;
  /** Resolves when the databases are ready. Meanwhile, the processes load their modules. */
  servers: Promise<Servers>;
  logger: Logger;
  /** Started parts are added here, and are stopped in reverse order. */
  parts: Stoppable[];
  folders?: ApiFolders | undefined;
}

/** Folders of the API's files. */
interface ApiFolders {
  DUMP_DIR: string;
  IMAGE_DIR: string;
  IMAGE_CACHE_DIR: string;
}

/** Returns the settings of the API and of the indexer. Each gets only the secrets it needs. */
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

/** Starts the API and the indexer, adds them to `parts`, and returns the first API process. */
export async function startProcesses(options: ProcessesOptions): Promise<Part> {
  const { port, logger, parts, folders } = options;
  const env = {
    ...process.env,
    // No load balancer has to notice the stop first, because the whole program stops.
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
  // Needed even without an index: it stamps the change feed and delivers webhooks.
  const startIndexer = async () =>
    await startNodePart(
      'indexer/main',
      env,
      settings.then(({ indexer }) => indexer),
    );
  const api = await keepRunning('api', startApi, logger);
  const both: Stoppable[] = [api];
  parts.push(together(both));
  // Starting earlier would slow down a machine with two cores, and no caller waits for the indexer.
  await options.servers;
  both.push(await keepRunning('indexer', startIndexer, logger));
  return api.first;
}

/** Stops parts in parallel, so that none waits for another one's last work. */
function together(parts: readonly Stoppable[]): Stoppable {
  return {
    stop: async () => void (await Promise.all(parts.map((part) => part.stop()))),
    kill: () => parts.forEach((part) => part.kill()),
  };
}
