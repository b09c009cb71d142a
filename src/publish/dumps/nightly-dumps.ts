import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import { lowerPriority } from '../../platform/processes/lower-priority.ts';
import { DAY_MS, startLoop } from '../../platform/start-loop.ts';
import { argumentsOf } from '../../platform/release.ts';
import { isDumpDue } from './dump-run-store.ts';
import { isDumping } from './dump-snapshot-store.ts';

const LOOK_EVERY_MS = 60_000;
/** Memory limit of the dump process, three times its need. Without a limit V8 would let garbage grow to gigabytes. */
const MEMORY = '--max-old-space-size=768';
/** How long a stopping dump may take. It checks after each part, which takes far less. */
const STOP_PATIENCE_MS = 3_000;

interface NightlyOptions {
  db: Db;
  dumpDir: string;
  databaseUrl: string;
  at: { hours: number; minutes: number };
  logger: Logger;
  lookEveryMs?: number;
}

/** Returns the last moment with this time of day, in UTC. */
export function findDueTime({ hours, minutes }: NightlyOptions['at'], now = new Date()): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hours, minutes);
  return new Date(today > now.getTime() ? today - DAY_MS : today);
}

/**
 * Starts a dump once a day, and after a restart if last night's dump is missing. Each API process asks the database
 * once a minute whether a dump is due. A separate process of lower priority makes the dump, so that this one keeps
 * answering.
 */
export function startNightlyDumps(options: NightlyOptions): { close(): Promise<void> } {
  const { db, at, logger, lookEveryMs = LOOK_EVERY_MS } = options;
  let child: ChildProcess | undefined;
  const look = async () => {
    if (child || !(await isDumpDue(db, findDueTime(at))) || (await isDumping(db))) return;
    child = startDump(options);
    child.once('error', (error) => {
      logger.error({ err: error }, 'a dump could not be started');
      // A process that was never there does not close.
      if (child?.pid === undefined) child = undefined;
    });
    child.once('close', (code) => {
      child = undefined;
      logger.info({ code }, 'a dump has ended');
    });
  };
  const looking = startLoop({
    name: 'looking whether a dump is due',
    everyMs: lookEveryMs,
    startAfterMs: lookEveryMs,
    work: look,
    logger,
  });
  return {
    async close() {
      await looking.close();
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

/** Runs `npm run dump -- --if-due`, as TypeScript or built, like this file. It ends when this process does. */
function startDump({ databaseUrl, dumpDir }: NightlyOptions): ChildProcess {
  const child = spawn(process.execPath, [MEMORY, ...argumentsOf('src/cli/dump'), '--if-due'], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DUMP_DIR: dumpDir },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.once('spawn', () => {
    if (child.pid !== undefined) lowerPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  });
  return child;
}
