import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** `when` of migration 0036, the last one before version 1.0, as drizzle noted it. */
const LAST_BEFORE_1_0 = 1_795_529_321_286;

/** What the schema of migration 0036 has and that of version 1.0 has not. */
const DROPS = sql.raw(`
  -- Products from before the change feed that have no position yet get one as if they had just changed.
  INSERT INTO product_change_marks (product_id)
  SELECT p.id FROM products p, change_feed f
  WHERE p.id > f.filled_to AND NOT EXISTS (SELECT FROM product_changes c WHERE c.product_id = p.id)
  ON CONFLICT DO NOTHING;
  ALTER TABLE change_feed DROP COLUMN filled_to;
  DROP TABLE search_words;
  DELETE FROM drizzle.__drizzle_migrations;`);

/**
 * Carries a database of the last commit before version 1.0 over to the baseline migration of 1.0, in one transaction. Leaves an
 * empty database, and one of 1.0 or later, as they are.
 * @throws {Error} when the database is of an earlier commit
 */
export async function carryOver(db: NodePgDatabase, migrationsFolder: string): Promise<void> {
  const [baseline] = readMigrationFiles({ migrationsFolder });
  await db.transaction(async (tx) => {
    const last = await findLastMigration(tx);
    if (!baseline || last === undefined || last >= baseline.folderMillis) return;
    if (last !== LAST_BEFORE_1_0) {
      throw new Error(
        'This database is of a commit long before version 1.0. First migrate it with the last commit whose newest migration is 0036_drop_index_changes.',
      );
    }
    await tx.execute(DROPS);
    await tx.execute(
      sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${baseline.hash}, ${baseline.folderMillis})`,
    );
  });
}

async function findLastMigration(tx: Pick<NodePgDatabase, 'execute'>): Promise<number | undefined> {
  const { rows } = await tx.execute<{ isThere: boolean }>(
    sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS "isThere"`,
  );
  if (!rows[0]?.isThere) return undefined;
  const { rows: found } = await tx.execute<{ last: number | null }>(
    sql`SELECT max(created_at)::float8 AS last FROM drizzle.__drizzle_migrations`,
  );
  return found[0]?.last ?? undefined;
}
