import type { Logger } from 'pino';
import type { Db } from '../../src/db/client.ts';
import { markDirty } from '../../src/index/outbox-store.ts';
import { beginReconcile, closeReconcile, findRequestedReconcile } from '../../src/index/reconcile-store.ts';
import { findDifferences, type Differences } from './find-differences.ts';
import type { IndexWriter } from '../drain/index-writer.ts';
import type { IndexerMetrics } from '../indexer-metrics.ts';
import { createTrouble, describeError } from '../trouble.ts';
import { createWakeSignal } from '../wake-signal.ts';

/** With the time that it takes, what differs is put right within a minute. */
const RECONCILE_EVERY_MS = 50_000;
/** After a reconcile that found something, the next one, which is to find nothing any more. */
const AGAIN_MS = 10_000;
/** With a large catalogue it takes long: twice as long it rests. */
const REST_SHARE = 2;

export interface ReconcilerOptions {
  db: Db;
  index: IndexWriter;
  /** While documents are known to be missing there is nothing to compare. */
  isWhole: () => boolean;
  /** Something has been marked. */
  onMarked: () => void;
  metrics: IndexerMetrics;
  logger: Logger;
  signal: AbortSignal;
  /** How often it looks whether a comparison is asked for. */
  sweepMs: number;
  reconcileEveryMs?: number | undefined;
}

export interface Reconciler {
  /** A comparison may be asked for. */
  wake(): void;
  /** What the last one found. */
  lastDrift(): number;
  done: Promise<void>;
}

/** Compares the index with Postgres from time to time, and marks every difference, so that the drain puts it right. */
export function startReconciler(options: ReconcilerOptions): Reconciler {
  const { db, index, metrics, logger, signal, sweepMs, reconcileEveryMs = RECONCILE_EVERY_MS } = options;
  const wakeSignal = createWakeSignal();
  const trouble = createTrouble(logger);
  let drift = 0;
  // Not at once: first of all what changed meanwhile is to be written.
  let nextAt = performance.now() + reconcileEveryMs;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await reconcileIfDue();
        trouble.over();
        await wakeSignal.wait(Math.min(sweepMs, Math.max(0, nextAt - performance.now())));
      } catch (error) {
        if (!signal.aborted) await wakeSignal.wait(trouble.report(error));
      }
    }
  }

  async function reconcileIfDue(): Promise<void> {
    const requested = await findRequestedReconcile(db);
    if (!requested && performance.now() < nextAt) return;
    if (!options.isWhole()) {
      nextAt = performance.now() + sweepMs;
      return;
    }
    const { id } = await beginReconcile(db, requested);
    const startedAt = performance.now();
    try {
      const found = await findDifferences({ db, index, signal, isPolite: true });
      await heal(found);
      report(found, performance.now() - startedAt);
      const { products, missing, stale, ghost, foreign } = found;
      await closeReconcile(db, id, {
        products,
        missing: missing.length,
        stale: stale.length,
        ghost: ghost.length + foreign.length,
      });
      plan(startedAt);
    } catch (error) {
      nextAt = performance.now() + AGAIN_MS;
      await closeReconcile(db, id, { error: describeError(error) });
      throw error;
    }
  }

  async function heal({ missing, stale, ghost, foreign }: Differences): Promise<void> {
    await markDirty(db, [...missing, ...stale, ...ghost]);
    // No mark can name them, and no other request either: they may be deleted out of turn.
    if (foreign.length > 0) await index.sendDeletions(foreign);
    drift = missing.length + stale.length + ghost.length + foreign.length;
    if (drift > 0) options.onMarked();
  }

  function report({ products, missing, stale, ghost, foreign }: Differences, ms: number): void {
    const counts = { missing: missing.length, stale: stale.length, ghost: ghost.length + foreign.length };
    for (const [kind, count] of Object.entries(counts)) {
      metrics.drift.set({ kind }, count);
      metrics.driftFound.inc({ kind }, count);
    }
    metrics.reconcileSeconds.set(ms / 1_000);
    metrics.reconciledAt.setToCurrentTime();
    const line = { products, ...counts, ms: Math.round(ms) };
    if (drift > 0) logger.warn(line, 'the index differs from Postgres: these products are written again');
    else logger.debug(line, 'the index equals Postgres');
  }

  function plan(startedAt: number): void {
    const now = performance.now();
    const regular = Math.max(startedAt + reconcileEveryMs, now + REST_SHARE * (now - startedAt));
    nextAt = drift > 0 ? Math.min(regular, now + AGAIN_MS) : regular;
  }

  signal.addEventListener('abort', () => wakeSignal.wake());
  return { wake: () => wakeSignal.wake(), lastDrift: () => drift, done: run() };
}
