import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { categories, kindFields, sources } from '../db/schema.ts';
import type { TemplateField } from '../quality/plausibility-check.ts';

export interface ImportCategory {
  id: string;
  code: string;
  archiveKind: string;
}

/** What a run needs of the catalogue, read once: who supplies, the category tree, the field templates. */
export interface ImportContext {
  sourceId: string;
  sourceCode: string;
  sourceIdByCode: ReadonlyMap<string, string>;
  trustBySourceId: ReadonlyMap<string, number>;
  categoryByCode: ReadonlyMap<string, ImportCategory>;
  categoryById: ReadonlyMap<string, ImportCategory>;
  /** Codes a product can have, without roots and `uncategorized-*`. */
  categoryCodes: ReadonlySet<string>;
  /** Where a product without a known category goes. */
  uncategorized: ImportCategory;
  templateByKind: ReadonlyMap<string, readonly TemplateField[]>;
}

export class UnknownSourceError extends Error {}

/** @throws {UnknownSourceError} no source of that code; the message names those there are */
export async function loadImportContext(db: Db, sourceCode: string): Promise<ImportContext> {
  const sourceRows = await db
    .select({ id: sources.id, code: sources.code, trust: sources.trust })
    .from(sources);
  const source = sourceRows.find(({ code }) => code === sourceCode);
  if (!source) {
    const known = sourceRows.map(({ code }) => code).sort();
    throw new UnknownSourceError(`There is no source "${sourceCode}". Known: ${known.join(', ')}.`);
  }
  const categoryRows = await db
    .select({
      id: categories.id,
      code: categories.code,
      archiveKind: categories.archiveKind,
      level: categories.level,
    })
    .from(categories);
  const categoryByCode = new Map(categoryRows.map((category) => [category.code, category]));
  const uncategorized = categoryByCode.get('uncategorized-food');
  if (!uncategorized) throw new Error('The category "uncategorized-food" is missing: run the migrations.');
  return {
    sourceId: source.id,
    sourceCode,
    sourceIdByCode: new Map(sourceRows.map(({ code, id }) => [code, id])),
    trustBySourceId: new Map(sourceRows.map(({ id, trust }) => [id, trust])),
    categoryByCode,
    categoryById: new Map(categoryRows.map((category) => [category.id, category])),
    categoryCodes: new Set(
      categoryRows.filter(({ code, level }) => level > 1 && !isUncategorized(code)).map(({ code }) => code),
    ),
    uncategorized,
    templateByKind: await loadTemplates(db),
  };
}

export function isUncategorized(code: string): boolean {
  return code.startsWith('uncategorized');
}

async function loadTemplates(db: Db): Promise<Map<string, TemplateField[]>> {
  const templates = new Map<string, TemplateField[]>();
  for (const { kind, ...field } of await db.select().from(kindFields)) {
    templates.set(kind, [...(templates.get(kind) ?? []), field]);
  }
  return templates;
}

/** Said in the sources list and at `GET /sources/{id}`. */
export async function saveLastImportedAt(db: Db, sourceId: string): Promise<void> {
  await db.update(sources).set({ lastImportedAt: new Date() }).where(eq(sources.id, sourceId));
}
