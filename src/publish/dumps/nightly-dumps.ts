import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import { createCommandRunner } from '../../platform/processes/run-command.ts';
import { DAY_MS, startLoop } from '../../platform/start-loop.ts';
import { isDumpDue } from './dump-run-store.ts';
import { isDumping } from './dump-snapshot-store.ts';

const LOOK_EVERY_MS = 60_000;

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
  const { db, dumpDir, databaseUrl, at, logger, lookEveryMs = LOOK_EVERY_MS } = options;
  const dump = createCommandRunner({
    what: 'a dump',
    program: 'src/cli/dump',
    options: ['--if-due'],
    settings: { DATABASE_URL: databaseUrl, DUMP_DIR: dumpDir },
    logger,
  });
  const look = async () => {
    if (dump.isRunning() || !(await isDumpDue(db, findDueTime(at))) || (await isDumping(db))) return;
    dump.start();
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
      await dump.close();
    },
  };
}
