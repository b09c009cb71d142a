import type { Db, Tx } from '../db/client.ts';
import { categories, kindFields, sources } from '../db/schema.ts';
import type { TemplateField } from '../quality/plausibility-check.ts';

export interface KnownSource {
  id: string;
  code: string;
  name: string;
  kind: (typeof sources.$inferSelect)['kind'];
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

/** What writing products needs of the rest of the catalogue: the sources, the category tree, the field templates. */
export interface CatalogueContext {
  sourceById: ReadonlyMap<string, KnownSource>;
  sourceByCode: ReadonlyMap<string, KnownSource>;
  categoryById: ReadonlyMap<string, KnownCategory>;
  categoryByCode: ReadonlyMap<string, KnownCategory>;
  templateByKind: ReadonlyMap<string, readonly TemplateField[]>;
}

/** Three small tables, as they are now: read in the transaction that uses them, or once for a whole import. */
export async function loadCatalogueContext(db: Db | Tx): Promise<CatalogueContext> {
  const sourceRows: KnownSource[] = await db
    .select({
      id: sources.id,
      code: sources.code,
      name: sources.name,
      kind: sources.kind,
      trust: sources.trust,
    })
    .from(sources);
  const categoryRows: KnownCategory[] = await db
    .select({
      id: categories.id,
      code: categories.code,
      archiveKind: categories.archiveKind,
      level: categories.level,
    })
    .from(categories);
  return {
    sourceById: new Map(sourceRows.map((source) => [source.id, source])),
    sourceByCode: new Map(sourceRows.map((source) => [source.code, source])),
    categoryById: new Map(categoryRows.map((category) => [category.id, category])),
    categoryByCode: new Map(categoryRows.map((category) => [category.code, category])),
    templateByKind: await loadTemplates(db),
  };
}

async function loadTemplates(db: Db | Tx): Promise<Map<string, TemplateField[]>> {
  const templates = new Map<string, TemplateField[]>();
  for (const { kind, ...field } of await db.select().from(kindFields)) {
    templates.set(kind, [...(templates.get(kind) ?? []), field]);
  }
  return templates;
}

/** The bins of the archive kinds: a product there has no category yet. */
export function isUncategorized(code: string): boolean {
  return code.startsWith('uncategorized');
}
