import type { Logger } from 'pino';
import type { Db } from '../../src/platform/db/client.ts';
import { markDirty } from '../../src/platform/job-queue/mark-products.ts';
import {
  beginReconcile,
  closeReconcile,
  findRequestedReconcile,
  saveReconcile,
  type Reconcile,
  type ReconcileResult,
} from '../../src/search/index/reconcile-store.ts';
import type { IndexWriter } from '../../src/search/engines/index-engine.ts';
import type { IndexerMetrics } from '../indexer-metrics.ts';
import { createTrouble, describeError } from '../trouble.ts';
import { startLoop } from '../../src/platform/start-loop.ts';
import { findDifferences, findDifferencesOf, type Differences } from './find-differences.ts';
import { createPace } from './pace.ts';
import type { RecentWrites } from './recent-writes.ts';
import { countProductsInUse } from '../../src/search/index/indexed-product-store.ts';
import { measureBacklog } from '../../src/search/index/outbox-store.ts';

/** With the time of the comparison itself, differences in recent writes are corrected within a minute. */
const RECONCILE_EVERY_MS = 50_000;
/** The delay after a comparison that found differences; the next one should find none. */
const AGAIN_MS = 10_000;
/** Shares of the time, and so of one core at most: the endless comparison costs less than 0.02 of a core in total. */
const SHARE = { everything: 0.015, counts: 0.0025 };
/** The share when an operator waits for the comparison, or a fault is known. */
const HURRIED_SHARE = 0.5;

interface ReconcilerOptions {
  db: Db;
  index: IndexWriter;
  recent: RecentWrites;
  /** Returns whether the index can be compared: not while documents are known to be missing. */
  isWhole: () => boolean;
  /** Called after products have been marked. */
  onMarked: () => void;
  metrics: IndexerMetrics;
  logger: Logger;
  signal: AbortSignal;
  /** How often to check for a requested comparison. */
  sweepMs: number;
  reconcileEveryMs?: number | undefined;
  /** The share of the time for a comparison that no operator waits for; 0.015 unless given. */
  reconcileShare?: number | undefined;
}

interface Reconciler {
  /** Checks for a requested comparison. */
  wake(): void;
  /** Returns the number of differences that the last comparison found. */
  lastDrift(): number;
  close(): Promise<void>;
}

/**
 * Compares the index with Postgres, and marks every difference so that the drain corrects it. Counts and recent
 * writes are compared at short intervals. Everything is compared at a pace whose cost does not depend on the
 * catalogue's size, and at full speed on request or after a difference was found.
 */
