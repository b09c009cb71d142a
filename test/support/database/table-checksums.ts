import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/platform/db/client.ts';

/** Tables that the service writes about itself; they differ after every start. */
const OWN_TABLES = ['search_outbox', 'index_rebuilds', 'index_reconciles', 'index_lag_samples'];

/** Returns the number of rows and a checksum of each table. `change_feed` has a new epoch after each restore. */
export async function sumTables(db: Db): Promise<Map<string, string>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`);
  const found = new Map<string, string>();
  for (const { name } of tables) {
    if (OWN_TABLES.includes(name)) continue;
    const row = name === 'change_feed' ? `(to_jsonb(t) - 'epoch')` : 't';
    const { rows } = await db.execute<{ sum: string }>(
      sql.raw(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(${row}::text, 0)), 0) as sum from "${name}" t`,
      ),
    );
    found.set(name, rows[0]?.sum ?? '');
  }
  return found;
}
