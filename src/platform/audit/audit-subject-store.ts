import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import type { AuditListEntry } from './audit-contract.ts';

type Subject = NonNullable<AuditListEntry['subject']>;
type Words = Record<string, unknown> | null;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Queries for names of entities by id. Entities without names, such as queues, are missing. */
const NAMED: Record<string, (ids: SQL) => SQL> = {
  product: (ids) => sql`SELECT id, name, null AS owner FROM products WHERE id = ANY(${ids})`,
  brand: (ids) => sql`SELECT id, name, null FROM brands WHERE id = ANY(${ids})`,
  category: (ids) => sql`SELECT id, name, null FROM categories WHERE id = ANY(${ids})`,
  source: (ids) => sql`SELECT id, name, null FROM sources WHERE id = ANY(${ids})`,
  review_rule: (ids) => sql`SELECT id, name, null FROM review_rules WHERE id = ANY(${ids})`,
  operator: (ids) => sql`SELECT id, email, null FROM operators WHERE id = ANY(${ids})`,
  account: (ids) => sql`SELECT id, email, null FROM accounts WHERE id = ANY(${ids})`,
  api_key: (ids) => sql`
    SELECT k.id, k.prefix || '…', a.email FROM api_keys k JOIN accounts a ON a.id = k.account_id
    WHERE k.id = ANY(${ids})`,
  submission: (ids) => sql`
    SELECT s.id, coalesce(s.content ->> 'name', p.name), a.email
    FROM submissions s LEFT JOIN barcodes b ON b.gtin14 = s.gtin14
      LEFT JOIN products p ON p.id = coalesce(s.result_product_id, s.product_id, b.product_id)
      LEFT JOIN accounts a ON a.id = s.account_id
    WHERE s.id = ANY(${ids})`,
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
      sql`SELECT ${entity}::text AS entity, n.* FROM (${named}) AS n (id, name, owner) WHERE name IS NOT NULL`,
    ];
  });
  if (parts.length === 0) return new Map();
  const found = await db.execute<Subject & { entity: string; id: string }>(sql.join(parts, sql` UNION ALL `));
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
