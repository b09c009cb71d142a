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
    sql`select id as key, name, search_name as folded from products`,
    sql`id`,
    (rows) =>
      sql`update products p set search_name = r.folded from ${rows} where p.id = r.key::uuid and p.name = r.name`,
  );
  await foldRows(
    db,
    sql`select id as key, name, brand_key as folded from brands`,
    sql`id`,
    (rows) =>
      sql`update brands b set brand_key = r.folded from ${onceEach(rows)} where b.id = r.key::uuid and b.name = r.name
      and not exists (select from brand_names n where n.name_key = r.folded)`,
  );
  await foldRows(
    db,
    sql`select name_key as key, name, name_key as folded from brand_names`,
    sql`name_key`,
    (
      rows,
    ) => sql`update brand_names b set name_key = r.folded from ${onceEach(rows)} where b.name_key = r.key and b.is_alias
      and not exists (select from brand_names n where n.name_key = r.folded)`,
  );
}

/** Of names that are now one, only the first can have it. */
const onceEach = (rows: SQL) => sql`(select distinct on (folded) * from ${rows} order by folded, key) r`;

/** Only texts with other signs than these may fold otherwise than before: ASCII without a backtick or an entity. */
const MAY_DIFFER = sql`(name ~ '[^ -_a-~]' or name like '%&%;%')`;

async function foldRows(
  db: NodePgDatabase,
  select: SQL,
  key: SQL,
  update: (rows: SQL) => SQL,
): Promise<void> {
  for (let after: string | undefined; ;) {
    const isNext = after === undefined ? sql`` : sql`and ${key} > ${after}`;
    const { rows } = await db.execute<{ key: string; name: string; folded: string }>(
      sql`${select} where ${MAY_DIFFER} ${isNext} order by ${key} limit ${BATCH}`,
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
          sql`json_to_recordset(${JSON.stringify(changed)}::json) as r(key text, name text, folded text)`,
        ),
      );
    }
    after = last.key;
  }
}
