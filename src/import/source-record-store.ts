import { sql } from 'drizzle-orm';
import type { Tx } from '../platform/db/client.ts';
import type { ImportRecord } from './import-record.ts';

export interface SourceRecord {
  productId: string;
  contentHash: string;
  /** The barcode that the row gave and its product has; null: none, or it is the row's key. */
  gtin14: string | null;
  /** The sources that the row named for its fields; null: none. */
  fieldSources: ImportRecord['fieldSources'] | null;
}

/** Returns what earlier runs read of this source, by its own keys. A merged product is returned as its survivor. */
export async function findSourceRecords(
  tx: Tx,
  sourceId: string,
  keys: readonly string[],
): Promise<Map<string, SourceRecord>> {
  const { rows } = await tx.execute<SourceRecord & { sourceKey: string } & Record<string, unknown>>(sql`
    SELECT r.source_key AS "sourceKey", r.content_hash AS "contentHash", r.gtin14, r.field_sources AS "fieldSources",
      coalesce(p.merged_into_id, p.id) AS "productId"
    FROM source_records r JOIN products p ON p.id = r.product_id
    WHERE r.source_id = ${sourceId} AND r.source_key = ANY(${sql.param(keys)}::text[])`);
  return new Map(rows.map(({ sourceKey, ...record }) => [sourceKey, record]));
}

/**
 * Returns the codes of the sources that describe these products in other rows than these, by product: those of the rows, and
 * those that the rows name.
 */
export async function findOtherSpeakers(
  tx: Tx,
  productIds: readonly string[],
  { sourceId, keys }: { sourceId: string; keys: readonly string[] },
): Promise<Map<string, string[]>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await tx.execute<{ productId: string; codes: string[] }>(sql`
    SELECT r.product_id AS "productId", array_agg(DISTINCT speaker.code) AS codes
    FROM source_records r JOIN sources s ON s.id = r.source_id
      CROSS JOIN LATERAL (SELECT s.code UNION SELECT value FROM jsonb_each_text(r.field_sources)) AS speaker (code)
    WHERE r.product_id = ANY(${sql.param(productIds)}::uuid[])
      AND NOT (r.source_id = ${sourceId} AND r.source_key = ANY(${sql.param(keys)}::text[]))
    GROUP BY r.product_id`);
  return new Map(rows.map(({ productId, codes }) => [productId, codes]));
}

export async function saveSourceRecords(
  tx: Tx,
  sourceId: string,
  records: readonly (SourceRecord & { sourceKey: string })[],
): Promise<void> {
  if (records.length === 0) return;
  const column = (key: 'sourceKey' | 'productId' | 'contentHash' | 'gtin14') =>
    sql.param(records.map((record) => record[key]));
  const named = records.map(({ fieldSources }) => fieldSources && JSON.stringify(fieldSources));
  await tx.execute(sql`
    INSERT INTO source_records (source_id, source_key, product_id, content_hash, gtin14, field_sources)
    SELECT ${sourceId}::uuid, r.*
    FROM unnest(${column('sourceKey')}::text[], ${column('productId')}::uuid[], ${column('contentHash')}::text[],
                ${column('gtin14')}::text[], ${sql.param(named)}::jsonb[])
      AS r(source_key, product_id, content_hash, gtin14, field_sources)
    ON CONFLICT (source_id, source_key) DO UPDATE
      SET product_id = excluded.product_id, content_hash = excluded.content_hash, gtin14 = excluded.gtin14,
        field_sources = excluded.field_sources, recorded_at = now()`);
}
