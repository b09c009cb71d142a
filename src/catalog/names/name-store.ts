import { and, eq, sql } from 'drizzle-orm';
import {
  NAMED_LISTS,
  type GivenNames,
  type NamedList,
  type NamesByLanguage,
} from '../../data/names/names.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { codeNames } from '../../platform/db/schema/catalogue.ts';

/** Returns the names that operators gave to codes. */
export async function listGivenNames(db: Db | Tx): Promise<GivenNames> {
  const rows = await db.select().from(codeNames).orderBy(codeNames.list, codeNames.code);
  return Object.fromEntries(
    NAMED_LISTS.map((list) => [
      list,
      Object.fromEntries(rows.filter((row) => row.list === list).map(({ code, names }) => [code, names])),
    ]),
  );
}

/** Returns the names that operators gave to a code, and locks them until the transaction ends. */
export async function lockGivenNames(tx: Tx, list: NamedList, code: string): Promise<NamesByLanguage> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`factshelf.code_names ${list} ${code}`}))`);
  const [row] = await tx
    .select({ names: codeNames.names })
    .from(codeNames)
    .where(and(eq(codeNames.list, list), eq(codeNames.code, code)));
  return row?.names ?? {};
}

/** Replaces the names of a code. */
export async function saveGivenNames(
  tx: Tx,
  list: NamedList,
  code: string,
  names: NamesByLanguage,
): Promise<void> {
  await tx
    .insert(codeNames)
    .values({ list, code, names })
    .onConflictDoUpdate({ target: [codeNames.list, codeNames.code], set: { names } });
}
