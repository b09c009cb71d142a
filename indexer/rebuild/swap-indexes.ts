import { statusOf } from '../../src/search/engines/engine-error.ts';
import { TaskFailedError } from '../../src/search/engines/index-engine.ts';
import { describeError } from '../trouble.ts';
import { POLL_MS, type NextStep, type RebuildDependencies, type RebuildRun } from './rebuild-run.ts';

const MAX_SWAP_FAILURES = 5;

/**
 * Swaps the new index with the live one once neither has open tasks.
 * @throws the engine's error, when the swap may have been done or a retry may succeed
 */
export async function swapIndexes(deps: RebuildDependencies, run: RebuildRun): Promise<NextStep> {
  const { gate, lock, signal } = deps;
  const { live, pair } = deps.engine;
  if (!deps.isDrainIdle()) return { againMs: POLL_MS };
  await gate.pass();
  if (await pair.hasOpenTasks()) return { againMs: POLL_MS };
  // A swap whose answer was lost may have been done.
  if ((await live.findState())?.createdAt !== run.createdAt) {
    await lock.assertHeld();
    try {
      await gate.send(() => pair.swap(signal));
    } catch (error) {
      const status = statusOf(error) ?? 500;
      // Writes are suspended meanwhile. If the swap happens late, the live index is found to be another one.
      const isRefused = error instanceof TaskFailedError || status < 500;
      if (!isRefused && ++run.swapFailures < MAX_SWAP_FAILURES) throw error;
      return { end: 'failed', reason: describeError(error) };
    }
  }
  deps.onSwapped(run.createdAt);
  return { end: 'done' };
}
