import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { forgetTombstones, stampPortion } from '../../src/publish/feed/change-stamp-store.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { listenForNotifications } from '../../src/platform/db/notifications/notification-listener.ts';
import { createTrouble } from '../trouble.ts';
import { createWakeSignal } from '../wake-signal.ts';

/** So small that a change never waits long for a portion that is under way: a fifth of a second at most on two cores. */
const PORTION = { marks: 5_000, background: 2_000 };
/** Between two looks: an import commits many times a second, and one look finds all that is marked. */
const REST_MS = 50;
const FORGET_EVERY_MS = 24 * 3_600_000;

interface StamperOptions {
  db: Db;
  /** Must reach Postgres itself, not a pooler that shares sessions: else changes are found by the sweep alone. */
  databaseUrl: string;
  /** How often it looks without a notification of a change. */
  sweepMs: number;
  logger: Logger;
}

/**
 * Gives committed changes their position in the change feed. Any number may run: the lock of the feed's row lets one work
 * at a time, and there is nothing to take over from one that was killed.
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
