import type { Db } from '../../../platform/db/client.ts';
import { subjectKey, type LimitSubject } from './limit-store.ts';
import { takeCalls } from '../usage-store.ts';

/** Uses `cost` calls of a quota, or none if fewer are left. */
type TakeCall = (
  subject: LimitSubject,
  limit: number | null,
  cost: number,
) => Promise<{ isTaken: boolean; used: number }>;

interface WaitingCall {
  limit: number | null;
  cost: number;
  resolve: (result: { isTaken: boolean; used: number }) => void;
  reject: (error: unknown) => void;
}

/**
 * Uses calls in Postgres, one statement at a time per subject. Calls that arrive while it runs are batched into the
 * next one. So a caller who sends many at once holds one connection, and the calls do not wait for each other's row
 * lock.
 */
export function createCallTaker(db: Db): TakeCall {
  const lines = new Map<string, WaitingCall[]>();

  const serve = async (subject: LimitSubject, line: WaitingCall[]): Promise<void> => {
    for (let first = line[0]; first; first = line[0]) {
      const { limit, cost } = first;
      // Calls of an old and a new limit may wait together while a tier changes.
      const end = line.findIndex((call) => call.limit !== limit || call.cost !== cost);
      const batch = line.splice(0, end < 0 ? line.length : end);
      try {
        const { taken, used } = await takeCalls(db, subject, { count: batch.length, limit, cost });
        for (const [index, call] of batch.entries()) {
          const isTaken = index < taken;
          call.resolve({ isTaken, used: isTaken ? used - (taken - index - 1) * cost : used });
        }
      } catch (error) {
        for (const call of batch) call.reject(error);
      }
    }
    lines.delete(subjectKey(subject));
  };

  return (subject, limit, cost) =>
    new Promise((resolve, reject) => {
      const call = { limit, cost, resolve, reject };
      const key = subjectKey(subject);
      const line = lines.get(key);
      if (line) {
        line.push(call);
        return;
      }
      const newLine = [call];
      lines.set(key, newLine);
      void serve(subject, newLine);
    });
}
