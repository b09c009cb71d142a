import { countProductsInUse } from '../../src/index/indexed-product-store.ts';
import { closeRebuild, saveRebuild, type Rebuild } from '../../src/index/rebuild-store.ts';
import type { KeptCopy } from '../copies/kept-copy.ts';
import { fillIndex } from './fill-index.ts';
import { prepareNext } from './prepare-next.ts';
import {
  createRun,
  doneOf,
  type NextStep,
  type RebuildDependencies,
  type RebuildRun,
} from './rebuild-run.ts';
import { swapIndexes } from './swap-indexes.ts';
import { verifyIndex } from './verify-index.ts';

const LONGEST_REST_MS = 60_000;
const WAIT_MS = 100;
const STEPS = { preparing: prepareNext, filling: fillIndex, verifying: verifyIndex, swapping: swapIndexes };

export interface IndexRebuild {
  /** Takes up a rebuild of these copies, one after the other, from its beginning. */
  begin(rebuild: Rebuild, copies: KeptCopy[]): Promise<void>;
  /**
   * Does what there is to do next. Call it in turn with the drain, never at the same time: a page that is read and
   * sent in one go cannot overtake what the drain has read later.
   * @returns after how many ms to call it again
   */
  step(): Promise<number>;
  isUnderWay(): boolean;
  /** How far the rebuild of this copy is; undefined while it is not being rebuilt. */
  phaseOf(copy: KeptCopy): RebuildRun['phase'] | undefined;
  /** The copy that is being rebuilt. */
  copy(): KeptCopy | undefined;
  /** The rebuild of this copy ends: it is gone. */
  abandon(copy: KeptCopy, reason: string): Promise<void>;
  /** Begins anew when the new index of this copy is not the one it was. */
  check(copy: KeptCopy): Promise<void>;
  /** Whether enough time has passed since one of this copy failed: 2 s, then longer and longer. */
  isRested(copy: KeptCopy): boolean;
  /** Products sent that have not been answered for. */
  listUnfinished(): string[];
}

interface CurrentRebuild {
  rebuild: Rebuild;
  /** Copies that are to come. */
  rest: KeptCopy[];
  run: RebuildRun | undefined;
  total: number;
  done: number;
  errors: string[];
}

/** Builds a new index beside the live one: prepare, fill, verify, swap. Searches are answered from the old one until then. */
export function createRebuild(deps: RebuildDependencies): IndexRebuild {
  const { db, metrics, logger } = deps;
  let current: CurrentRebuild | undefined;
  const rests = new Map<KeptCopy, { failures: number; until: number }>();

  async function beginNext(rebuilding: CurrentRebuild): Promise<number> {
    const [copy] = rebuilding.rest;
    if (!copy) {
      await close(rebuilding);
      return 0;
    }
    if (!deps.mayBegin(copy)) return WAIT_MS;
    await deps.onBegin(copy);
    rebuilding.rest.shift();
    rebuilding.run = createRun(rebuilding.rebuild, copy, {
      total: rebuilding.total,
      doneBefore: rebuilding.done,
    });
    const { id, requestedBy } = rebuilding.rebuild;
    logger.info(
      { rebuild: id, requestedBy, copy: copy.name, total: rebuilding.total },
      'rebuilding the index',
    );
    return 0;
  }

  async function goOn(rebuilding: CurrentRebuild, run: RebuildRun, after: NextStep): Promise<number> {
    if ('againMs' in after) return after.againMs;
    if ('end' in after) {
      await end(rebuilding, run, after.end === 'failed' ? after.reason : undefined);
      return 0;
    }
    await saveRebuild(db, run.id, { state: after.phase, done: doneOf(run) });
    if (after.phase === 'swapping') await deps.onSwapping(run.copy);
    run.phase = after.phase;
    return 0;
  }

  /** Of one copy. */
  async function end(rebuilding: CurrentRebuild, run: RebuildRun, error?: string): Promise<void> {
    const { copy } = run;
    rebuilding.run = undefined;
    rebuilding.done = doneOf(run);
    if (error === undefined) rests.delete(copy);
    else {
      const failures = (rests.get(copy)?.failures ?? 0) + 1;
      rests.set(copy, { failures, until: Date.now() + Math.min(LONGEST_REST_MS, 1_000 * 2 ** failures) });
      rebuilding.errors.push(error);
      logger.error(
        { rebuild: run.id, copy: copy.name, reason: error },
        'the rebuild failed: the index stays as it was',
      );
      deps.onFailed(copy);
    }
    if (rebuilding.rest.length === 0) await close(rebuilding);
  }

  async function close({ rebuild, done, errors }: CurrentRebuild): Promise<void> {
    const [error] = errors;
    current = undefined;
    metrics.rebuildProgress.set(-1);
    await closeRebuild(db, rebuild.id, error);
    metrics.rebuilds.inc({ outcome: error === undefined ? 'done' : 'failed' });
    if (error === undefined) logger.info({ rebuild: rebuild.id, products: done }, 'the index is rebuilt');
  }

  return {
    async begin(rebuild, copies) {
      const total = (await countProductsInUse(db)) * copies.length;
      await saveRebuild(db, rebuild.id, { state: 'filling', total, done: 0, startedAt: new Date() });
      const errors = copies.length === 0 ? ['the copy of the index does not answer'] : [];
      current = { rebuild, rest: [...copies], run: undefined, total, done: 0, errors };
    },
    async step() {
      if (!current) return Infinity;
      const { run } = current;
      if (!run) return await beginNext(current);
      return await goOn(current, run, await STEPS[run.phase](deps, run));
    },
    isUnderWay: () => current !== undefined,
    phaseOf: (copy) => (current?.run?.copy === copy ? current.run.phase : undefined),
    copy: () => current?.run?.copy,
    async abandon(copy, reason) {
      if (current?.run?.copy === copy) await end(current, current.run, reason);
    },
    async check(copy) {
      const { run } = current ?? {};
      if (!current || run?.copy !== copy || run.createdAt === undefined) return;
      const state = await copy.next.findState();
      const isSwapped =
        run.phase === 'swapping' && (await copy.live.findState())?.createdAt === run.createdAt;
      if (state?.createdAt === run.createdAt || isSwapped) return;
      logger.warn({ copy: copy.name }, 'the new index is gone: the rebuild begins anew');
      current.rest.unshift(copy);
      current.run = undefined;
    },
    isRested: (copy) => Date.now() >= (rests.get(copy)?.until ?? 0),
    listUnfinished: () => current?.run?.fill.pages.flatMap(({ productIds }) => productIds) ?? [],
  };
}
