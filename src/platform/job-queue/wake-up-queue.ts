import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresBackend, Queue, withBackend, Worker, type Telemetry } from 'bullmq';
import { timeout, TimeoutStrategy } from 'cockatiel';
import { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { createPool } from '../db/client.ts';
import { POOL_SIZES } from '../db/pool-sizes.ts';
import type { QUEUES } from '../db/migrate.ts';

const Postgres = withBackend(createPostgresBackend);

/** A job only signals that there is work. The work itself is in our tables. */
const JOB_OPTIONS = { removeOnComplete: { count: 100 }, removeOnFail: { count: 1_000 }, attempts: 1 };
/** Waiting jobs of a paused queue are `paused` on Postgres but `waiting` on Redis; the types only know the latter. */
const WAITING_STATES = ['waiting', 'paused' as 'waiting'] as const;
const CONNECT_MS = 500;
const CLOSE_MS = 2_000;
const patience = timeout(CLOSE_MS, TimeoutStrategy.Aggressive).dangerouslyUnref();
const WORKER_OPTIONS = {
  concurrency: 1,
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 10,
  // The default would retry only 15 s after a failure.
  runRetryDelay: 1_000,
};

export interface QueueOptions {
  /** Default `index-sync`. */
  queue?: (typeof QUEUES)[number];
  /** BullMQ uses this Redis; undefined: the schema `bullmq` of Postgres. */
  redisUrl: string | undefined;
  databaseUrl: string;
  /** Separates installations that share one Redis. */
  prefix?: string;
  /** Makes spans of jobs, and has a job carry its trace. */
  telemetry?: Telemetry | undefined;
  logger: Logger;
}

export interface WakeUpQueue {
  /**
   * Adds a job for the indexer unless one is waiting. Never throws, and takes at most about 2 s if the queue is
   * unreachable.
   * @returns whether a job is waiting
   */
  wake(): Promise<boolean>;
  /**
   * Runs an operator’s query or change on the queue.
   * @throws when the queue is unreachable, or takes more than 2 s
   */
  ask<T>(question: (queue: JobQueue) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The part of BullMQ's queue that operators use, which is the same on both backends. */
export type JobQueue = Pick<
  Queue,
  | 'exportPrometheusMetrics'
  | 'getJobCounts'
  | 'getJobs'
  | 'getJobCountByTypes'
  | 'getJob'
  | 'isPaused'
  | 'pause'
  | 'resume'
  | 'name'
>;

export function createWakeUpQueue(options: QueueOptions): WakeUpQueue {
  const { logger } = options;
  const redis = options.redisUrl
    ? new Redis(options.redisUrl, {
        enableOfflineQueue: false,
        maxRetriesPerRequest: 1,
        commandTimeout: 1_000,
        connectTimeout: CONNECT_MS,
        retryStrategy: () => 200,
      })
    : undefined;
  // Without a listener, a lost connection would end the process. `wake` logs its own failures.
  redis?.on('error', () => undefined);
  let queue: OpenQueue | undefined;
  let failing = false;
  /** @throws when the queue is unreachable */
  const connect = async (): Promise<OpenQueue['queue']> => {
    const used = (queue ??= openQueue(options, redis));
    try {
      // BullMQ waits without a timeout for a first connection.
      if (redis && redis.status !== 'ready') await waitUntilReady(redis);
      if (!redis) await patience.execute(() => used.queue.waitUntilReady());
      return used.queue;
    } catch (error) {
      // A queue in Postgres never recovers from a failed first connection: the next call opens another queue.
      if (!redis && queue === used) {
        queue = undefined;
        void used.close().catch(() => undefined);
      }
      throw error;
    }
  };
  return {
    async wake() {
      try {
        const jobs = await connect();
        // A waiting job will see this change too, so only a few jobs ever wait, even if the indexer is down for days.
        // BullMQ's own deduplication can block every later job if its key outlives an outage.
        if ((await jobs.getJobCountByTypes(...WAITING_STATES)) === 0) await jobs.add('drain', {});
        failing = false;
        return true;
      } catch (error) {
        if (!failing) logger.warn({ reason: messageOf(error) }, 'the queue takes no wake-ups');
        failing = true;
        return false;
      }
    },
    async ask(question) {
      return await patience.execute(async () => await question(await connect()));
    },
    async close() {
      await queue?.close().catch(() => undefined);
      redis?.disconnect();
    },
  };
}

export interface WakeUpWorker {
  close(): Promise<void>;
}

/** Calls `onWakeUp` for each wake-up. It reconnects for as long as its Redis or Postgres is unreachable. */
export function createWakeUpWorker(options: QueueOptions, onWakeUp: () => void): WakeUpWorker {
  const { logger, queue: name = 'index-sync' } = options;
  const redis = options.redisUrl
    ? new Redis(options.redisUrl, { maxRetriesPerRequest: null, retryStrategy: () => 1_000 })
    : undefined;
  redis?.on('error', () => undefined);
  let failing = false;
  let reopening: NodeJS.Timeout | undefined;
  let closed = false;
  const handle = async () => {
    failing = false;
    onWakeUp();
  };
  const open = () => {
    const pool = redis ? undefined : createQueuePool(options, POOL_SIZES.queueWorker);
    const worker = pool
      ? new Postgres.Worker(name, handle, { connection: pool, ...WORKER_OPTIONS, ...sharedOf(options) })
      : new Worker(name, handle, { connection: redis!, ...WORKER_OPTIONS, ...sharedOf(options) });
    const close = (force: boolean) => closeBoth(() => worker.close(force), pool);
    worker.on('error', (error: Error) => {
      if (!failing) logger.warn({ reason: messageOf(error) }, 'no wake-ups at the moment; the sweep goes on');
      failing = true;
    });
    worker.waitUntilReady().catch(async () => {
      // A worker on Postgres never recovers from a failed first connection.
      await close(true).catch(() => undefined);
      if (!closed) reopening = setTimeout(() => (current = open()), 1_000);
    });
    return { close };
  };
  let current = open();
  return {
    async close() {
      closed = true;
      clearTimeout(reopening);
      // Without `force` the worker ends its loop as well, but waits without a timeout for an unreachable Redis.
      const isAway = redis !== undefined && redis.status !== 'ready';
      const closing = current.close(isAway).catch(() => undefined);
      await Promise.race([closing, sleep(CLOSE_MS, undefined, { ref: false })]);
      redis?.disconnect();
    },
  };
}

interface OpenQueue {
  queue: JobQueue & Pick<Queue, 'add' | 'waitUntilReady'>;
  close(): Promise<void>;
}

function openQueue(options: QueueOptions, redis: Redis | undefined): OpenQueue {
  const { queue: name = 'index-sync' } = options;
  const pool = redis ? undefined : createQueuePool(options, POOL_SIZES.queueSender);
  const queue = pool
    ? new Postgres.Queue(name, { connection: pool, defaultJobOptions: JOB_OPTIONS, ...sharedOf(options) })
    : new Queue(name, { connection: redis!, defaultJobOptions: JOB_OPTIONS, ...sharedOf(options) });
  queue.on('error', () => undefined);
  return {
    queue,
    close: () => closeBoth(() => queue.close(), pool),
  };
}

async function closeBoth(closeUser: () => Promise<void>, pool: Pool | undefined): Promise<void> {
  try {
    await closeUser();
  } finally {
    await pool?.end();
  }
}

/** @throws when Redis is not connecting, or is not connected in time */
async function waitUntilReady(redis: Redis): Promise<void> {
  if (redis.status !== 'connecting' && redis.status !== 'connect') throw new Error('not connected to Redis');
  await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECT_MS) });
}

/** Returns the message alone: the error of a lost connection holds the whole client. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the options that queues and workers share. */
function sharedOf({ prefix, telemetry }: QueueOptions): { prefix?: string; telemetry?: Telemetry } {
  return { ...(prefix && { prefix }), ...(telemetry && { telemetry }) };
}

/**
 * Returns a pool for BullMQ. When BullMQ opens a connection itself, it removes every listener before the connection has
 * ended. If the server cuts it at that moment, the error has no listener and ends the process. A worker reserves one
 * connection of the pool for LISTEN.
 */
function createQueuePool(options: QueueOptions, max: number): Pool {
  return createPool({
    url: options.databaseUrl,
    applicationName: 'factshelf-queue',
    max,
    statementTimeoutMs: 2_000,
    settings: { search_path: 'bullmq' },
    logger: options.logger,
  });
}
