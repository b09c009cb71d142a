import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/db/client.ts';

export interface SourceRecord {
  productId: string;
  contentHash: string;
  /** The barcode that the row gave and its product has; null: none, or it is the row's key. */
  gtin14: string | null;
}

/** Returns what earlier runs read of this source, by its own keys. A merged product is returned as its survivor. */
export async function findSourceRecords(
  tx: Tx,
  sourceId: string,
  keys: readonly string[],
): Promise<Map<string, SourceRecord>> {
  const { rows } = await tx.execute<SourceRecord & { sourceKey: string } & Record<string, unknown>>(sql`
    SELECT r.source_key AS "sourceKey", r.content_hash AS "contentHash", r.gtin14, coalesce(p.merged_into_id, p.id) AS "productId"
    FROM source_records r JOIN products p ON p.id = r.product_id
    WHERE r.source_id = ${sourceId} AND r.source_key = ANY(${sql.param(keys)}::text[])`);
  return new Map(rows.map(({ sourceKey, ...record }) => [sourceKey, record]));
}

export async function saveSourceRecords(
  tx: Tx,
  sourceId: string,
  records: readonly (SourceRecord & { sourceKey: string })[],
): Promise<void> {
  if (records.length === 0) return;
  const column = (key: 'sourceKey' | keyof SourceRecord) => sql.param(records.map((record) => record[key]));
  await tx.execute(sql`
    INSERT INTO source_records (source_id, source_key, product_id, content_hash, gtin14)
    SELECT ${sourceId}::uuid, r.*
    FROM unnest(${column('sourceKey')}::text[], ${column('productId')}::uuid[], ${column('contentHash')}::text[],
                ${column('gtin14')}::text[]) AS r(source_key, product_id, content_hash, gtin14)
    ON CONFLICT (source_id, source_key) DO UPDATE
      SET product_id = excluded.product_id, content_hash = excluded.content_hash, gtin14 = excluded.gtin14,
        recorded_at = now()`);
}
