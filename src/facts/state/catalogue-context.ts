import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import type { sources as sourceTable } from '../../platform/db/schema/catalogue.ts';
import type { TemplateField } from '../../quality/plausibility-check.ts';

export interface KnownSource {
  id: string;
  code: string;
  name: string;
  kind: (typeof sourceTable.$inferSelect)['kind'];
  /** 0..1 */
  trust: number;
}

export interface KnownCategory {
  id: string;
  code: string;
  archiveKind: string;
  /** 1 for a root. */
  level: number;
}

/** What writing products needs from the rest of the catalogue: sources, category tree, field templates. */
export interface CatalogueContext {
  sourceById: ReadonlyMap<string, KnownSource>;
  sourceByCode: ReadonlyMap<string, KnownSource>;
  categoryById: ReadonlyMap<string, KnownCategory>;
  categoryByCode: ReadonlyMap<string, KnownCategory>;
  templateByKind: ReadonlyMap<string, readonly TemplateField[]>;
}

interface ContextRow extends Record<string, unknown> {
  sources: KnownSource[];
  categories: KnownCategory[];
  templates: (TemplateField & { kind: string })[];
}

/**
 * Reads three small tables, in the transaction that uses them or once for a whole import. `ofProducts`: of the categories only
 * those of these products, for a read that shows no others.
 */
export async function loadCatalogueContext(
  db: Db | Tx,
  ofProducts?: readonly string[],
): Promise<CatalogueContext> {
  const theirs =
    ofProducts &&
    sql`where id in (select category_id from products where id = any(${sql.param(ofProducts)}::uuid[]))`;
  const { rows } = await db.execute<ContextRow>(sql`
    select
      (select coalesce(json_agg(json_build_object('id', id, 'code', code, 'name', name, 'kind', kind, 'trust', trust)),
        '[]') from sources) as sources,
      (select coalesce(json_agg(json_build_object('id', id, 'code', code, 'archiveKind', archive_kind, 'level', level)
        order by path), '[]') from categories ${theirs}) as categories,
      (select coalesce(json_agg(json_build_object('kind', kind, 'key', key, 'required', required, 'min', min,
        'max', max) order by kind, position, key), '[]') from kind_fields) as templates`);
  const { sources = [], categories = [], templates = [] } = rows[0] ?? {};
  const templateByKind = new Map<string, TemplateField[]>();
  for (const { kind, ...field } of templates) {
    templateByKind.set(kind, [...(templateByKind.get(kind) ?? []), field]);
  }
  return {
    sourceById: new Map(sources.map((source) => [source.id, source])),
    sourceByCode: new Map(sources.map((source) => [source.code, source])),
    categoryById: new Map(categories.map((category) => [category.id, category])),
    categoryByCode: new Map(categories.map((category) => [category.code, category])),
    templateByKind,
  };
}

/** Returns whether the code is a catch-all category of an archive kind: its products have no category yet. */
export function isUncategorized(code: string): boolean {
  return code.startsWith('uncategorized');
}
