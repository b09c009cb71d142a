import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/db/client.ts';

interface SourceRecord {
  productId: string;
  contentHash: string;
}

/** Returns what earlier runs read of this source, by its own keys. A merged product is returned as its survivor. */
export async function findSourceRecords(
  tx: Tx,
  sourceId: string,
  keys: readonly string[],
): Promise<Map<string, SourceRecord>> {
  const { rows } = await tx.execute<{ source_key: string; content_hash: string; product_id: string }>(sql`
    SELECT r.source_key, r.content_hash, coalesce(p.merged_into_id, p.id) AS product_id
    FROM source_records r JOIN products p ON p.id = r.product_id
    WHERE r.source_id = ${sourceId} AND r.source_key = ANY(${sql.param(keys)}::text[])`);
  return new Map(
    rows.map((row) => [row.source_key, { productId: row.product_id, contentHash: row.content_hash }]),
  );
}

export async function saveSourceRecords(
  tx: Tx,
  sourceId: string,
  records: readonly { sourceKey: string; productId: string; contentHash: string }[],
): Promise<void> {
  if (records.length === 0) return;
  const column = (key: 'sourceKey' | 'productId' | 'contentHash') =>
    sql.param(records.map((record) => record[key]));
  await tx.execute(sql`
    INSERT INTO source_records (source_id, source_key, product_id, content_hash)
    SELECT ${sourceId}::uuid, source_key, product_id, content_hash
    FROM unnest(${column('sourceKey')}::text[], ${column('productId')}::uuid[], ${column('contentHash')}::text[])
      AS r(source_key, product_id, content_hash)
    ON CONFLICT (source_id, source_key) DO UPDATE
      SET product_id = excluded.product_id, content_hash = excluded.content_hash, recorded_at = now()`);
}
