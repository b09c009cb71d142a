import { asc, desc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { sources } from '../../platform/db/schema/catalogue.ts';
import type { AdminSource } from './source-admin-contract.ts';
import { buildSource } from './source-store.ts';

type SourceRow = typeof sources.$inferSelect;

/** Returns all sources, most trusted first. */
export async function listAdminSources(db: Db | Tx): Promise<AdminSource[]> {
  const rows = await db.select().from(sources).orderBy(desc(sources.trust), asc(sources.code));
  return rows.map(buildAdminSource);
}

/** Returns a source, locked until the transaction ends, or undefined. */
export async function lockSource(tx: Tx, id: string): Promise<AdminSource | undefined> {
  const [row] = await tx.select().from(sources).where(eq(sources.id, id)).for('no key update');
  return row && buildAdminSource(row);
}

/** Adds a source. Returns undefined when another source has the code. */
export async function insertSource(
  tx: Tx,
  source: typeof sources.$inferInsert,
): Promise<AdminSource | undefined> {
  const [row] = await tx.insert(sources).values(source).onConflictDoNothing().returning();
  return row && buildAdminSource(row);
}

export async function updateSource(
  tx: Tx,
  id: string,
  fields: Pick<
    SourceRow,
    'name' | 'kind' | 'trust' | 'license' | 'licenseUrl' | 'attribution' | 'homepageUrl' | 'recordUrl'
  >,
): Promise<void> {
  await tx.update(sources).set(fields).where(eq(sources.id, id));
}

function buildAdminSource(row: SourceRow): AdminSource {
  return { ...buildSource(row), created_at: row.createdAt.toISOString() };
}
