import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Logger } from 'pino';
import { listWorkPlaces, removeLeftovers } from '../doctor/leftovers.ts';
import { checkNode } from '../doctor/machine.ts';
import { findDumpRoot } from '../publish/dumps/dump-folder.ts';
import { findImageRoot } from '../review/pictures/storage/open-storage.ts';
import { readConfig, type Config } from '../platform/config.ts';
import { createDb, createPool, type Db } from '../platform/db/client.ts';
import { prepareDatabase } from '../platform/db/prepare-database.ts';
import { createLogger } from '../platform/logger.ts';
import { CONSOLE } from '../platform/release.ts';
import { buildOrigin, buildWelcome, findExample, type Example } from './addresses.ts';
import { loadDemoCatalogue } from '../demo/demo-catalogue.ts';
import { prepareConsole } from './build-console.ts';
import { describeFailure, StartError } from './describe-failure.ts';
import { errorCodeOf } from '../platform/error-code.ts';
import { probePort } from './processes/free-port.ts';
import { claimDataDir, endCommand, SERVICE } from './processes/running-instance.ts';
import { startProcesses } from './processes/start-processes.ts';
import { startServers, type Servers, type Stoppable } from './start-servers.ts';
import { waitUntilFound, waitUntilReady } from './processes/wait-until-ready.ts';

/** Ctrl-C ends everything within 5 s: after this time, remaining processes are killed. */
const STOP_DEADLINE_MS = 4_500;
/** npm forwards a Ctrl-C that the terminal already sent to all processes, so one key press gives two signals. */
const SAME_KEY_PRESS_MS = 500;

/** Runs everything with one command: servers, migrations, demo catalogue, API and indexer, until a signal. */
async function main(): Promise<void> {
  const parts: Stoppable[] = [];
  const stopping = stopOnSignal(() => {
    inTurn(parts).kill();
    process.exit(1);
  });
  let exitCode = 0;
  try {
    await start(readConfig(), parts, stopping);
    if (!stopping.aborted) await once(stopping, 'abort');
  } catch (error) {
    if (!stopping.aborted) {
      process.stderr.write(`${describeFailure(error)}\n`);
      exitCode = 1;
    }
  }
  // Stops in reverse order: the API and the indexer, Meilisearch, Postgres, the claim on the directory.
  await inTurn(parts).stop();
  process.exit(exitCode);
}

/** Aborts on the first signal. A second signal, or the deadline, calls `force`. */
function stopOnSignal(force: () => void): AbortSignal {
  const stopping = new AbortController();
  let firstAt = 0;
  const onSignal = () => {
    if (stopping.signal.aborted) {
      if (Date.now() - firstAt > SAME_KEY_PRESS_MS) force();
      return;
    }
    firstAt = Date.now();
    setTimeout(force, STOP_DEADLINE_MS).unref();
    stopping.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  return stopping.signal;
}

async function start(config: Config, parts: Stoppable[], stopping: AbortSignal): Promise<void> {
  const logger = createLogger('start', config.LOG_LEVEL);
  await endCommand(config.DATA_DIR, (pid) =>
    say(`A command (process ${pid}) uses the database by itself and is ended: run it again when this runs.`),
  );
  const claim = await claimDataDir(config.DATA_DIR, SERVICE);
  parts.push(claim);
  await removeLeftovers(listWorkPlaces(config));
  const port = await findApiPort(config);
  stopping.throwIfAborted();
  for (const { is_wrong: isWrong, says, remedy } of checkNode())
    if (isWrong) say(`${says} To mend it, ${remedy}.`);
  const buildingConsole = prepareConsole(stopping).catch(() => {
    if (stopping.aborted) return;
    say('The operator console could not be built: `npm run build` says why.');
  });
  const serverParts: Stoppable[] = [];
  const processParts: Stoppable[] = [];
  parts.push(inTurn(serverParts), inTurn(processParts));
  const preparing = prepare(config, logger, serverParts, stopping);
  const api = await startProcesses({
    port,
    servers: preparing.then(({ servers }) => servers),
    logger,
    parts: processParts,
    folders: {
      DUMP_DIR: findDumpRoot(config),
      IMAGE_DIR: findImageRoot(config),
      IMAGE_CACHE_DIR: config.IMAGE_CACHE_DIR ?? join(config.DATA_DIR, 'picture-cache'),
    },
  });
  const { servers, example } = await preparing;
  await claim.publish({
    port,
    DATABASE_URL: servers.databaseUrl,
    MIGRATION_DATABASE_URL: servers.ownerUrl,
    MEILI_URL: servers.meilisearch?.url,
    MEILI_MASTER_KEY: servers.meilisearch?.masterKey,
  });
  const origin = buildOrigin(config.HOST, port);
  await waitUntilReady(origin, api, stopping);
  if (example) {
    await onDatabase(servers.databaseUrl, logger, async (db) => {
      const indexed = (servers.meilisearch ?? config.OPENSEARCH_URL) && db;
      await waitUntilFound(origin, example, indexed, stopping);
    });
  }
  await buildingConsole;
  const hasConsole = existsSync(join(CONSOLE, 'index.html'));
  say(buildWelcome({ origin, dataDir: resolve(config.DATA_DIR), example, hasConsole }));
}

/** Starts the servers, migrates the database, loads the demo catalogue, and returns an example product. */
async function prepare(
  config: Config,
  logger: Logger,
  parts: Stoppable[],
  stopping: AbortSignal,
): Promise<{ servers: Servers; example: Example | undefined }> {
  const servers = await startServers(config, logger, parts);
  if (!servers.meilisearch && config.SEARCH_ENGINE === 'meilisearch') {
    say(
      'No Meilisearch for this machine: Postgres answers searches itself. Set MEILI_URL to use one of yours.',
    );
  }
  stopping.throwIfAborted();
  await prepareDatabase(servers);
  stopping.throwIfAborted();
  const example = await onDatabase(servers.databaseUrl, logger, async (db) => {
    if (config.DEMO_CATALOGUE) await loadDemoCatalogue(db, logger);
    return await findExample(db);
  });
  stopping.throwIfAborted();
  return { servers, example };
}

/** Stops parts one after the other, last first. */
function inTurn(parts: readonly Stoppable[]): Stoppable {
  return {
    async stop() {
      for (const part of parts.toReversed()) await part.stop();
    },
    kill: () => parts.forEach((part) => part.kill()),
  };
}

/** Checked before anything is started, because the API itself would find out only at the end. */
async function findApiPort({ PORT, HOST }: Config): Promise<number> {
  try {
    return await probePort(PORT, HOST);
  } catch (error) {
    const code = errorCodeOf(error);
    const reason =
      code === 'EADDRINUSE'
        ? `Port ${PORT} on ${HOST} is in use: stop the program that uses it, or choose another one with PORT.`
        : `Port ${PORT} on ${HOST} cannot be listened on (${code}): choose others with PORT and HOST.`;
    throw new StartError(reason, { cause: error });
  }
}

async function onDatabase<T>(url: string, logger: Logger, work: (db: Db) => Promise<T>): Promise<T> {
  const applicationName = 'factshelf-start';
  const pool = createPool({ url, applicationName, max: 2, statementTimeoutMs: 60_000, logger });
  try {
    return await work(createDb(pool));
  } finally {
    await pool.end();
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

new Command('start')
  .description(
    'Runs everything that has no address in the environment, the API and the indexer, until Ctrl-C.',
  )
  .parse();
await main();
