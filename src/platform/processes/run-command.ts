import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Logger } from 'pino';
import { argumentsOf } from '../release.ts';
import { lowerPriority } from './lower-priority.ts';

/** Memory limit of such a process, three times its need. Without a limit V8 would let garbage grow to gigabytes. */
const MEMORY = '--max-old-space-size=768';
/** How long a stopping command may take. It checks after each part, which takes far less. */
const STOP_PATIENCE_MS = 3_000;

interface CommandOptions {
  /** What it does, in the log: `a dump`. */
  what: string;
  /** Its file without `.ts`, from the root. */
  program: string;
  options: string[];
  settings: NodeJS.ProcessEnv;
  logger: Logger;
}

export interface CommandRunner {
  isRunning(): boolean;
  /** Starts it, as TypeScript or built, like this process. It ends when this process does. */
  start(): void;
  /** Ends a running command. */
  close(): Promise<void>;
}

/** Runs a command of this release beside a service, one at a time and with a lower priority. */
export function createCommandRunner({
  what,
  program,
  options,
  settings,
  logger,
}: CommandOptions): CommandRunner {
  let child: ChildProcess | undefined;
  return {
    isRunning: () => child !== undefined,
    start() {
      const started = spawn(process.execPath, [MEMORY, ...argumentsOf(program), ...options], {
        env: { ...process.env, ...settings },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      child = started;
      started.once('spawn', () => {
        if (started.pid !== undefined) lowerPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      });
      started.once('error', (error) => {
        logger.error({ err: error }, `${what} could not be started`);
        // A process that was never there does not close.
        if (started.pid === undefined) child = undefined;
      });
      started.once('close', (code) => {
        child = undefined;
        logger.info({ code }, `${what} has ended`);
      });
    },
    async close() {
      const running = child;
      if (!running) return;
      const ended = once(running, 'close');
      running.kill('SIGTERM');
      const force = setTimeout(() => running.kill('SIGKILL'), STOP_PATIENCE_MS);
      await ended.catch(() => undefined);
      clearTimeout(force);
    },
  };
}
