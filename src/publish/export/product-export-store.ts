import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { isFactOf, PART_LIST } from '../../facts/registry/fact-list.ts';
import type { StoredFacts } from '../../facts/state/product-state.ts';
import { factsObject } from '../../facts/state/stored-facts.ts';
import { readServing } from '../../catalog/products/serving.ts';
import { displayGtin } from '../../facts/values/gtin.ts';

const EXPORTED = PART_LIST.filter(({ fact }) => fact.isExported !== false);
const [NAME_COLUMNS, FACT_COLUMNS] = [
  ['name', 'brand'],
  EXPORTED.map(({ name }) => name)
    .filter((part) => !['name', 'brand'].includes(part))
    .flatMap((part) => (part === 'serving_size' ? [part, 'serving_value', 'serving_unit'] : [part])),
];

export const EXPORT_COLUMNS: readonly string[] = [
  'id',
  'gtin',
  ...NAME_COLUMNS,
  'category_path',
  'archive_kind',
  'status',
  ...FACT_COLUMNS,
  'quality_score',
  'sources',
  'version',
  'created_at',
  'updated_at',
];

type ExportRow = Record<string, unknown> & { id: string };

/** Returns the next products of a filter by id. `condition` is over `products p`. */
export async function listExportRows(
  db: Db,
  condition: SQL,
  after: string,
  limit: number,
): Promise<ExportRow[]> {
  const { rows } = await db.execute<ExportRow & { gtin14: string | null; facts: StoredFacts }>(sql`
    SELECT p.id, g.gtin14, ${factsObject} AS facts, b.name AS brand, c.path AS category_path, c.archive_kind,
      p.status, p.quality_score::float8 AS quality_score, p.version,
      (SELECT string_agg(s.code, ' ' ORDER BY s.code) FROM sources s WHERE s.id IN (
        SELECT source_id FROM provenance WHERE product_id = p.id)) AS sources,
      to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at,
      to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS updated_at
    FROM (SELECT p.* FROM products p WHERE p.id > ${after} AND ${condition} ORDER BY p.id LIMIT ${limit}) p
    LEFT JOIN brands b ON b.id = p.brand_id
    LEFT JOIN categories c ON c.id = p.category_id
    LEFT JOIN food_details f ON f.product_id = p.id AND c.archive_kind = 'food'
    LEFT JOIN barcodes g ON g.product_id = p.id AND g.is_primary
    ORDER BY p.id`);
  return rows.map(({ gtin14, facts, ...row }) => ({
    ...pickFacts(facts, row['archive_kind']),
    ...row,
    gtin: gtin14 === null ? null : displayGtin(gtin14),
  }));
}

/** Returns the facts of the product’s kind. */
function pickFacts(facts: StoredFacts, archiveKind: unknown): Record<string, unknown> {
  const values = EXPORTED.filter(({ fact }) => isFactOf(fact, String(archiveKind))).map(({ name }) => [
    name,
    facts[name as keyof StoredFacts],
  ]);
  return {
    ...readServing(facts.serving_size),
    ...Object.fromEntries(values),
  };
}
