import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';

/** A record of the leader that this catalogue refused. */
export interface SkippedRecord {
  kind: 'product' | 'source' | 'kind' | 'category';
  /** The id of a product, else the code. */
  id: string;
  reason: string;
}

/** Maximum characters of an id or a reason. */
const LONGEST = 300;

/** Records skipped products, and clears all others of `productIds`. */
export async function saveSkippedProducts(
  tx: Tx,
  productIds: readonly string[],
  skipped: readonly SkippedRecord[],
): Promise<void> {
  if (productIds.length > 0)
    await tx.execute(
      sql`delete from follow_skipped where kind = 'product' and id = any(${sql.param(productIds)}::text[])`,
    );
  await insertSkipped(tx, skipped);
}

/** Replaces the skipped sources, kinds and categories. */
export async function saveSkippedReference(tx: Tx, skipped: readonly SkippedRecord[]): Promise<void> {
  await tx.execute(sql`delete from follow_skipped where kind <> 'product'`);
  await insertSkipped(tx, skipped);
}

async function insertSkipped(tx: Tx, skipped: readonly SkippedRecord[]): Promise<void> {
  if (skipped.length === 0) return;
  const rows = skipped.map((one) => ({
    kind: one.kind,
    id: one.id.slice(0, LONGEST),
    reason: one.reason.slice(0, LONGEST),
  }));
  await tx.execute(sql`
    insert into follow_skipped (kind, id, reason)
    select kind, id, reason from json_to_recordset(${JSON.stringify(rows)}::json) as r(kind text, id text, reason text)
    on conflict do nothing`);
}

export async function countSkipped(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from follow_skipped`,
  );
  return rows[0]?.count ?? 0;
}

/** Returns all skipped records by kind and id. */
export async function listSkipped(db: Db): Promise<SkippedRecord[]> {
  const { rows } = await db.execute<SkippedRecord & Record<string, unknown>>(
    sql`select kind, id, reason from follow_skipped order by kind, id`,
  );
  return rows;
}
