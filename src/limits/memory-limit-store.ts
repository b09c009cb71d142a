import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { createCallTaker } from './call-taker.ts';
import { subjectKey, type LimitStore, type LimitSubject } from './limit-store.ts';
import { buildWindow } from './limit-window.ts';
import { findUsed } from './usage-store.ts';
import { createAnswerWait } from './wait-for-answer.ts';

export interface MemoryLimitStoreOptions {
  db: Db;
  /** How long Postgres may be silent before a call gives up. */
  patienceMs?: number;
  /** Unix milliseconds. */
  now?: () => number;
}

interface WindowEntry {
  count: number;
  /** As last heard of in this minute, so that a flood of refused calls asks Postgres once. */
  used: number | undefined;
}

/**
 * The store of an installation without Redis: minutes are counted in this process, each process for itself; quotas in
 * Postgres, exact for any number of processes.
 */
export function createMemoryLimitStore(options: MemoryLimitStoreOptions): LimitStore {
  const { db, patienceMs = 250, now = Date.now } = options;
  const inTime = createAnswerWait(patienceMs);
  const takeCall = createCallTaker(db);
  let minute = 0;
  let entries = new Map<string, WindowEntry>();

  const entryOf = (subject: LimitSubject, current: number): WindowEntry => {
    if (current !== minute) {
      minute = current;
      entries = new Map();
    }
    const key = subjectKey(subject);
    const entry = entries.get(key) ?? { count: 0, used: undefined };
    entries.set(key, entry);
    return entry;
  };

  return {
    async check({ subject, perMinute, cumulative, quota }) {
      const window = buildWindow(Math.floor(now() / 1_000));
      const entry = entryOf(subject, window.minute);
      if (perMinute !== null) entry.count += 1;
      const { count } = entry;
      const answer = { count, resetAtS: window.resetAtS, resetInS: window.resetInS };
      const isOver = perMinute !== null && count > perMinute;
      if (quota === 'none')
        return { ...answer, refusal: isOver ? 'rate_limited' : undefined, used: undefined };
      if (isOver || quota === 'look') {
        entry.used ??= await inTime(findUsed(db, subject));
        return { ...answer, refusal: isOver ? 'rate_limited' : undefined, used: entry.used };
      }
      const { isTaken, used } = await inTime(takeCall(subject, cumulative));
      // Answers may overtake each other.
      entry.used = Math.max(entry.used ?? 0, used);
      return { ...answer, refusal: isTaken ? undefined : 'quota_exhausted', used };
    },
    findUsed: (subject) => findUsed(db, subject),
    async probe() {
      await inTime(db.execute(sql`select 1`));
    },
    async close() {},
  };
}
