import { setTimeout as sleep } from 'node:timers/promises';
import { createIndex } from './prepare-index.ts';
import { POLL_MS, type NextStep, type RebuildDependencies, type RebuildRun } from './rebuild-run.ts';

/**
 * Makes the new index, empty, whatever an earlier attempt has left in its place. It runs beside the writing to other copies:
 * nothing is sent to this one meanwhile.
 * @throws what that failed with
 */
export async function prepareNext(deps: RebuildDependencies, run: RebuildRun): Promise<NextStep> {
  if (!run.preparation) {
    await deps.lock.assertHeld();
    run.preparation = startPreparation(deps, run);
  }
  const { result } = run.preparation;
  if (result === undefined) return { againMs: POLL_MS };
  run.preparation = undefined;
  if (result instanceof Error) throw result;
  run.createdAt = result;
  return { phase: 'filling' };
}

function startPreparation(
  { signal }: RebuildDependencies,
  { copy }: RebuildRun,
): { result?: string | Error } {
  const started: { result?: string | Error } = {};
  const prepare = async (): Promise<string> => {
    await copy.gate.pass();
    // A swap that an earlier process asked for may still be to come.
    while (await copy.pair.hasOpenTasks()) await sleep(POLL_MS, undefined, { signal });
    if (await copy.next.findState()) await copy.next.remove(signal);
    return await createIndex(copy.next, signal);
  };
  prepare().then(
    (createdAt) => (started.result = createdAt),
    (error: unknown) => (started.result = error instanceof Error ? error : new Error(String(error))),
  );
  return started;
}
