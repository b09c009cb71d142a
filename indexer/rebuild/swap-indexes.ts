import { statusOf } from '../engines/engine-error.ts';
import { TaskFailedError } from '../engines/index-engine.ts';
import { describeError } from '../trouble.ts';
import { POLL_MS, type NextStep, type RebuildDependencies, type RebuildRun } from './rebuild-run.ts';

const MAX_SWAP_FAILURES = 5;

/**
 * Puts the new index in the place of the live one, once neither has anything to do.
 * @throws what the engine's answer failed with, when the swap may have been done or another try may go well
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
      // Writing is held up meanwhile. Should the swap come after all, the index is another one than before.
      const isRefused = error instanceof TaskFailedError || status < 500;
      if (!isRefused && ++run.swapFailures < MAX_SWAP_FAILURES) throw error;
      return { end: 'failed', reason: describeError(error) };
    }
  }
  deps.onSwapped(run.createdAt);
  return { end: 'done' };
}
