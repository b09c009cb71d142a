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
    select p.id, g.gtin14, ${factsObject} as facts, b.name as brand, c.path as category_path, c.archive_kind,
      p.status, p.quality_score::float8 as quality_score, p.version,
      (select string_agg(s.code, ' ' order by s.code) from sources s where s.id in (
        select source_id from provenance where product_id = p.id)) as sources,
      to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
      to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at
    from (select p.* from products p where p.id > ${after} and ${condition} order by p.id limit ${limit}) p
    left join brands b on b.id = p.brand_id
    left join categories c on c.id = p.category_id
    left join food_details f on f.product_id = p.id and c.archive_kind = 'food'
    left join barcodes g on g.product_id = p.id and g.is_primary
    order by p.id`);
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
