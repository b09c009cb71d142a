import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { forgetTombstones, stampPortion } from '../../src/publish/feed/change-stamp-store.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { listenForNotifications } from '../../src/platform/db/notifications/notification-listener.ts';
import { createTrouble } from '../trouble.ts';
import { createWakeSignal } from '../../src/platform/wake-signal.ts';

/** Small, so that a change waits at most about 200 ms (two cores) for the portion under way. */
const PORTION = { marks: 5_000, background: 2_000 };
/** Pause between portions: an import commits many times a second, and one portion takes all marks. */
const REST_MS = 50;
const FORGET_EVERY_MS = 24 * 3_600_000;

interface StamperOptions {
  db: Db;
  /** A direct connection to Postgres, not a session-sharing pooler: through a pooler only the sweep finds changes. */
  databaseUrl: string;
  /** How often to check for changes without a notification. */
  sweepMs: number;
  logger: Logger;
}

/**
 * Gives committed changes their position in the change feed. Any number of processes may run it: a row lock on the
 * feed lets one work at a time, and a killed process leaves nothing to take over.
 */
export function startStamper({ db, databaseUrl, sweepMs, logger }: StamperOptions): {
  close(): Promise<void>;
} {
  const stopping = new AbortController();
  const changed = createWakeSignal();
  const wake = () => changed.wake();
  const listener = listenForNotifications({
    databaseUrl,
    hearers: [{ channel: 'product_changes_marked', onChange: wake, onGap: wake }],
    logger,
  });
  const trouble = createTrouble(logger);
  const rest = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);
  let forgetAt = 0;

  async function step(): Promise<void> {
    if (await stampPortion(db, PORTION)) return;
    if (Date.now() >= forgetAt && !(await forgetTombstones(db))) forgetAt = Date.now() + FORGET_EVERY_MS;
    trouble.over();
    await changed.wait(sweepMs);
    await rest(REST_MS);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await step();
      } catch (error) {
        if (!stopping.signal.aborted) await rest(trouble.report(error));
      }
    }
  }

  const done = run();
  return {
    async close() {
      stopping.abort();
      changed.wake();
      await done;
      await listener.close();
    },
  };
}
