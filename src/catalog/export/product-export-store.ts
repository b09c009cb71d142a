import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { displayGtin } from '../barcodes/gtin.ts';

export const EXPORT_COLUMNS = [
  'id',
  'gtin',
  'name',
  'brand',
  'category_path',
  'archive_kind',
  'status',
  'net_content_value',
  'net_content_unit',
  'country_of_origin',
  'nutri_score',
  'ingredients_text',
  'quality_score',
  'sources',
  'version',
  'created_at',
  'updated_at',
] as const;

type ExportRow = Record<(typeof EXPORT_COLUMNS)[number], unknown> & { id: string };

/** The next products of a filter by id. `condition` is about `products p`. */
export async function listExportRows(
  db: Db,
  condition: SQL,
  after: string,
  limit: number,
): Promise<ExportRow[]> {
  const { rows } = await db.execute<ExportRow & { gtin14: string | null }>(sql`
    SELECT p.id, g.gtin14, p.name, b.name AS brand, c.path AS category_path, c.archive_kind, p.status,
      p.net_content_value::float8 AS net_content_value, p.net_content_unit, p.country_of_origin, f.nutri_score,
      f.ingredients_text, p.quality_score::float8 AS quality_score, p.version,
      (SELECT string_agg(s.code, ' ' ORDER BY s.code) FROM sources s WHERE s.id IN (
        SELECT source_id FROM field_provenance WHERE product_id = p.id)) AS sources,
      to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at,
      to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS updated_at
    FROM (SELECT p.* FROM products p WHERE p.id > ${after} AND ${condition} ORDER BY p.id LIMIT ${limit}) p
    LEFT JOIN brands b ON b.id = p.brand_id
    LEFT JOIN categories c ON c.id = p.category_id
    LEFT JOIN food_details f ON f.product_id = p.id AND c.archive_kind = 'food'
    LEFT JOIN barcodes g ON g.product_id = p.id AND g.is_primary
    ORDER BY p.id`);
  return rows.map(({ gtin14, ...row }) => ({ ...row, gtin: gtin14 === null ? null : displayGtin(gtin14) }));
}
