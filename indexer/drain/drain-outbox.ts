import type { Logger } from 'pino';
import type { Db } from '../../src/platform/db/client.ts';
import {
  deleteMarks,
  listDirtyProducts,
  parkMark,
  type Lane,
  type Mark,
} from '../../src/search/index/outbox-store.ts';
import type { BackgroundPace } from './background-pace.ts';
import { buildBatch, MAX_BATCH_BYTES, MAX_BATCH_DOCUMENTS, type Batch } from './build-batch.ts';
import { statusOf } from '../../src/search/engines/engine-error.ts';
import {
  combineOutcomes,
  type IndexEngine,
  type IndexWriter,
} from '../../src/search/engines/index-engine.ts';
import type { IndexerMetrics } from '../indexer-metrics.ts';
import type { SendGate } from './send-gate.ts';
import { describeError } from '../trouble.ts';
import type { Tracing } from '../../src/platform/tracing/tracing.ts';
import { createWakeSignal } from '../../src/platform/wake-signal.ts';
import type { WriterLock } from '../writer-lock.ts';

/** Batches that the engine holds at once, and merges. `BackgroundPace` limits the lane of bulk changes. */
const MOST_IN_FLIGHT = { people: 4, refused: 10 };
/** A refused batch is split into this many parts: three rounds find one document among a thousand. */
const PARTS = 10;
const FIRST_POLL_MS = 10;
const LONGEST_POLL_MS = 50;
const SLOW_BATCH_MS = 30_000;

interface DrainDependencies {
  db: Db;
  /** The indexes that dirty products are sent to; the drain waits while the list is empty. */
  targets: () => IndexWriter[];
  /**
   * Returns whether the live index is the one that was inspected. Called after products were read: if the index has
   * been lost, sending documents would create another index with these documents alone.
   */
  isLiveUnchanged: () => Promise<boolean>;
  renderDocument: IndexEngine['renderDocument'];
  gate: SendGate;
  background: BackgroundPace;
  lock: WriterLock;
  tracing: Tracing;
  /** Receives the products whose documents the engine has written. */
  onWritten: (lane: SentLane, productIds: string[]) => void;
  metrics: IndexerMetrics;
  logger: Logger;
}

interface Drain {
  /**
   * Does the next step: sends dirty products, checks the oldest task, or waits at most `patienceMs`. Call it
   * repeatedly, one call at a time. Throws when a server is unavailable or the lock is lost; the next call continues.
   */
  step(patienceMs: number): Promise<void>;
  /** Checks the outbox in the next step. */
  look(): void;
  /** Checks the outbox, and ends the wait of `step`. */
  wake(): void;
  /** Whether the engine has answered for everything that was sent. */
  isIdle: () => boolean;
  /** Sends nothing more and waits at most this long for the engine to finish. */
  finish(deadlineMs: number): Promise<void>;
  /**
   * Products that were sent and whose marks are not deleted yet. If the lock is lost, they may have overwritten newer
   * ones.
   */
  listUnfinished(): string[];
}

/** `refused`: part of a refused batch. */
export type SentLane = Lane | 'refused';

/** A batch that the engine has not answered for. */
interface SentBatch extends Pick<Batch, 'marks' | 'deletions' | 'documentCount'> {
  lane: SentLane;
  /** Batches of its lane that the engine held already. */
  others: number;
  tasks: { index: IndexWriter; uid: number }[];
  sentAt: number;
}

/**
 * Makes the index agree with Postgres for every marked product, and deletes a mark once the engine has written what
 * was read with it. One sequence of requests sends all batches, and the engine runs its tasks in that order: of two
 * batches with the same product, the later one wins. A failed batch is read again from Postgres, never resent as it
 * was.
 */
