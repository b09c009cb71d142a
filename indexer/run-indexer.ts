import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../src/db/client.ts';
import type { Metrics } from '../src/metrics.ts';
import { createWakeUpWorker, type QueueOptions } from '../src/queue/wake-up-queue.ts';
import { markDirty } from '../src/search/outbox-store.ts';
import { createDrain, type Drain } from './drain-outbox.ts';
import type { IndexWriter } from './index-writer.ts';
import { createTrouble } from './trouble.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';

const FINISH_MS = 4_000;

export interface IndexerOptions extends QueueOptions {
  db: Db;
  index: IndexWriter;
  indexUid: string;
  /** How often the outbox is looked at when nobody wakes the indexer. */
  sweepMs: number;
  metrics: Metrics;
}

export interface Indexer {
  /** Lets the engine finish what it has been sent, for at most 4 s; what is left is done by the next indexer. */
  close(): Promise<void>;
}

/** Keeps the index equal to Postgres, as long as it is the only one to write to it; until then it waits. */
export function startIndexer(options: IndexerOptions): Indexer {
  const { logger } = options;
  const stopping = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const lock = await acquireWriterLock({ ...options, signal: stopping.signal });
      if (lock) await writeWhileHeld(lock);
    }
  }

  async function writeWhileHeld(lock: WriterLock): Promise<void> {
    logger.info({ index: options.indexUid }, 'writing to the index');
    const ended = AbortSignal.any([stopping.signal, lock.lost]);
    const drain = createDrain({ ...options, lock, signal: ended });
    // Only the writer listens: another indexer would take wake-ups away from it.
    const wakeUps = createWakeUpWorker(options, () => drain.wake());
    ended.addEventListener('abort', () => drain.wake());
    const trouble = createTrouble(logger);
    while (!ended.aborted) {
      try {
        await drain.step();
        trouble.over();
      } catch (error) {
        if (!ended.aborted)
          await sleep(trouble.report(error), undefined, { signal: ended }).catch(() => undefined);
      }
    }
    await wakeUps.close();
    if (!lock.lost.aborted) await drain.finish(FINISH_MS).catch(() => undefined);
    if (lock.lost.aborted) await giveUp(drain);
    await lock.release();
  }

  /** Another writer may have been overwritten with something older: it is to write these products once more. */
  async function giveUp(drain: Drain): Promise<void> {
    const productIds = drain.listUnfinished();
    logger.warn({ products: productIds.length }, 'the lock of the index is lost: no longer writing to it');
    const trouble = createTrouble(logger);
    while (productIds.length > 0) {
      try {
        return await markDirty(options.db, productIds);
      } catch (error) {
        const delayMs = trouble.report(error);
        if (stopping.signal.aborted) return;
        await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const done = run();
  return {
    async close() {
      stopping.abort();
      await done;
    },
  };
}
