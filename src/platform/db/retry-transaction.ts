import type { Db, Tx } from './client.ts';
import { databaseErrorOf } from './database-error.ts';

const MAX_ATTEMPTS = 6;
const LOCK_TIMEOUT = '55P03';
/** Unique and foreign key violation, serialization failure, deadlock, lock timeout. */
const LOST_RACES = new Set(['23505', '23503', '40001', '40P01', LOCK_TIMEOUT]);
/** Stop retrying after this wait for locks: the request's deadline has passed by then. */
const LONGEST_WAIT_MS = 4_000;

/**
 * Runs a transaction, and retries it if it loses a race. `run` is called again, reads the new state and decides
 * again, so it must have no effects outside the transaction.
 */
export async function retryTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(run);
    } catch (error) {
      const code = databaseErrorOf(error)?.code ?? '';
      const isTooLate = code === LOCK_TIMEOUT && performance.now() - startedAt > LONGEST_WAIT_MS;
      if (!LOST_RACES.has(code) || attempt === MAX_ATTEMPTS || isTooLate) throw error;
    }
  }
}

/** Carries the result of a rehearsal out of the transaction that it rolls back. */
class RehearsalEnd<T> extends Error {
  readonly outcome: T;
  constructor(outcome: T) {
    super('the rehearsal ends');
    this.outcome = outcome;
  }
}

/** Runs a transaction, rolls it back, and returns its result. */
export async function rehearseTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await retryTransaction(db, async (tx) => {
      throw new RehearsalEnd(await run(tx));
    });
  } catch (error) {
    if (error instanceof RehearsalEnd) return error.outcome as T;
    throw error;
  }
}
