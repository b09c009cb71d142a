import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { loadDemoCatalogue } from '../src/demo/demo-catalogue.ts';
import { claimDataDir, SERVICE } from '../src/embedded/processes/running-instance.ts';
import { settingsOf } from '../src/embedded/processes/start-processes.ts';
import { startServers, type Stoppable } from '../src/embedded/start-servers.ts';
import { readConfig } from '../src/platform/config.ts';
import { createDb, createPool } from '../src/platform/db/client.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';
import { createLogger } from '../src/platform/logger.ts';
import { findDumpRoot } from '../src/publish/dumps/dump-folder.ts';
import { findImageRoot } from '../src/review/pictures/storage/open-storage.ts';

/** Files that the API reads without importing them. */
const READ_BY_API = ['docs/*.md', 'src/**/*.json', 'src/pages/assets/**'];

/**
 * `npm run dev`: the servers of `npm start`, and the API and the indexer from their sources. Both restart when a file
 * changes that they use. Vite serves the console and replaces changed parts of it in the browser.
 */
const config = readConfig();
const logger = createLogger('dev', config.LOG_LEVEL);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
const parts: Stoppable[] = [];
try {
  await start();
  await once(stopping.signal, 'abort');
} finally {
  for (const part of parts.toReversed()) await part.stop();
}

async function start(): Promise<void> {
  const claim = await claimDataDir(config.DATA_DIR, SERVICE);
  parts.push(claim);
  const servers = await startServers(config, logger, parts);
  await prepareDatabase(servers);
  if (config.DEMO_CATALOGUE) await fill(servers.databaseUrl);
  const settings = settingsOf(servers);
  const folders = {
    DUMP_DIR: findDumpRoot(config),
    IMAGE_DIR: findImageRoot(config),
    IMAGE_CACHE_DIR: config.IMAGE_CACHE_DIR ?? join(config.DATA_DIR, 'picture-cache'),
  };
  const origin = `http://127.0.0.1:${config.PORT}`;
  const watch = ['tsx/dist/cli.mjs', 'watch', '--clear-screen=false'];
  const include = READ_BY_API.flatMap((glob) => ['--include', glob]);
  parts.push(run([...watch, ...include, 'src/main.ts'], { ...settings.api, ...folders, STOP_DELAY_MS: '0' }));
  parts.push(run([...watch, 'indexer/main.ts'], settings.indexer));
  parts.push(run(['vite/bin/vite.js', 'console'], { API_ORIGIN: origin }));
  await claim.publish({
    port: config.PORT,
    DATABASE_URL: servers.databaseUrl,
    MIGRATION_DATABASE_URL: servers.ownerUrl,
    MEILI_URL: servers.meilisearch?.url,
    MEILI_MASTER_KEY: servers.meilisearch?.masterKey,
  });
  process.stdout.write(
    `\nPages and API: ${origin}. Console: the address that Vite prints. Ctrl-C stops everything.\n\n`,
  );
}

async function fill(url: string): Promise<void> {
  const pool = createPool({ url, applicationName: 'factshelf-dev', statementTimeoutMs: 60_000, logger });
  try {
    await loadDemoCatalogue(createDb(pool), logger);
  } finally {
    await pool.end();
  }
}

/** Runs a tool of `node_modules` until `stop`. */
function run([tool = '', ...args]: string[], env: NodeJS.ProcessEnv): Stoppable {
  const child = spawn(process.execPath, [join('node_modules', tool), ...args], {
    env: { ...process.env, MIGRATION_DATABASE_URL: undefined, MEILI_MASTER_KEY: undefined, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  // tsx ends at once and leaves its program running, so signals go to the group of both.
  const signal = (name: NodeJS.Signals | 0) => child.pid !== undefined && process.kill(-child.pid, name);
  return {
    stop: async () => {
      try {
        for (signal('SIGTERM'); ; signal(0)) await setTimeout(100);
      } catch {
        // The group is gone.
      }
    },
    kill: () => void signal('SIGKILL'),
  };
}
