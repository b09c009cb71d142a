import { sql } from 'drizzle-orm';
import { waitFor } from '../wait-for.ts';
import type { TestDatabase } from './test-database.ts';

/** Resolves when a statement in this database waits for the lock of another transaction. */
export async function waitForBlocked({ db }: Pick<TestDatabase, 'db'>): Promise<void> {
  await waitFor('a statement that waits for a lock', async () => {
    const { rows } = await db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length > 0;
  });
}
