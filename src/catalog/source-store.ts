import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../db/client.ts';
import { sources } from '../db/schema.ts';
import type { sourceSchema } from './source-contract.ts';

type Source = z.input<typeof sourceSchema>;

const columns = {
  id: sources.id,
  code: sources.code,
  name: sources.name,
  kind: sources.kind,
  trust: sources.trust,
  license: sources.license,
  license_url: sources.licenseUrl,
  attribution: sources.attribution,
  homepage_url: sources.homepageUrl,
  last_imported_at: sources.lastImportedAt,
  product_count: sql<number>`(
    select count(distinct f.product_id)::int from field_provenance f join products p on p.id = f.product_id
    where f.source_id = ${sources.id} and p.status = 'active' and p.merged_into_id is null)`,
};

export async function findSource(db: Db, id: string): Promise<Source | undefined> {
  const [row] = await db.select(columns).from(sources).where(eq(sources.id, id));
  return row && { ...row, last_imported_at: row.last_imported_at?.toISOString() ?? null };
}
