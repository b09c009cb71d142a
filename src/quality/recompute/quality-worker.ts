import type { Logger } from 'pino';
import type { Db } from '../../platform/db/client.ts';
import {
  databaseErrorOf,
  isConnectionRefused,
  isDatabaseUnavailable,
} from '../../platform/db/database-error.ts';
import type { Subscription } from '../../platform/db/notifications/notification-listener.ts';
import { startLoop } from '../../platform/start-loop.ts';
import { recomputeBatch } from './recompute-batch.ts';
import { findOpenRecompute, RECOMPUTES_REQUESTED, saveProgress } from './recompute-store.ts';

const BATCH_SIZE = 500;
/** Finds labels that a process of an older release left unread, and what a killed process left undone. */
const LOOK_EVERY_MS = 30_000;
const RETRY_MS = 1_000;
/** Deadlock and serialization failure: another transaction won. */
const LOST_RACES = new Set(['40P01', '40001']);

interface QualityWorkerOptions {
  db: Db;
  logger: Logger;
  batchSize?: number;
  /** How often to look without a notification. */
  lookEveryMs?: number;
}

export interface QualityWorker {
  /** Listeners for notifications of requests. */
  subscriptions: Subscription[];
  /** Stops after the current batch. */
  close(): Promise<void>;
}

/** Processes recomputations of quality scores while the process lives. Each API process runs one worker. */
export function startQualityWorker(options: QualityWorkerOptions): QualityWorker {
  const { db, logger, batchSize = BATCH_SIZE, lookEveryMs = LOOK_EVERY_MS } = options;
  let isFailing = false;

  async function report(error: unknown): Promise<void> {
    const cause = databaseErrorOf(error);
    if (isDatabaseUnavailable(error) || LOST_RACES.has(cause?.code ?? '')) {
      // The listener for notifications says once that the database is away.
      const level = isConnectionRefused(error) ? 'debug' : 'warn';
      if (!isFailing) logger[level]({ reason: cause?.message }, 'quality scores wait for the database');
      isFailing = true;
      return;
    }
    // It would fail the same way for ever and block those behind it.
    const open = await findOpenRecompute(db);
    logger.error({ err: cause ?? error, recompute: open?.id }, 'quality scores could not be computed');
    const message = cause?.message ?? String(error);
    if (open) await saveProgress(db, open.id, { state: 'failed', error: message, finishedAt: new Date() });
  }

  const { wake, close } = startLoop({
    name: 'computing quality scores',
    everyMs: lookEveryMs,
    work: async () => ((await recomputeBatch(db, batchSize)) ? 0 : lookEveryMs),
    trouble: {
      async report(cause) {
        await Promise.allSettled([report(cause)]);
        return RETRY_MS;
      },
      over: () => (isFailing = false),
    },
    logger,
  });
  return { subscriptions: [{ channel: RECOMPUTES_REQUESTED, onChange: wake, onGap: wake }], close };
}
