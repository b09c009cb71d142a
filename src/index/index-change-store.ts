import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

/** Products whose documents the engine has taken since, in the order in which it took them; some come twice. */
export interface IndexChanges {
  productIds: string[];
  /** Of the last of these changes: go on from it. */
  last: number;
  /** Whether there were no more when they were read. */
  areAll: boolean;
}

/** Changes that are read at once, of up to a thousand products each. */
const MOST_CHANGES = 3;
/** The trigger that writes them keeps so many. */
const KEPT_CHANGES = 10_000;

/** The number of the last change there is; 0 when there is none. */
export async function findLastChange(db: Db): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(
    sql`select coalesce(max(id), 0)::float8 as last from index_changes`,
  );
  return rows[0]?.last ?? 0;
}

/** The next changes after one that was read; undefined when that one is gone, and others may be gone with it. */
export async function listIndexChanges(db: Db, after: number): Promise<IndexChanges | undefined> {
  // Asked for many times a second, mostly when nothing has come: the products of the one that was read are not read again.
  const { rows } = await db.execute<{ id: number; productIds: string[] }>(sql`
    select id::float8 as id, case when id > ${after} then product_ids else '{}' end as "productIds" from index_changes
    where id >= ${after} order by id limit ${MOST_CHANGES + 1}`);
  if (after > 0 && rows[0]?.id !== after) return undefined;
  const further = rows.filter(({ id }) => id > after);
  return {
    productIds: [...new Set(further.flatMap(({ productIds }) => productIds))],
    last: further.at(-1)?.id ?? after,
    areAll: rows.length <= MOST_CHANGES,
  };
}

/** What this change was, so that another database's change of the same number is told from it; undefined when it is gone. */
export async function describeIndexChange(db: Db, id: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ change: string }>(
    sql`select md5(product_ids::text) as change from index_changes where id = ${id}`,
  );
  return rows[0]?.change;
}

/**
 * The products of all changes after this one, or of all (0); undefined when there are more than `most`, or when the change
 * is gone, and others may be gone with it.
 */
export async function listChangedSince(db: Db, after: number, most: number): Promise<string[] | undefined> {
  const { rows } = await db.execute<{ isKnown: boolean; productIds: string[] }>(sql`
    select case when ${after} > 0 then exists (select from index_changes where id = ${after})
      else coalesce((select max(id) from index_changes), 0) <= ${KEPT_CHANGES} end as "isKnown", array(
      select distinct product_id from index_changes c, unnest(c.product_ids) product_id
      where c.id > ${after} limit ${most + 1}) as "productIds"`);
  const [row] = rows;
  return row?.isKnown && row.productIds.length <= most ? row.productIds : undefined;
}
