import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { findFreePort } from '../processes/free-port.ts';
import { keepRunning, type KeptPart, type Part } from '../processes/keep-running.ts';
import {
  buildEnvironments,
  keepApi,
  keepIndexer,
  together,
  type ProcessesOptions,
} from '../processes/start-processes.ts';
import { waitUntilReady } from '../processes/wait-until-ready.ts';
import { copyPrimary, PRIMARY_SETTINGS, startStandby } from '../postgres/embedded-standby.ts';
import type { Constellation } from '../run-start.ts';
import { readDatabaseUrls, type Stoppable } from '../start-servers.ts';
import { hasRedis, startRedis } from './embedded-redis.ts';
import { startFront, type Front } from './front.ts';

const APIS = 3;
const INDEXERS = 2;
/** An API that is told to stop serves on for as long as the front may not know it yet. */
const STOP_DELAY_MS = 1_000;

interface Process {
  part: KeptPart<Part>;
  /** Where it says whether it is ready. */
  origin: string;
}

/**
 * Several of everything, to try and to test how they work together: a Postgres and its standby, Redis, three API processes behind
 * one address, two indexers of which one waits. `SIGUSR2` restarts the processes one after another.
 */
export function createCluster(): Constellation {
  const lines: string[] = [];
  return {
    postgresSettings: PRIMARY_SETTINGS,
    hints: () => lines,
    startProcesses: async (options) => {
      const { port, config, servers, logger, parts, folders, stopping } = options;
      const redisUrl = config.REDIS_URL ?? (await startOwnRedis(options));
      if (redisUrl === undefined) {
        lines.push('There is no redis-server on the PATH: limits are counted in memory and Postgres.');
      }
      const readUrl = config.DATABASE_READ_URL ?? (await startOwnStandby(options));
      if (readUrl === undefined)
        lines.push('DATABASE_URL is set, and no DATABASE_READ_URL: no replica is read.');
      const more = {
        REDIS_URL: redisUrl,
        DATABASE_READ_URL: readUrl,
        STOP_DELAY_MS: String(STOP_DELAY_MS),
        // The front says who calls.
        TRUST_PROXY: '1',
        HOST: '127.0.0.1',
      };
      const environments = buildEnvironments(servers, folders);
      const apis: Process[] = [];
      const indexers: Process[] = [];
      const started: Stoppable[] = [];
      parts.push(together(started));
      for (let i = 0; i < APIS; i += 1) {
        const own = await findFreePort();
        const metricsPort = await findFreePort();
        const ports = { PORT: String(own), METRICS_PORT: String(metricsPort) };
        const part = await keepApi({ ...environments.api, ...more, ...ports }, logger);
        started.push(part);
        apis.push({ part, origin: `http://127.0.0.1:${own}` });
      }
      for (let i = 0; i < INDEXERS; i += 1) {
        const own = await findFreePort();
        const part = await keepIndexer(
          { ...environments.indexer, ...more, INDEXER_PORT: String(own) },
          logger,
        );
        started.push(part);
        indexers.push({ part, origin: `http://127.0.0.1:${own}` });
      }
      for (const { origin, part } of apis) await waitUntilReady(origin, part.first, stopping);
      const front = await startFront(
        apis.map(({ origin }) => origin),
        { port, host: config.HOST },
      );
      parts.push(front);
      restartOnSignal([...apis, ...indexers], front, logger, stopping);
      lines.push(
        ...apis.map(({ origin }, i) => `  API ${i + 1}                ${origin}`),
        ...indexers.map(({ origin }, i) => `  Indexer ${i + 1}            ${origin}/readyz`),
        '',
        `One after another they are restarted by: kill -USR2 ${process.pid}`,
      );
      const [first] = apis;
      if (!first) throw new Error('there is an API');
      return first.part.first;
    },
  };
}

async function startOwnRedis({ config, logger, parts }: ProcessesOptions): Promise<string | undefined> {
  if (!(await hasRedis())) return undefined;
  let port: number | undefined;
  const start = async () => {
    const redis = await startRedis({ dataDir: config.DATA_DIR, port, logger });
    port = redis.port;
    return redis;
  };
  const redis = await keepRunning('redis', start, logger);
  parts.push(redis);
  return redis.first.url;
}

/** Undefined: the database is not ours. */
async function startOwnStandby({
  config,
  servers,
  logger,
  parts,
}: ProcessesOptions): Promise<string | undefined> {
  if (readDatabaseUrls(config)) return undefined;
  const options = { dataDir: config.DATA_DIR, primaryUrl: servers.ownerUrl, logger };
  await copyPrimary(options);
  let port: number | undefined;
  const start = async () => {
    const standby = await startStandby({ ...options, port });
    port = standby.port;
    return standby;
  };
  const standby = await keepRunning('standby', start, logger);
  parts.push(standby);
  const url = new URL(servers.databaseUrl);
  url.port = String(standby.first.port);
  return url.href;
}

/** The next one only when the one before serves again; a signal that comes meanwhile does nothing. */
function restartOnSignal(
  processes: readonly Process[],
  front: Front,
  logger: Logger,
  stopping: AbortSignal,
): void {
  let isRestarting = false;
  const restart = async () => {
    if (isRestarting || stopping.aborted) return;
    isRestarting = true;
    try {
      for (const { part, origin } of processes) {
        const next = await part.restart();
        await waitUntilReady(origin, next, stopping);
        await front.look();
        // A balancer takes it in, and the process gets to know the catalogue.
        await sleep(STOP_DELAY_MS, undefined, { signal: stopping });
      }
      process.stdout.write('All processes have been restarted.\n');
    } catch (error) {
      if (!stopping.aborted) logger.error({ err: error }, 'a process could not be restarted');
    } finally {
      isRestarting = false;
    }
  };
  process.on('SIGUSR2', () => void restart());
}
