import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../../src/db/client.ts';
import { countProductsInUse, FIRST_ID, listProductsInUse } from '../../src/index/indexed-product-store.ts';
import { countDirtySince, findNewestVersion, markDirty } from '../../src/index/outbox-store.ts';
import { closeRebuild, saveRebuild, type Rebuild } from '../../src/index/rebuild-store.ts';
import { buildBatch, MAX_BATCH_BYTES, MAX_BATCH_DOCUMENTS } from '../drain/build-batch.ts';
import { findDifferences } from '../reconcile/find-differences.ts';
import { statusOf, TaskFailedError, type IndexPair, type IndexWriter } from '../drain/index-writer.ts';
import type { IndexerMetrics } from '../indexer-metrics.ts';
import { createIndex } from './prepare-index.ts';
import type { SendGate } from '../drain/send-gate.ts';
import { describeError } from '../trouble.ts';
import type { WriterLock } from '../writer-lock.ts';

/** Fewer than the drain has: what is dirty waits in the engine behind these. */
const MAX_PAGES_IN_FLIGHT = 6;
const MAX_ROUNDS = 3;
const MAX_SWAP_FAILURES = 5;
const SAVE_EVERY_MS = 1_000;
const POLL_MS = 20;
const CATCH_UP_POLL_MS = 100;
/** Without any progress. */
const LONGEST_CATCH_UP_MS = 10_000;
const LONGEST_REST_MS = 60_000;

export interface RebuildDependencies {
  db: Db;
  live: IndexWriter;
  /** The index beside the live one. */
  next: IndexWriter;
  pair: IndexPair;
  gate: SendGate;
  lock: WriterLock;
  saveWords: (words: string[]) => Promise<void>;
  /** Whether everything the drain has sent has been answered for. */
  isDrainIdle: () => boolean;
  /** The new index is the live one now. */
  onSwapped: (createdAt: string) => void;
  metrics: IndexerMetrics;
  logger: Logger;
  signal: AbortSignal;
}

export interface IndexRebuild {
  /** Takes up a rebuild from its beginning, whatever an earlier process left of it. */
  begin(rebuild: Rebuild): Promise<void>;
  /**
   * Does what there is to do next. Call it in turn with the drain, never at the same time: a page that is read and
   * sent in one go cannot overtake what the drain has read later.
   * @returns after how many ms to call it again
   */
  step(): Promise<number>;
  isUnderWay(): boolean;
  /** Whether what is dirty has to go to the new index too. */
  isMirrored(): boolean;
  /** Whether nothing may be written at all, for a moment. */
  isHolding(): boolean;
  /** Begins anew when the new index is not the one it was. */
  check(): Promise<void>;
  /** Whether enough time has passed since one failed: 2 s, then longer and longer. */
  mayBegin(): boolean;
  /** Products sent that have not been answered for. */
  listUnfinished(): string[];
}

interface SentPage {
  productIds: string[];
  task: number;
}

type Phase = 'none' | 'filling' | 'verifying' | 'swapping';