export function createDrain(dependencies: DrainDependencies): Drain {
  const { db, targets, gate, lock, onWritten, isLiveUnchanged, background, tracing, metrics, logger } =
    dependencies;
  const signal = createWakeSignal();
  const inFlight: SentBatch[] = [];
  /** Parts of refused batches: each is sent separately, and split until the refused document is alone. */
  const suspects: Mark[][] = [];
  const mayBeDirty = { people: true, many: true };
  let pollMs = FIRST_POLL_MS;
  /** Why a batch was lost; `step` throws it. */
  let lost: string | undefined;

  const countInFlight = (lane: SentLane) => inFlight.filter((sent) => sent.lane === lane).length;
  const hasRoom = (lane: SentLane) =>
    countInFlight(lane) < (lane === 'many' ? background.mostInFlight() : MOST_IN_FLIGHT[lane]);

  /** Order: changes by people, parts of refused batches, then bulk changes. */
  function chooseNext(): { lane: Lane } | { lane: 'refused'; group: Mark[] } | undefined {
    if (targets().length === 0) return undefined;
    if (mayBeDirty.people && hasRoom('people')) return { lane: 'people' };
    const group = hasRoom('refused') ? suspects.shift() : undefined;
    if (group) return { lane: 'refused', group };
    return mayBeDirty.many && hasRoom('many') ? { lane: 'many' } : undefined;
  }

  async function fill(): Promise<void> {
    for (let next = chooseNext(); next; next = chooseNext()) {
      // Cleared before the read: a wake-up during the read may be for a change that the read misses.
      if (next.lane !== 'refused') mayBeDirty[next.lane] = false;
      const limit = next.lane === 'many' ? background.mostDocuments() : MAX_BATCH_DOCUMENTS;
      try {
        const products = await listDirtyProducts(db, {
          exceptVersions: [...inFlight.flatMap((sent) => sent.marks), ...suspects.flat()].map(
            (mark) => mark.version,
          ),
          ...(next.lane === 'refused'
            ? { productIds: next.group.map((mark) => mark.productId) }
            : { lane: next.lane }),
          limit,
        });
        if (products.length === 0) continue;
        if (next.lane === 'people') background.noteChange();
        const batch = buildBatch(products, MAX_BATCH_BYTES, dependencies.renderDocument);
        if (products.length === limit || batch.marks.length < products.length) look();
        if (!(await isLiveUnchanged())) {
          if (next.lane === 'refused') suspects.unshift(next.group);
          return look();
        }
        await lock.assertHeld();
        const traced = products.find(({ traceparent }) => traceparent);
        await tracing.inTrace(traced?.traceparent, () => send(batch, next.lane));
        // A person may have changed something while the batch was read and sent.
        if (next.lane === 'many') mayBeDirty.people = true;
      } catch (error) {
        if (next.lane === 'refused') suspects.unshift(next.group);
        look();
        throw error;
      }
    }
  }

  async function send(batch: Batch, lane: SentLane): Promise<void> {
    const { marks, documents, deletions, documentCount } = batch;
    const sent: SentBatch = {
      lane,
      marks,
      deletions,
      documentCount,
      others: countInFlight(lane),
      tasks: [],
      sentAt: Date.now(),
    };
    inFlight.push(sent);
    const queue = async (index: IndexWriter, request: () => Promise<number>) =>
      sent.tasks.push({ index, uid: await gate.send(request) });
    try {
      for (const index of targets()) {
        if (documentCount > 0) await queue(index, () => index.sendDocuments(documents));
        if (deletions.length > 0) await queue(index, () => index.sendDeletions(deletions));
      }
    } catch (error) {
      // The request may have arrived. If another writer has taken over meanwhile, the batch must stay listed as
      // unfinished.
      await lock.assertHeld();
      inFlight.pop();
      const status = statusOf(error);
      if (status !== 400 && status !== 413) throw error;
      await refuse(marks, describeError(error));
    }
  }

  /** Returns whether the oldest batch has been answered for; if not, waits a moment first. */
  async function settleOldest(patienceMs: number): Promise<boolean> {
    const oldest = inFlight[0];
    if (!oldest) {
      await signal.wait(Math.max(0, patienceMs));
      return false;
    }
    const outcome = combineOutcomes(
      await Promise.all(oldest.tasks.map(({ index, uid }) => index.findOutcome(uid))),
    );
    if (outcome.state === 'pending') {
      if (Date.now() - oldest.sentAt > SLOW_BATCH_MS) {
        logger.warn(
          { tasks: oldest.tasks.map(({ uid }) => uid) },
          'the search engine takes long; waiting on',
        );
        oldest.sentAt = Infinity;
      }
      await signal.wait(Math.max(0, Math.min(pollMs, patienceMs)));
      pollMs = Math.min(LONGEST_POLL_MS, pollMs * 1.5);
      return false;
    }
    pollMs = FIRST_POLL_MS;
    // If the lock is still held, no other process has written since the batch was sent.
    await lock.assertHeld();
    if (outcome.state === 'refused') await refuse(oldest.marks, outcome.reason);
    if (outcome.state === 'succeeded') {
      const ages = await deleteMarks(db, oldest.marks);
      if (oldest.lane === 'people') for (const age of ages) metrics.freshness.observe(age);
      if (oldest.lane === 'many') background.noteBatch(oldest.marks.length, outcome.ms, oldest.others);
      onWritten(
        oldest.lane,
        oldest.marks.map(({ productId }) => productId),
      );
      metrics.indexedDocuments.inc({ operation: 'write' }, oldest.documentCount);
      metrics.indexedDocuments.inc({ operation: 'delete' }, oldest.deletions.length);
    }
    inFlight.shift();
    if (outcome.state === 'lost') {
      look();
      lost ??= outcome.reason;
    }
    return true;
  }

  async function refuse(marks: Mark[], reason: string): Promise<void> {
    const [only, ...others] = marks;
    if (only && others.length === 0) {
      await parkMark(db, only, reason);
      logger.error({ productId: only.productId, reason }, 'the search engine refuses this product: parked');
      return;
    }
    // The engine usually names the document.
    const named = marks.filter(({ productId }) => reason.includes(productId));
    if (named.length > 0 && named.length < marks.length) {
      suspects.push(
        named,
        marks.filter((mark) => !named.includes(mark)),
      );
      return;
    }
    const size = Math.ceil(marks.length / PARTS);
    for (let from = 0; from < marks.length; from += size) suspects.push(marks.slice(from, from + size));
  }

  function look(): void {
    mayBeDirty.people = true;
    mayBeDirty.many = true;
  }

  return {
    async step(patienceMs) {
      // While the engine works, check the outbox without a wake-up: wake-ups are throttled, and an import makes many.
      if (inFlight.length > 0) mayBeDirty.people = true;
      await fill();
      // The engine merges tasks: settle together what it finished together, and report what it lost as one failure.
      while (await settleOldest(patienceMs)) if (inFlight.length === 0) break;
      if (lost === undefined) return;
      const reason = lost;
      lost = undefined;
      throw new Error('the search engine lost a batch', { cause: new Error(reason) });
    },
    look,
    wake() {
      look();
      signal.wake();
    },
    isIdle: () => inFlight.length === 0,
    async finish(deadlineMs) {
      const deadline = Date.now() + deadlineMs;
      while (inFlight.length > 0 && Date.now() < deadline) await settleOldest(LONGEST_POLL_MS);
    },
    listUnfinished: () => inFlight.flatMap((sent) => sent.marks.map((mark) => mark.productId)),
  };
}
