import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { kindFields, kinds } from '../../platform/db/schema/catalogue.ts';
import type { KindFields } from './kind-field-contract.ts';

const { kind: _kind, ...field } = getTableColumns(kindFields);

/** Returns the field template of an archive kind, or undefined for an unknown kind. */
export async function findKindFields(db: Db | Tx, kind: string): Promise<KindFields | undefined> {
  const rows = await db
    .select({ kind: kinds.code, field })
    .from(kinds)
    .leftJoin(kindFields, eq(kindFields.kind, kinds.code))
    .where(eq(kinds.code, kind))
    .orderBy(asc(kindFields.position), asc(kindFields.key));
  if (rows.length === 0) return undefined;
  return { kind, fields: rows.flatMap((row) => row.field ?? []) };
}
