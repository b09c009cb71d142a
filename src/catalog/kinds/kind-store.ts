import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { kindFields, kinds } from '../../platform/db/schema/catalogue.ts';
import type { KindFields, AdminKind, TemplateFieldFacts } from './kind-contract.ts';
import { byName } from '../../platform/db/sort-names.ts';

const { kind: _kind, ...field } = getTableColumns(kindFields);

/** Returns all kinds, or the one with this code, with their counts, by name. */
export async function listAdminKinds(db: Db | Tx, code?: string): Promise<AdminKind[]> {
  const { rows } = await db.execute<AdminKind & Record<string, unknown>>(sql`
    select k.code, k.name,
      (select count(*)::int from kind_fields f where f.kind = k.code) as field_count,
      (select count(*)::int from categories c where c.archive_kind = k.code) as category_count,
      (select count(*)::int from products p join categories c on c.id = p.category_id
       where c.archive_kind = k.code) as product_count
    from kinds k where ${code === undefined ? sql`true` : sql`k.code = ${code}`}
    order by ${byName(sql`k.name`)}, k.code`);
  return rows;
}

/** Adds a kind. Returns false when a kind with this code exists. */
export async function saveKind(tx: Tx, kind: { code: string; name: string }): Promise<boolean> {
  const rows = await tx.insert(kinds).values(kind).onConflictDoNothing().returning({ code: kinds.code });
  return rows.length > 0;
}

/** Returns the name of a kind, and locks the kind and its template until the transaction ends. */
export async function lockKind(tx: Tx, code: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ name: kinds.name })
    .from(kinds)
    .where(eq(kinds.code, code))
    .for('no key update');
  return row?.name;
}

export async function saveKindName(tx: Tx, code: string, name: string): Promise<void> {
  await tx.update(kinds).set({ name }).where(eq(kinds.code, code));
}

/** Returns a kind and its fields from one statement, so that they are one snapshot, or undefined for an unknown kind. */
export async function findTemplate(
  db: Db | Tx,
  code: string,
): Promise<{ name: string; fields: KindFields['fields'] } | undefined> {
  const rows = await db
    .select({ name: kinds.name, field })
    .from(kinds)
    .leftJoin(kindFields, eq(kindFields.kind, kinds.code))
    .where(eq(kinds.code, code))
    .orderBy(asc(kindFields.position), asc(kindFields.key));
  const [first] = rows;
  return first && { name: first.name, fields: rows.flatMap((row) => row.field ?? []) };
}

/** Replaces the fields of a kind. Their positions are those in the list, from 1. */
export async function replaceFields(
  tx: Tx,
  kind: string,
  fields: readonly TemplateFieldFacts[],
): Promise<void> {
  await tx.delete(kindFields).where(eq(kindFields.kind, kind));
  if (fields.length === 0) return;
  await tx.insert(kindFields).values(fields.map((one, index) => ({ ...one, kind, position: index + 1 })));
}
