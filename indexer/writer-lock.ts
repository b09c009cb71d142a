import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { createLockClient } from '../src/platform/db/advisory-lock.ts';
import { createTrouble } from './trouble.ts';

/** An arbitrary unique number: the first half of the lock's key. The second half names the index. */
const WRITER_LOCK = 7_305_222;
const TRY_EVERY_MS = 1_000;
/** Channels: products were marked; a rebuild or a comparison was requested. */
const LISTEN = 'listen products_changed; listen index_work';

/** This process is no longer the writer of the index. */
class WriterLockLostError extends Error {}

export interface WriterLock {
  /** Fires when the lock's connection ends. */
  readonly lost: AbortSignal;
  /**
   * Asks the server, so that a connection that was cut while this process was suspended is noticed too.
   * @throws {WriterLockLostError}
   */
  assertHeld(): Promise<void>;
  /** Calls `onChange` when Postgres notifies that there is something to do, with the trace of the change. */
  listen(onChange: (traceparent: string | undefined) => void): void;
  release(): Promise<void>;
}

interface WriterLockOptions {
  databaseUrl: string;
  indexUid: string;
  logger: Logger;
  /** Stops waiting for the lock. */
  signal: AbortSignal;
}

/**
 * Waits until this process is the only writer of the index; returns undefined when told to stop waiting. The lock is
 * a session-level advisory lock on a connection of its own: Postgres frees it when the process or the connection
 * dies. Connect to Postgres directly, not through a session-sharing pooler.
 */
export async function acquireWriterLock(options: WriterLockOptions): Promise<WriterLock | undefined> {
  const { logger, signal } = options;
  const trouble = createTrouble(logger);
  let isWaiting = false;
  while (!signal.aborted) {
    const client = createLockClient(options.databaseUrl, 'factshelf-indexer-lock');
    try {
      await client.connect();
      // Polls: a statement that waits in the server would hold a snapshot, and so keep Postgres from vacuuming the
      // very active outbox.
      while (!signal.aborted) {
        const { rows } = await client.query<{ locked: boolean }>(
          'select pg_try_advisory_lock($1, hashtext($2)) as locked',
          [WRITER_LOCK, options.indexUid],
        );
        trouble.over();
        if (rows[0]?.locked) {
          await client.query(LISTEN);
          return holdLock(client);
        }
        if (!isWaiting) logger.info('another indexer writes to the index; waiting to take its place');
        isWaiting = true;
        await pause(TRY_EVERY_MS, signal);
      }
      await client.end().catch(() => undefined);
    } catch (error) {
      const delayMs = trouble.report(error);
      await client.end().catch(() => undefined);
      await pause(delayMs, signal);
    }
  }
  return undefined;
}

function holdLock(client: Client): WriterLock {
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  return {
    lost: lost.signal,
    async assertHeld() {
      if (!lost.signal.aborted) {
        try {
          await client.query('select 1');
          return;
        } catch {
          lost.abort();
        }
      }
      throw new WriterLockLostError('the connection that holds the lock of the index is lost');
    },
    listen(onChange) {
      client.on('notification', ({ payload }) => onChange(payload));
    },
    async release() {
      await client.end().catch(() => undefined);
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
