import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../src/platform/db/client.ts';
import {
  createWakeUpQueue,
  createWakeUpWorker,
  type QueueOptions,
} from '../src/platform/job-queue/wake-up-queue.ts';
import { startLoop } from '../src/platform/start-loop.ts';
import { markDirty } from '../src/platform/job-queue/mark-products.ts';
import type { IndexEngine } from '../src/search/engines/index-engine.ts';
import { forwardChanges } from './forward-changes.ts';
import { resetIndexMeters, type IndexerMetrics } from './indexer-metrics.ts';
import { createKeeper, type IndexKeeper } from './keep-index.ts';
import { createRecentWrites } from './reconcile/recent-writes.ts';
import { startReconciler } from './reconcile/reconcile.ts';
import { startSuggestionKeeper } from './suggestions/keep-suggestions.ts';
import { NO_TRACING, type Tracing } from '../src/platform/tracing/tracing.ts';
import { createTrouble } from './trouble.ts';
import { watchLag } from './watch-lag.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';

const FINISH_MS = 4_000;

interface IndexerOptions extends Omit<QueueOptions, 'telemetry'> {
  db: Db;
  tracing?: Tracing;
  engine: IndexEngine;
  indexUid: string;
  /** How often to check the outbox and the engine without a wake-up. */
  sweepMs: number;
  /** How often to compare recent writes, and at most how often everything; 50 s unless given. */
  reconcileEveryMs?: number | undefined;
  /** The share of the time spent on comparing everything; 0.015 unless given. */
  reconcileShare?: number | undefined;
  metrics: IndexerMetrics;
}

export interface Indexer {
  /** Returns whether this process is the writer; otherwise it is on standby. */
  isWriter(): boolean;
  /** Lets the engine finish its tasks, for at most 4 s; the next indexer does the rest. */
  close(): Promise<void>;
}

/** Keeps the index equal to Postgres while it holds the writer lock; on standby until then. */
export function startIndexer(options: IndexerOptions): Indexer {
  const { logger, tracing = NO_TRACING } = options;
  const queueOptions: QueueOptions = { ...options, telemetry: tracing.telemetry };
  const stopping = new AbortController();
  let isWriter = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const lock = await acquireWriterLock({ ...options, signal: stopping.signal });
      if (lock) await writeWhileHeld(lock);
    }
  }

  async function writeWhileHeld(lock: WriterLock): Promise<void> {
    logger.info({ index: options.indexUid }, 'writing to the index');
    const ended = AbortSignal.any([stopping.signal, lock.lost]);
    const recent = createRecentWrites();
    const suggestions = startSuggestionKeeper({
      ...options,
      index: options.engine.suggestions,
      signal: ended,
    });
    const keeper = createKeeper({
      ...options,
      tracing,
      lock,
      onWritten(lane, ids) {
        recent.note(lane, ids);
        suggestions.noteWritten(lane, ids);
      },
      signal: ended,
    });
    const reconciler = startReconciler({
      ...options,
      index: options.engine.live,
      recent,
      isWhole: () => keeper.isWhole(),
      onMarked: () => keeper.wake(),
      signal: ended,
    });
    const wake = () => {
      keeper.wake();
      reconciler.wake();
    };
    // Only the writer listens: a standby would take wake-ups away from it.
    const wakeUps = createWakeUpWorker(queueOptions, wake);
    ended.addEventListener('abort', wake);
    const queue = createWakeUpQueue(queueOptions);
    const forwarding = forwardChanges({ lock, queue, wake, tracing, signal: ended, logger });
    const watching = watchLag({
      ...options,
      signal: ended,
      lastDrift: () => reconciler.lastDrift(),
    });
    options.metrics.isWriter.set(1);
    isWriter = true;
    const writing = startLoop({
      name: 'writing the index',
      work: () => keeper.step(),
      everyMs: 0,
      trouble: createTrouble(logger),
      signal: ended,
      logger,
    });
    if (!ended.aborted) await once(ended, 'abort');
    await writing.close();
    isWriter = false;
    options.metrics.isWriter.set(0);
    await Promise.all([reconciler.close(), watching.close(), forwarding.close(), suggestions.close()]);
    resetIndexMeters(options.metrics);
    await Promise.all([wakeUps.close(), queue.close()]);
    if (!lock.lost.aborted) await keeper.finish(FINISH_MS).catch(() => undefined);
    if (lock.lost.aborted) await giveUp(keeper);
    await lock.release();
  }

  /** Another writer's newer documents may have been overwritten: mark these products so that it writes them again. */
  async function giveUp(keeper: IndexKeeper): Promise<void> {
    const productIds = keeper.listUnfinished();
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
    isWriter: () => isWriter,
    async close() {
      stopping.abort();
      await done;
    },
  };
}
