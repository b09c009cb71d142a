import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { issueKey } from '../../src/access/accounts/keys/change-keys.ts';
import { createDb, createPool, type Db } from '../../src/platform/db/client.ts';
import { accounts, tiers } from '../../src/platform/db/schema/accounts.ts';
import { createLogger } from '../../src/platform/logger.ts';

/** Runs work on a database of the bench. */
export async function onBenchDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const logger = createLogger('bench', 'warn');
  const pool = createPool({
    url,
    applicationName: 'bench',
    statementTimeoutMs: 60_000,
    connectMs: 30_000,
    idleInTransactionMs: 60_000,
    logger,
  });
  try {
    return await work(createDb(pool));
  } finally {
    await pool.end();
  }
}

/** A key of a new account in this tier, whose calls are counted but never refused. */
export async function issueBenchKey(db: Db, tier: string): Promise<string> {
  const id = uuidv7();
  await db
    .update(tiers)
    .set({ perMinute: 2_000_000_000, cumulative: 2_000_000_000 })
    .where(eq(tiers.code, 'registered'));
  await db.insert(accounts).values({ id, email: `${id}@example.org`, passwordHash: 'none', tier });
  return await db.transaction((tx) => issueKey(tx, id, { actor: 'bench' }));
}