export function startReconciler(options: ReconcilerOptions): Reconciler {
  const { db, index, recent, metrics, logger, signal, sweepMs } = options;
  const { reconcileEveryMs = RECONCILE_EVERY_MS, reconcileShare = SHARE.everything } = options;
  let drift = 0;
  /** Not at once: the drain must first write what changed while no indexer ran. */
  let nextLookAt = performance.now() + reconcileEveryMs;
  let nextCountAt = nextLookAt;
  let nextPassAt = nextLookAt;
  let isUrgent = false;
  /** Whether the numbers of documents and products differed at the last count. */
  let isCountWrong = false;
  /** Aborts a background comparison. */
  let background = new AbortController();

  async function look(): Promise<number> {
    if (!options.isWhole()) return sweepMs;
    if (await findRequestedReconcile(db)) compareSoon();
    if (performance.now() >= nextLookAt) {
      nextLookAt = performance.now() + reconcileEveryMs;
      const work = { db, index, pace: createPace(1, signal), onCompared: heal };
      const found = await findDifferencesOf(work, recent.take());
      const agree = performance.now() < nextCountAt || (await compareCounts());
      if (countOf(found) > 0) report(found);
      if (countOf(found) > 0 || !agree) {
        nextPassAt = 0;
        isUrgent = true;
        compareSoon();
      }
    }
    return Math.min(sweepMs, Math.max(0, nextLookAt - performance.now()));
  }

  async function compareCounts(): Promise<boolean> {
    const startedAt = performance.now();
    const agree = await countsAgree(db, index);
    const now = performance.now();
    nextCountAt = now + Math.max(reconcileEveryMs - AGAIN_MS, (now - startedAt) / SHARE.counts);
    isCountWrong = !agree;
    if (!agree) logger.warn('the index has too many or too few documents: everything is compared');
    return agree;
  }

  function compareSoon(): void {
    background.abort();
    passing.wake();
  }

  async function pass(): Promise<number> {
    const requested = await findRequestedReconcile(db);
    const restMs = requested ? 0 : nextPassAt - performance.now();
    if (restMs > 0) return restMs;
    if (!options.isWhole()) return sweepMs;
    if (requested) await beginReconcile(db, requested);
    background = new AbortController();
    const mayWait = !requested && !isUrgent;
    isUrgent = false;
    try {
      await compareEverything(requested, mayWait);
    } catch (error) {
      nextPassAt = performance.now() + AGAIN_MS;
      // Aborted in favour of an urgent comparison.
      if (mayWait && background.signal.aborted && !signal.aborted) return 0;
      throw error;
    }
    return 0;
  }

  async function compareEverything(requested: Reconcile | undefined, mayWait: boolean): Promise<void> {
    const [startedAt, startedMs] = [new Date(), performance.now()];
    const close = async (outcome: ReconcileResult | { error: string }) => {
      if (requested) await closeReconcile(db, requested.id, outcome);
      else await saveReconcile(db, startedAt, outcome);
    };
    const until = mayWait ? AbortSignal.any([signal, background.signal]) : signal;
    const pace = createPace(mayWait ? reconcileShare : HURRIED_SHARE, until);
    try {
      const found = await findDifferences({ db, index, pace, onCompared: heal });
      const ms = performance.now() - startedMs;
      metrics.reconcileSeconds.set(ms / 1_000);
      metrics.comparedAllAt.setToCurrentTime();
      report(found, ms);
      await close({ products: found.products, ...countsOf(found) });
      // An unexplained count must not trigger full-speed comparisons again and again.
      if (isCountWrong && drift === 0) nextCountAt = performance.now() + ms / reconcileShare;
      isCountWrong = false;
      isUrgent = drift > 0;
      nextPassAt = isUrgent ? performance.now() + Math.max(AGAIN_MS, ms) : startedMs + reconcileEveryMs;
    } catch (error) {
      // A background comparison starts again; a requested one fails.
      if (requested || !until.aborted) await close({ error: describeError(error) });
      throw error;
    }
  }

  async function heal(page: Differences): Promise<void> {
    metrics.reconciledAt.setToCurrentTime();
    await markDirty(db, [...page.missing, ...page.stale, ...page.ghost]);
    // These ids have no mark, and no other request names them: deleting them out of order is safe.
    if (page.foreign.length > 0) await index.sendDeletions(page.foreign);
    // Differences found by an aborted comparison are corrected too.
    for (const [kind, count] of Object.entries(countsOf(page))) metrics.driftFound.inc({ kind }, count);
    if (countOf(page) > 0) options.onMarked();
  }

  function report(found: Differences, ms?: number): void {
    drift = countOf(found);
    for (const [kind, count] of Object.entries(countsOf(found))) metrics.drift.set({ kind }, count);
    const line = { products: found.products, ...countsOf(found), ...(ms && { ms: Math.round(ms) }) };
    if (drift > 0) logger.warn(line, 'the index differs from Postgres: these products are written again');
    else logger.debug(line, 'the index equals Postgres');
  }

  const shared = { everyMs: sweepMs, signal, logger };
  const passing = startLoop({
    name: 'comparing the whole index',
    work: pass,
    trouble: createTrouble(logger),
    ...shared,
  });
  const looking = startLoop({
    name: 'comparing recent writes',
    work: look,
    trouble: createTrouble(logger),
    ...shared,
  });
  const close = async () => void (await Promise.all([looking.close(), passing.close()]));
  return { wake: looking.wake, lastDrift: () => drift, close };
}

const countsOf = ({ missing, stale, ghost, foreign }: Differences) => ({
  missing: missing.length,
  stale: stale.length,
  ghost: ghost.length + foreign.length,
});

function countOf(found: Differences): number {
  const { missing, stale, ghost } = countsOf(found);
  return missing + stale + ghost;
}

/**
 * Returns whether there are as many documents as products in use. Products in flight are counted before and after,
 * because they may explain a difference.
 */
export async function countsAgree(db: Db, index: IndexWriter): Promise<boolean> {
  const before = await countProducts(db);
  const state = await index.findState();
  const after = await countProducts(db);
  if (!state) return true;
  const onTheirWay = Math.max(before.waiting, after.waiting);
  const fewest = Math.min(before.inUse, after.inUse) - onTheirWay;
  const most = Math.max(before.inUse, after.inUse) + onTheirWay;
  return state.documentCount >= fewest && state.documentCount <= most;
}

async function countProducts(db: Db): Promise<{ inUse: number; waiting: number }> {
  return await db.transaction(
    async (tx) => {
      const { dirty, parked } = await measureBacklog(tx);
      return { inUse: await countProductsInUse(tx), waiting: dirty + parked };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
