import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../src/db/client.ts';
import type { Metrics } from '../src/metrics.ts';
import {
  countMarks,
  deleteMarks,
  listDirtyProducts,
  parkMark,
  unparkMarks,
  type Mark,
} from '../src/search/outbox-store.ts';
import { buildBatch, type Batch } from './build-batch.ts';
import { statusOf, type IndexWriter } from './index-writer.ts';
import { prepareIndex } from './prepare-index.ts';
import { createWordSaver } from './save-words.ts';
import { combineOutcomes } from './task-outcome.ts';
import { describeError } from './trouble.ts';
import { createWakeSignal } from './wake-signal.ts';
import type { WriterLock } from './writer-lock.ts';

const MAX_DOCUMENTS = 1_000;
/** Names of 300 letters all through make that much; a proxy before the engine may take no more. */
const MAX_BYTES = 1_000_000;
/** Batches the engine holds at once: it merges those that wait, so it never idles while the next ones are read. */
const MAX_IN_FLIGHT = 10;
const FIRST_POLL_MS = 10;
const LONGEST_POLL_MS = 100;
const SLOW_BATCH_MS = 30_000;
/** An engine that answers again has by then taken whatever was on the way to it. */
const QUIET_MS = 1_000;

export interface DrainDependencies {
  db: Db;
  index: IndexWriter;
  lock: WriterLock;
  metrics: Metrics;
  logger: Logger;
  /** Ends the waiting for the engine's settings. */
  signal: AbortSignal;
  /** How often the outbox is looked at when nobody wakes the indexer. */
  sweepMs: number;
}

export interface Drain {
  /**
   * Does what there is to do next: sends what is dirty, asks for the oldest task, or waits. Call it again and again,
   * one call at a time. It throws when a server is away or the lock is lost; calling it again goes on.
   */
  step(): Promise<void>;
  /** Ends the wait of `step`: something is dirty. */
  wake(): void;
  /** Sends nothing more and lets the engine finish what it has, for so long at most. */
  finish(deadlineMs: number): Promise<void>;
  /** Products sent whose marks are not deleted yet. When the lock is lost they may have overwritten newer ones. */
  listUnfinished(): string[];
}

interface SentBatch extends Pick<Batch, 'marks' | 'deletions' | 'documentCount'> {
  tasks: number[];
  sentAt: number;
}

/**
 * Makes the index agree with Postgres for every marked product, and deletes a mark when the engine has taken what
 * was read with it. One sequence of requests writes all batches and the engine runs its tasks in the order they
 * came, so of two batches with the same product the later one wins. What fails is read anew, never sent again as it was.
 */
