import { createPostgresBackend, Queue, withBackend, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';

const Postgres = withBackend(createPostgresBackend);

/** A job says no more than "something is dirty": what is, the indexer reads from the outbox. */
const QUEUE = 'index-sync';

export interface QueueOptions {
  /** With Redis BullMQ lives there, else in the schema `bullmq` of Postgres. */
  redisUrl: string | undefined;
  databaseUrl: string;
  /** Keeps apart installations that share one Redis. */
  prefix?: string;
  logger: Logger;
}

const JOB_OPTIONS = { removeOnComplete: { count: 100 }, removeOnFail: { count: 1_000 }, attempts: 1 };

export interface WakeUpQueue {
  /** Wakes the indexer. Never throws: without the job the indexer's sweep finds the marks within 2 s. */
  wake(): Promise<void>;
  close(): Promise<void>;
}

export function createWakeUpQueue(options: QueueOptions): WakeUpQueue {
  const { logger } = options;
  const redis = options.redisUrl
    ? new Redis(options.redisUrl, {
        enableOfflineQueue: false,
        maxRetriesPerRequest: 1,
        commandTimeout: 1_000,
        connectTimeout: 500,
      })
    : undefined;
  // Without a listener a lost connection would end the process; `wake` reports its own failure.
  redis?.on('error', (error) => logger.debug({ err: error }, 'queue connection'));
  const queue = redis
    ? new Queue(QUEUE, { connection: redis, defaultJobOptions: JOB_OPTIONS, ...prefixOf(options) })
    : new Postgres.Queue(QUEUE, {
        connection: postgresConnection(options.databaseUrl),
        defaultJobOptions: JOB_OPTIONS,
      });
  queue.on('error', (error) => logger.debug({ err: error }, 'queue connection'));
  return {
    async wake() {
      try {
        await queue.add('drain', {});
      } catch (error) {
        logger.warn({ err: error }, 'could not wake the indexer; its sweep will find the change');
      }
    },
    async close() {
      await queue.close();
      redis?.disconnect();
    },
  };
}

export interface WakeUpWorker {
  close(): Promise<void>;
}

/** Calls `drain` for each wake-up, one at a time. */
export function createWakeUpWorker(options: QueueOptions, drain: () => Promise<void>): WakeUpWorker {
  const { logger } = options;
  // A worker waits for Redis as long as it is away, and looks for it at least once a second.
  const redis = options.redisUrl
    ? new Redis(options.redisUrl, { maxRetriesPerRequest: null, retryStrategy: () => 1_000 })
    : undefined;
  redis?.on('error', (error) => logger.debug({ err: error }, 'queue connection'));
  const settings = { concurrency: 1, lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 10 };
  const worker = redis
    ? new Worker(QUEUE, drain, { connection: redis, ...settings, ...prefixOf(options) })
    : new Postgres.Worker(QUEUE, drain, { connection: postgresConnection(options.databaseUrl), ...settings });
  worker.on('error', (error) => logger.warn({ err: error }, 'queue worker'));
  return {
    async close() {
      await worker.close();
      redis?.disconnect();
    },
  };
}

function prefixOf(options: QueueOptions): { prefix?: string } {
  return options.prefix ? { prefix: options.prefix } : {};
}

function postgresConnection(url: string) {
  return { connectionString: url, max: 2, application_name: 'factshelf-queue', connectionTimeoutMillis: 1_000 };
}
