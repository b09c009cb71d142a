import { sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { foldText } from '../text/fold-text.ts';

/** `when` of the migration of the release that folds otherwise than those before, in drizzle's journal. */
export const FOLDED_SINCE = 1_795_755_151_696;

const BATCH = 5_000;

/**
 * Folds the names that earlier releases have stored again. Each batch is a statement of its own, and repeating one changes
 * nothing. Two brands whose names are now one stay two until an operator merges them.
 */
export async function foldAgain(db: NodePgDatabase): Promise<void> {
  await foldRows(
    db,
    sql`SELECT id AS key, name, search_name AS folded FROM products`,
    sql`id`,
    (rows) =>
      sql`UPDATE products p SET search_name = r.folded FROM ${rows} WHERE p.id = r.key::uuid AND p.name = r.name`,
  );
  await foldRows(
    db,
    sql`SELECT id AS key, name, brand_key AS folded FROM brands`,
    sql`id`,
    (rows) =>
      sql`UPDATE brands b SET brand_key = r.folded FROM ${onceEach(rows)} WHERE b.id = r.key::uuid AND b.name = r.name
      AND NOT EXISTS (SELECT FROM brand_names n WHERE n.name_key = r.folded)`,
  );
  await foldRows(
    db,
    sql`SELECT name_key AS key, name, name_key AS folded FROM brand_names`,
    sql`name_key`,
    (
      rows,
    ) => sql`UPDATE brand_names b SET name_key = r.folded FROM ${onceEach(rows)} WHERE b.name_key = r.key AND b.is_alias
      AND NOT EXISTS (SELECT FROM brand_names n WHERE n.name_key = r.folded)`,
  );
}

/** Of names that are now one, only the first can have it. */
const onceEach = (rows: SQL) => sql`(SELECT DISTINCT ON (folded) * FROM ${rows} ORDER BY folded, key) r`;

/** Only texts with other signs than these may fold otherwise than before: ASCII without a backtick or an entity. */
const MAY_DIFFER = sql`(name ~ '[^ -_a-~]' OR name LIKE '%&%;%')`;

async function foldRows(
  db: NodePgDatabase,
  select: SQL,
  key: SQL,
  update: (rows: SQL) => SQL,
): Promise<void> {
  for (let after: string | undefined; ;) {
    const isNext = after === undefined ? sql`` : sql`AND ${key} > ${after}`;
    const { rows } = await db.execute<{ key: string; name: string; folded: string }>(
      sql`${select} WHERE ${MAY_DIFFER} ${isNext} ORDER BY ${key} LIMIT ${BATCH}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    const changed = rows.flatMap((row) => {
      const folded = foldText(row.name);
      return folded === row.folded ? [] : [{ ...row, folded }];
    });
    if (changed.length > 0) {
      await db.execute(
        update(
          sql`json_to_recordset(${JSON.stringify(changed)}::json) AS r(key text, name text, folded text)`,
        ),
      );
    }
    after = last.key;
  }
}