export function createDrain(dependencies: DrainDependencies): Drain {
  const { db, index, lock, metrics, logger, sweepMs } = dependencies;
  const saveWords = createWordSaver(db);
  const signal = createWakeSignal();
  const inFlight: SentBatch[] = [];
  /** Groups out of refused batches: each is sent on its own, and halved until the refused document is alone. */
  const suspects: Mark[][] = [];
  let createdAt: string | undefined;
  let isReady = false;
  /** A request that broke off, or the last one of a writer that died, may still be on its way to the engine. */
  let mayHaveStrays = true;
  let mayBeDirty = true;
  let pollMs = FIRST_POLL_MS;
  let nextSweepAt = 0;

  async function prepare(): Promise<void> {
    if (createdAt === undefined) await unparkMarks(db);
    if (mayHaveStrays) {
      // Sent at once, what is newer could arrive first, and be overwritten.
      await index.findState();
      await sleep(QUIET_MS, undefined, { signal: dependencies.signal });
      mayHaveStrays = false;
    }
    const now = await prepareIndex(dependencies, createdAt);
    if (createdAt !== undefined && createdAt !== now) forgetSent();
    createdAt = now;
    isReady = true;
    mayBeDirty = true;
  }

  /** Everything sent so far went to an index that is no more. The marks are still there. */
  function forgetSent(): void {
    inFlight.length = 0;
    suspects.length = 0;
  }

  async function sweep(): Promise<void> {
    nextSweepAt = Date.now() + sweepMs;
    mayBeDirty = true;
    await lock.assertHeld();
    const { dirty, parked } = await countMarks(db);
    metrics.outboxRows.set({ state: 'dirty' }, dirty);
    metrics.outboxRows.set({ state: 'parked' }, parked);
    if (inFlight.length === 0) await prepare();
  }

  async function fill(): Promise<void> {
    while (inFlight.length < MAX_IN_FLIGHT && (mayBeDirty || suspects.length > 0)) {
      const group = suspects.shift();
      // Before the read: a wake-up during it is for something it may not have seen.
      if (!group) mayBeDirty = false;
      try {
        const products = await listDirtyProducts(db, {
          exceptVersions: [...inFlight.flatMap((sent) => sent.marks), ...suspects.flat()].map(
            (mark) => mark.version,
          ),
          ...(group ? { productIds: group.map((mark) => mark.productId) } : {}),
          limit: MAX_DOCUMENTS,
        });
        if (products.length === 0) continue;
        const batch = buildBatch(products, MAX_BYTES);
        if (products.length === MAX_DOCUMENTS || batch.marks.length < products.length) mayBeDirty = true;
        await saveWords(batch.words);
        await lock.assertHeld();
        await send(batch);
      } catch (error) {
        if (group) suspects.unshift(group);
        mayBeDirty = true;
        throw error;
      }
    }
  }

  async function send(batch: Batch): Promise<void> {
    const { marks, deletions, documentCount } = batch;
    const sent: SentBatch = { marks, deletions, documentCount, tasks: [], sentAt: Date.now() };
    inFlight.push(sent);
    try {
      if (documentCount > 0) sent.tasks.push(await index.sendDocuments(batch.documents));
      if (deletions.length > 0) sent.tasks.push(await index.sendDeletions(deletions));
    } catch (error) {
      const status = statusOf(error);
      if (status === undefined || status >= 500) {
        mayHaveStrays = true;
        isReady = false;
      }
      // It may have arrived all the same, so it counts as sent when another writer is at work by now.
      await lock.assertHeld();
      inFlight.pop();
      if (status !== 400 && status !== 413) throw error;
      await refuse(marks, describeError(error));
    }
  }

  async function settleOldest(): Promise<void> {
    const oldest = inFlight[0];
    if (!oldest) return await signal.wait(Math.max(0, nextSweepAt - Date.now()));
    const outcome = combineOutcomes(await Promise.all(oldest.tasks.map((task) => index.findOutcome(task))));
    if (outcome.state === 'pending') {
      if (Date.now() - oldest.sentAt > SLOW_BATCH_MS) {
        logger.warn({ tasks: oldest.tasks }, 'the search engine takes long; waiting on');
        oldest.sentAt = Infinity;
      }
      await signal.wait(pollMs);
      pollMs = Math.min(LONGEST_POLL_MS, pollMs * 1.5);
      return;
    }
    pollMs = FIRST_POLL_MS;
    // From here on: this process was the only writer all along, and the index is the one it wrote to.
    await lock.assertHeld();
    if (outcome.state === 'succeeded' && (await index.findState())?.createdAt === createdAt) {
      await deleteMarks(db, oldest.marks);
      inFlight.shift();
      metrics.indexedDocuments.inc({ operation: 'write' }, oldest.documentCount);
      metrics.indexedDocuments.inc({ operation: 'delete' }, oldest.deletions.length);
    } else if (outcome.state === 'refused') {
      await refuse(oldest.marks, outcome.reason);
      inFlight.shift();
    } else {
      inFlight.shift();
      mayBeDirty = true;
      isReady = false;
      if (outcome.state === 'lost') throw new Error(`the search engine lost a batch: ${outcome.reason}`);
    }
  }

  async function refuse(marks: Mark[], reason: string): Promise<void> {
    const [only, ...others] = marks;
    if (only && others.length === 0) {
      await parkMark(db, only, reason);
      logger.error({ productId: only.productId, reason }, 'the search engine refuses this product: parked');
      return;
    }
    const half = Math.ceil(marks.length / 2);
    suspects.push(marks.slice(0, half), marks.slice(half));
  }

  return {
    async step() {
      if (!isReady) await prepare();
      if (Date.now() >= nextSweepAt) await sweep();
      await fill();
      await settleOldest();
    },
    wake() {
      mayBeDirty = true;
      signal.wake();
    },
    async finish(deadlineMs) {
      const deadline = Date.now() + deadlineMs;
      while (inFlight.length > 0 && Date.now() < deadline) await settleOldest();
    },
    listUnfinished: () => inFlight.flatMap((sent) => sent.marks.map((mark) => mark.productId)),
  };
}
