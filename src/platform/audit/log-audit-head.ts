import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import { findChainHead } from './audit-store.ts';

const HOUR_MS = 3_600_000;

/**
 * Writes the last row's number and hash to the program's log, now and every hour: with one of these lines kept elsewhere,
 * rows that are cut off the end of the audit log are missed (`npm run audit -- verify --head`).
 */
export function logAuditHead({
  db,
  logger,
  everyMs = HOUR_MS,
}: {
  db: Db;
  logger: Logger;
  everyMs?: number;
}): {
  close(): void;
} {
  const log = async () => {
    try {
      const head = await findChainHead(db);
      if (head)
        logger.info({ audit_head: `${head.seq}:${head.hash.toString('hex')}` }, 'head of the audit log');
    } catch (error) {
      logger.warn({ err: error }, 'the head of the audit log cannot be read');
    }
  };
  void log();
  const timer = setInterval(() => void log(), everyMs).unref();
  return { close: () => clearInterval(timer) };
}
