import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import type { AuditListEntry } from './audit-contract.ts';

type Subject = NonNullable<AuditListEntry['subject']>;
type Words = Record<string, unknown> | null;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Queries for names of entities by id. Entities without names, such as queues, are missing. */
const NAMED: Record<string, (ids: SQL) => SQL> = {
  product: (ids) => sql`select id, name, null as owner from products where id = any(${ids})`,
  brand: (ids) => sql`select id, name, null from brands where id = any(${ids})`,
  category: (ids) => sql`select id, name, null from categories where id = any(${ids})`,
  source: (ids) => sql`select id, name, null from sources where id = any(${ids})`,
  review_rule: (ids) => sql`select id, name, null from review_rules where id = any(${ids})`,
  operator: (ids) => sql`select id, email, null from operators where id = any(${ids})`,
  account: (ids) => sql`select id, email, null from accounts where id = any(${ids})`,
  api_key: (ids) => sql`
    select k.id, k.prefix || '…', a.email from api_keys k join accounts a on a.id = k.account_id
    where k.id = any(${ids})`,
  submission: (ids) => sql`
    select s.id, coalesce(s.content ->> 'name', p.name), a.email
    from submissions s left join barcodes b on b.gtin14 = s.gtin14
      left join products p on p.id = coalesce(s.result_product_id, s.product_id, b.product_id)
      left join accounts a on a.id = s.account_id
    where s.id = any(${ids})`,
};

/**
 * Returns the names of the subjects of audit rows by `entity id`, with one query. Omits deleted and nameless
 * subjects.
 */
export async function loadSubjects(
  db: Db | Tx,
  rows: readonly { entity: string; entityId: string | null }[],
): Promise<Map<string, Subject>> {
  const parts = Object.entries(NAMED).flatMap(([entity, select]) => {
    const ids = rows.flatMap((row) =>
      row.entity === entity && row.entityId !== null && UUID.test(row.entityId) ? [row.entityId] : [],
    );
    if (ids.length === 0) return [];
    const named = select(sql`${sql.param([...new Set(ids)])}::uuid[]`);
    return [
      sql`select ${entity}::text as entity, n.* from (${named}) as n (id, name, owner) where name is not null`,
    ];
  });
  if (parts.length === 0) return new Map();
  const found = await db.execute<Subject & { entity: string; id: string }>(sql.join(parts, sql` union all `));
  return new Map(found.rows.map(({ entity, id, name, owner }) => [`${entity} ${id}`, { name, owner }]));
}

/** Reads the name from the row itself, which may hold the name of a deleted subject. */
export function readSubject(before: Words, after: Words): Subject | null {
  for (const words of [after, before]) {
    const name = words?.['name'] ?? words?.['email'];
    if (typeof name === 'string') return { name, owner: null };
  }
  return null;
}
