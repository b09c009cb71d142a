import type { Db, Tx } from './client.ts';
import { databaseErrorOf } from './database-error.ts';

const MOST_ATTEMPTS = 6;
/** Unique and foreign key violation, serialization failure, deadlock, lock timeout. */
const LOST_RACES = new Set(['23505', '23503', '40001', '40P01', '55P03']);

/**
 * A transaction that runs once more when another one was faster: `run` then reads what that one has left, and decides
 * anew. It must do nothing outside the transaction.
 */
export async function retryTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(run);
    } catch (error) {
      const code = databaseErrorOf(error)?.code ?? '';
      if (!LOST_RACES.has(code) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
