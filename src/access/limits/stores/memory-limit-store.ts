import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/client.ts';
import { createCallTaker } from './call-taker.ts';
import { subjectKey, type LimitStore } from './limit-store.ts';
import { buildWindow, createMinuteCounter } from './minute-counter.ts';
import { findUsed } from '../usage-store.ts';
import { createAnswerWait } from './wait-for-answer.ts';

interface MemoryLimitStoreOptions {
  db: Db;
  /** How long Postgres may be silent before a call gives up. */
  patienceMs?: number;
  /** Unix milliseconds. */
  now?: () => number;
}

/**
 * The store of an installation without Redis. Each process counts its own minutes. Quotas are counted in Postgres,
 * exactly for any number of processes.
 */
export function createMemoryLimitStore(options: MemoryLimitStoreOptions): LimitStore {
  const { db, patienceMs = 250, now = Date.now } = options;
  const inTime = createAnswerWait(patienceMs);
  const takeCall = createCallTaker(db);
  const countInMinute = createMinuteCounter(now);
  let minute = 0;
  /** Last known usage per subject in this minute, so that a flood of refused calls queries Postgres once. */
  let lastUsed = new Map<string, number>();
  // The maximum, because answers may arrive out of order.
  const noteUsed = (key: string, used: number) =>
    void lastUsed.set(key, Math.max(lastUsed.get(key) ?? 0, used));

  return {
    async check({ subject, perMinute, cumulative, quota, cost = 1, ceilings = [] }) {
      const key = subjectKey(subject);
      // As in Redis, a call without a limit per minute is not counted in the minute.
      const call =
        perMinute === null ? { ...buildWindow(Math.floor(now() / 1_000)), count: 0 } : countInMinute(key);
      if (call.minute !== minute) {
        minute = call.minute;
        lastUsed = new Map();
      }
      const { count } = call;
      const answer = { count, resetAtS: call.resetAtS, resetInS: call.resetInS };
      const isOver = perMinute !== null && count > perMinute;
      const shared = isOver
        ? []
        : ceilings.map((ceiling) => ({ ceiling, ...countInMinute(subjectKey(ceiling.subject)) }));
      const over = shared.find(({ ceiling, count: calls }) => calls > ceiling.perMinute);
      if (over)
        return {
          ...answer,
          refusal: 'address_limited',
          ceiling: over.ceiling,
          count: over.count,
          used: undefined,
        };
      if (quota === 'none')
        return { ...answer, refusal: isOver ? 'rate_limited' : undefined, used: undefined };
      if (isOver || quota === 'look') {
        const used = lastUsed.get(key) ?? (await inTime(findUsed(db, subject)));
        noteUsed(key, used);
        return { ...answer, refusal: isOver ? 'rate_limited' : undefined, used };
      }
      const { isTaken, used } = await inTime(takeCall(subject, cumulative, cost));
      noteUsed(key, used);
      return { ...answer, refusal: isTaken ? undefined : 'quota_exhausted', used };
    },
    findUsed: (subject) => findUsed(db, subject),
    async probe() {
      await inTime(db.execute(sql`select 1`));
    },
    async close() {},
  };
}