/** Builds a new index beside the live one: fill, verify, swap. Searches are answered from the old one until then. */
export function createRebuild(dependencies: RebuildDependencies): IndexRebuild {
  const { db, live, next, pair, gate, lock, metrics, logger, signal } = dependencies;
  const pages: SentPage[] = [];
  let phase: Phase = 'none';
  let current: Rebuild | undefined;
  let createdAt = '';
  let after: string | undefined;
  let done = 0;
  let savedAt = 0;
  let rounds = 0;
  let swapFailures = 0;
  let failures = 0;
  let restUntil = 0;
  let catchUp: { version: number; left: number; until: number } | undefined;
  let verification: { result?: number | Error } | undefined;

  async function begin(rebuild: Rebuild): Promise<void> {
    current = rebuild;
    phase = 'none';
    await gate.pass();
    await lock.assertHeld();
    // A swap that an earlier process asked for may still be to come.
    while (await pair.hasOpenTasks()) await sleep(POLL_MS, undefined, { signal });
    if (await next.findState()) await next.remove(signal);
    createdAt = await createIndex(next, signal);
    const total = await countProductsInUse(db);
    pages.length = 0;
    after = FIRST_ID;
    done = 0;
    rounds = 0;
    swapFailures = 0;
    verification = undefined;
    catchUp = undefined;
    await enter('filling', { total, done, startedAt: new Date() });
    logger.info({ rebuild: rebuild.id, requestedBy: rebuild.requestedBy, total }, 'rebuilding the index');
  }

  async function enter(state: Exclude<Phase, 'none'>, more: Parameters<typeof saveRebuild>[2] = {}) {
    if (!current) return;
    current = { ...current, ...more, state };
    await saveRebuild(db, current.id, { ...more, state });
    phase = state;
    savedAt = Date.now();
  }

  async function close(error?: string): Promise<void> {
    if (!current) return;
    const { id } = current;
    phase = 'none';
    metrics.rebuildProgress.set(-1);
    failures = error === undefined ? 0 : failures + 1;
    if (failures > 0) restUntil = Date.now() + Math.min(LONGEST_REST_MS, 1_000 * 2 ** failures);
    await closeRebuild(db, id, error);
    current = undefined;
    metrics.rebuilds.inc({ outcome: error === undefined ? 'done' : 'failed' });
    if (error === undefined) logger.info({ rebuild: id, products: done }, 'the index is rebuilt');
    else logger.error({ rebuild: id, reason: error }, 'the rebuild failed: the index stays as it was');
  }

  async function fill(): Promise<number> {
    if (after !== undefined && pages.length < MAX_PAGES_IN_FLIGHT) await sendPage(after);
    await settleOldest();
    if (Date.now() - savedAt > SAVE_EVERY_MS) await enter('filling', { done });
    metrics.rebuildProgress.set(current?.total ? Math.min(1, done / current.total) : 0);
    if (after === undefined && pages.length === 0) {
      await enter('verifying', { done });
      return 0;
    }
    return after !== undefined && pages.length < MAX_PAGES_IN_FLIGHT ? 0 : POLL_MS;
  }

  async function sendPage(from: string): Promise<void> {
    const products = await listProductsInUse(db, from, MAX_BATCH_DOCUMENTS);
    if (products.length === 0) {
      after = undefined;
      return;
    }
    const batch = buildBatch(
      products.map((product) => ({ ...product, version: 0 })),
      MAX_BATCH_BYTES,
    );
    const productIds = batch.marks.map(({ productId }) => productId);
    await dependencies.saveWords(batch.words);
    await lock.assertHeld();
    // It counts as sent from here on: if this fails it may arrive all the same.
    const page: SentPage = { productIds, task: -1 };
    pages.push(page);
    try {
      page.task = await gate.send(() => next.sendDocuments(batch.documents));
    } catch (error) {
      await lock.assertHeld();
      pages.pop();
      throw error;
    }
    const isLast = products.length < MAX_BATCH_DOCUMENTS && productIds.length === products.length;
    after = isLast ? undefined : productIds.at(-1);
  }

  async function settleOldest(): Promise<void> {
    const [oldest] = pages;
    if (!oldest) return;
    const outcome = await next.findOutcome(oldest.task);
    if (outcome.state === 'pending') return;
    // The drain finds out what the engine refuses, sends the others, and parks it.
    if (outcome.state !== 'succeeded') await markDirty(db, oldest.productIds);
    pages.shift();
    done += oldest.productIds.length;
  }

  async function verify(): Promise<number> {
    if (!verification) {
      if (!(await hasCaughtUp())) return CATCH_UP_POLL_MS;
      verification = startVerification();
    }
    const { result } = verification;
    if (result === undefined) return POLL_MS;
    verification = undefined;
    catchUp = undefined;
    if (result instanceof Error) {
      // Refused once, it would be refused for ever.
      if ((statusOf(result) ?? 500) >= 500) throw result;
      await close(describeError(result));
      return 0;
    }
    rounds += 1;
    if (result === 0) await enter('swapping');
    else if (rounds === MAX_ROUNDS) await close(`still ${result} differences after ${rounds} comparisons`);
    else logger.warn({ differences: result }, 'the new index differs: its products are written again');
    return 0;
  }

  /**
   * Whether what was dirty when the filling ended has been written: else the new index would go into use without it.
   * Not waited for without end: somebody may hold the lock of a mark. But as long as it gets less.
   */
  async function hasCaughtUp(): Promise<boolean> {
    catchUp ??= { version: await findNewestVersion(db), left: Infinity, until: 0 };
    const left = await countDirtySince(db, catchUp.version);
    if (left < catchUp.left) catchUp = { ...catchUp, left, until: Date.now() + LONGEST_CATCH_UP_MS };
    return left === 0 || Date.now() > catchUp.until;
  }

  /** Runs beside the writing; what differs is left to the drain. */
  function startVerification(): { result?: number | Error } {
    const started: { result?: number | Error } = {};
    const compare = async (): Promise<number> => {
      const { missing, stale, ghost } = await findDifferences({ db, index: next, signal, isPolite: false });
      const productIds = [...missing, ...stale, ...ghost];
      await markDirty(db, productIds);
      return productIds.length;
    };
    compare().then(
      (differences) => (started.result = differences),
      (error: unknown) => (started.result = error instanceof Error ? error : new Error(String(error))),
    );
    return started;
  }

  async function swap(): Promise<number> {
    if (!dependencies.isDrainIdle()) return POLL_MS;
    await gate.pass();
    if (await pair.hasOpenTasks()) return POLL_MS;
    // A swap whose answer was lost may have been done.
    if ((await live.findState())?.createdAt !== createdAt) {
      await lock.assertHeld();
      try {
        await gate.send(() => pair.swap(signal));
      } catch (error) {
        const status = statusOf(error) ?? 500;
        // Writing is held up meanwhile. Should the swap come after all, the index is another one than before.
        const isRefused = error instanceof TaskFailedError || status < 500;
        if (!isRefused && ++swapFailures < MAX_SWAP_FAILURES) throw error;
        await close(describeError(error));
        return 0;
      }
    }
    dependencies.onSwapped(createdAt);
    await close();
    return 0;
  }

  return {
    begin,
    async step() {
      if (phase === 'filling') return await fill();
      if (phase === 'verifying') return await verify();
      if (phase === 'swapping') return await swap();
      return Infinity;
    },
    isUnderWay: () => current !== undefined && phase !== 'none',
    isMirrored: () => phase !== 'none',
    isHolding: () => phase === 'swapping',
    async check() {
      if (!current || phase === 'none') return;
      const state = await next.findState();
      const isSwapped = phase === 'swapping' && (await live.findState())?.createdAt === createdAt;
      if (state?.createdAt === createdAt || isSwapped) return;
      logger.warn('the new index is gone: the rebuild begins anew');
      await begin(current);
    },
    mayBegin: () => Date.now() >= restUntil,
    listUnfinished: () => pages.flatMap(({ productIds }) => productIds),
  };
}
