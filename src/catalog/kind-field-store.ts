import { asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { kindFields, kinds } from '../db/schema.ts';
import type { KindFields } from './kind-field-contract.ts';

/** The field template of an archive kind; undefined when there is no such kind. */
export async function findKindFields(db: Db | Tx, kind: string): Promise<KindFields | undefined> {
  const rows = await db
    .select({ field: kindFields })
    .from(kinds)
    .leftJoin(kindFields, eq(kindFields.kind, kinds.code))
    .where(eq(kinds.code, kind))
    .orderBy(asc(kindFields.position), asc(kindFields.key));
  if (rows.length === 0) return undefined;
  const fields = rows.flatMap(({ field }) => (field ? [buildField(field)] : []));
  return { kind, fields };
}

function buildField({ kind: _, ...field }: typeof kindFields.$inferSelect): KindFields['fields'][number] {
  return field;
}
