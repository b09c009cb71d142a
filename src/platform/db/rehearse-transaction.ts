import type { Db, Tx } from './client.ts';
import { retryTransaction } from './retry-transaction.ts';

/** Carries what a rehearsal came to out of the transaction that it rolls back. */
class RehearsalEnd<T> extends Error {
  readonly outcome: T;
  constructor(outcome: T) {
    super('the rehearsal ends');
    this.outcome = outcome;
  }
}

/** Does the whole work of a transaction, rolls it back, and answers what it came to. */
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
