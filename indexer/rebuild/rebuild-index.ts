import { setTimeout as sleep } from 'node:timers/promises';
import { countProductsInUse } from '../../src/search/index/indexed-product-store.ts';
import { closeRebuild, saveRebuild, type Rebuild } from '../../src/search/index/rebuild-store.ts';
import { fillIndex } from './fill-index.ts';
import { createIndex } from './prepare-index.ts';
import {
  createRun,
  POLL_MS,
  type NextStep,
  type RebuildDependencies,
  type RebuildRun,
} from './rebuild-run.ts';
import { swapIndexes } from './swap-indexes.ts';
import { verifyIndex } from './verify-index.ts';

const LONGEST_REST_MS = 60_000;
const STEPS = { filling: fillIndex, verifying: verifyIndex, swapping: swapIndexes };

interface IndexRebuild {
  /** Creates an empty index and starts the rebuild from the beginning, whatever an earlier attempt has left. */
  begin(rebuild: Rebuild): Promise<void>;
  /**
   * Does the next piece of work. Never call it at the same time as the drain: a page that is read and sent in one
   * step cannot overtake what the drain reads later.
   * @returns the milliseconds after which to call it again
   */
  step(): Promise<number>;
  isUnderWay(): boolean;
  /** Returns whether writes to both indexes are suspended until the swap is done. */
  isSwapping(): boolean;
  /** Restarts the rebuild when the new index is gone. */
  check(): Promise<void>;
  /** Returns whether the backoff since the last failure is over: 2 s at first, doubled after each further failure. */
  mayBegin(): boolean;
  /** Products that were sent and that the engine has not answered for. */
  listUnfinished(): string[];
}

/** Builds a new index beside the live one: fill, verify, swap. The live index answers searches until then. */
export function createRebuild(deps: RebuildDependencies): IndexRebuild {
  const { db, engine, gate, lock, metrics, logger, signal } = deps;
  const { live, next, pair } = engine;
  let current: { rebuild: Rebuild; run: RebuildRun } | undefined;
  let failures = 0;
  let restUntil = 0;

  async function begin(rebuild: Rebuild): Promise<void> {
    current = undefined;
    metrics.rebuildProgress.set(0);
    await gate.pass();
    await lock.assertHeld();
    // A swap that an earlier process sent may still be queued in the engine.
    while (await pair.hasOpenTasks()) await sleep(POLL_MS, undefined, { signal });
    if (await next.findState()) await next.remove(signal);
    const createdAt = await createIndex(next, signal);
    const total = await countProductsInUse(db);
    await saveRebuild(db, rebuild.id, { state: 'filling', total, done: 0, startedAt: new Date() });
    current = { rebuild, run: createRun(rebuild, total, createdAt) };
    logger.info({ rebuild: rebuild.id, requestedBy: rebuild.requestedBy, total }, 'rebuilding the index');
  }

  async function goOn(run: RebuildRun, after: NextStep): Promise<number> {
    if ('againMs' in after) return after.againMs;
    if ('end' in after) await close(run, after.end === 'failed' ? after.reason : undefined);
    else {
      await saveRebuild(db, run.id, { state: after.phase, done: run.fill.done });
      run.phase = after.phase;
    }
    return 0;
  }

  async function close({ id, fill }: RebuildRun, error?: string): Promise<void> {
    current = undefined;
    failures = error === undefined ? 0 : failures + 1;
    if (failures > 0) restUntil = Date.now() + Math.min(LONGEST_REST_MS, 1_000 * 2 ** failures);
    await closeRebuild(db, id, error);
    metrics.rebuilds.inc({ outcome: error === undefined ? 'done' : 'failed' });
    if (error === undefined) logger.info({ rebuild: id, products: fill.done }, 'the index is rebuilt');
    else logger.error({ rebuild: id, reason: error }, 'the rebuild failed: the index stays as it was');
  }

  return {
    begin,
    async step() {
      if (!current) return Infinity;
      const { run } = current;
      return await goOn(run, await STEPS[run.phase](deps, run));
    },
    isUnderWay: () => current !== undefined,
    isSwapping: () => current?.run.phase === 'swapping',
    async check() {
      if (!current) return;
      const { rebuild, run } = current;
      const state = await next.findState();
      const isSwapped = run.phase === 'swapping' && (await live.findState())?.createdAt === run.createdAt;
      if (state?.createdAt === run.createdAt || isSwapped) return;
      logger.warn('the new index is gone: the rebuild begins again');
      await begin(rebuild);
    },
    mayBegin: () => Date.now() >= restUntil,
    listUnfinished: () => current?.run.fill.pages.flatMap(({ productIds }) => productIds) ?? [],
  };
}
