import { countDirtySince, findNewestVersion } from '../../src/search/index/outbox-store.ts';
import { markDirty } from '../../src/platform/job-queue/mark-products.ts';
import { statusOf } from '../../src/search/engines/engine-error.ts';
import { findDifferences } from '../reconcile/find-differences.ts';
import { createPace } from '../reconcile/pace.ts';
import { describeError } from '../trouble.ts';
import { POLL_MS, type NextStep, type RebuildDependencies, type RebuildRun } from './rebuild-run.ts';

const MAX_ROUNDS = 3;
const CATCH_UP_POLL_MS = 100;
/** Counting millions of marks takes a second, so it rests this many times as long before it counts again. */
const COUNT_REST = 10;
/** The longest wait without progress. */
const LONGEST_CATCH_UP_MS = 10_000;

/**
 * Compares the new index with Postgres until nothing differs.
 * @throws the error of the comparison, when a retry may succeed
 */
export async function verifyIndex(deps: RebuildDependencies, { verify }: RebuildRun): Promise<NextStep> {
  if (!verify.comparison) {
    const startedAt = performance.now();
    if (!(await hasCaughtUp(deps, verify)))
      return { againMs: Math.max(CATCH_UP_POLL_MS, COUNT_REST * (performance.now() - startedAt)) };
    verify.comparison = startComparison(deps);
  }
  const { result } = verify.comparison;
  if (result === undefined) return { againMs: POLL_MS };
  verify.comparison = undefined;
  verify.catchUp = undefined;
  if (result instanceof Error) {
    // A 4xx would repeat for ever.
    if ((statusOf(result) ?? 500) >= 500) throw result;
    return { end: 'failed', reason: describeError(result) };
  }
  verify.rounds += 1;
  if (result === 0) return { phase: 'swapping' };
  if (verify.rounds === MAX_ROUNDS) {
    return { end: 'failed', reason: `still ${result} differences after ${MAX_ROUNDS} comparisons` };
  }
  deps.logger.warn({ differences: result }, 'the new index differs: its products are written again');
  return { againMs: 0 };
}

/**
 * Waits until the products that were dirty when filling ended are written: otherwise the new index would go live
 * without them. Waits only while their number falls, because a transaction may hold the lock of a mark.
 */
async function hasCaughtUp({ db }: RebuildDependencies, verify: RebuildRun['verify']): Promise<boolean> {
  verify.catchUp ??= { version: await findNewestVersion(db), left: Infinity, until: 0 };
  const { catchUp } = verify;
  const left = await countDirtySince(db, catchUp.version);
  if (left < catchUp.left) {
    catchUp.left = left;
    catchUp.until = Date.now() + LONGEST_CATCH_UP_MS;
  }
  return left === 0 || Date.now() > catchUp.until;
}

/** Compares while writes go on; the drain writes what differs. */
function startComparison({ db, engine, signal }: RebuildDependencies): { result?: number | Error } {
  const started: { result?: number | Error } = {};
  const compare = async (): Promise<number> => {
    const { missing, stale, ghost } = await findDifferences({
      db,
      index: engine.next,
      pace: createPace(1, signal),
      onCompared: (page) => markDirty(db, [...page.missing, ...page.stale, ...page.ghost]),
    });
    return missing.length + stale.length + ghost.length;
  };
  compare().then(
    (differences) => (started.result = differences),
    (error: unknown) => (started.result = error instanceof Error ? error : new Error(String(error))),
  );
  return started;
}
