import type { Logger } from 'pino';
import { forgetTombstones, stampPortion } from '../../src/publish/feed/change-stamp-store.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { listenForNotifications } from '../../src/platform/db/notifications/notification-listener.ts';
import { createTrouble } from '../trouble.ts';
import { DAY_MS, startLoop } from '../../src/platform/start-loop.ts';

/** Small, so that a change waits at most about 200 ms (two cores) for the portion under way. */
const PORTION = { marks: 5_000, background: 2_000 };
/** Pause between portions: an import commits many times a second, and one portion takes all marks. */
const REST_MS = 50;

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
  let forgetAt = 0;
  const stamping = startLoop({
    name: 'giving changes their position',
    everyMs: sweepMs,
    leastRestMs: REST_MS,
    async work() {
      if (await stampPortion(db, PORTION)) return 0;
      if (Date.now() >= forgetAt && !(await forgetTombstones(db))) forgetAt = Date.now() + DAY_MS;
      return sweepMs;
    },
    trouble: createTrouble(logger),
    logger,
  });
  const listener = listenForNotifications({
    databaseUrl,
    subscriptions: [{ channel: 'product_changes_marked', onChange: stamping.wake, onGap: stamping.wake }],
    logger,
  });
  return {
    async close() {
      await stamping.close();
      await listener.close();
    },
  };
}
