import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { NamedValue } from './facet-request.ts';

type StoredFacet = 'brand' | 'category' | 'kind';

/** By facet: the value and the name of a key, as Postgres has them. One statement, and none without keys. */
export async function listNamesOfValues(
  db: Db,
  keys: Record<StoredFacet, string[]>,
): Promise<Record<StoredFacet, (key: string) => NamedValue | undefined>> {
  const found = new Map<string, NamedValue>();
  if (Object.values(keys).some((list) => list.length > 0)) {
    const { rows } = await db.execute<
      { facet: string; key: string } & NamedValue & Record<string, unknown>
    >(sql`
      select 'brand' as facet, id::text as key, slug as value, name as label
      from brands where id = any(${sql.param(keys.brand)}::uuid[])
      union all
      select 'category', code, code, name from categories where code = any(${sql.param(keys.category)}::text[])
      union all
      select 'kind', code, code, name from kinds where code = any(${sql.param(keys.kind)}::text[])`);
    for (const { facet, key, value, label } of rows) found.set(`${facet} ${key}`, { value, label });
  }
  const namesOf = (facet: StoredFacet) => (key: string) => found.get(`${facet} ${key}`);
  return { brand: namesOf('brand'), category: namesOf('category'), kind: namesOf('kind') };
}
