import { spawn } from 'node:child_process';
import { LATE_SETTINGS } from '../platform/late-settings.ts';
import { argumentsOf } from '../platform/release.ts';
import type { Part } from './processes/keep-running.ts';
import { stopChild } from './processes/server-process.ts';

/** Time for requests in flight, after `STOP_DELAY_MS`. */
const STOP_PATIENCE_MS = 2_000;

/**
 * Runs a program of this release in its own process and session, so that Ctrl-C in a terminal reaches it only through
 * `stop`. The IPC channel tells it when this process is gone.
 * @param late settings that are not known yet and are sent as a message; the process waits for them
 */
export async function startNodePart(
  program: string,
  env: NodeJS.ProcessEnv,
  late?: Promise<NodeJS.ProcessEnv>,
): Promise<Part> {
  const child = spawn(process.execPath, [...argumentsOf(program), ...(late ? [LATE_SETTINGS] : [])], {
    env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => void child.once('spawn', resolve).once('error', reject));
  void late?.then(
    // The child may have ended meanwhile, which `exited` reports.
    (settings) => child.send(settings, () => undefined),
    () => undefined,
  );
  return {
    pid: child.pid ?? 0,
    exited,
    stop: async () =>
      await stopChild(
        child,
        exited,
        'SIGTERM',
        Number(env['STOP_DELAY_MS'] ?? 0) + STOP_PATIENCE_MS,
        'SIGKILL',
      ),
    kill: () => void child.kill('SIGKILL'),
  };
}
