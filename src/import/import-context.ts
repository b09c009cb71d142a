import { eq } from 'drizzle-orm';
import {
  isUncategorized,
  loadCatalogueContext,
  type CatalogueContext,
  type KnownCategory,
} from '../facts/state/catalogue-context.ts';
import type { Db, Tx } from '../db/client.ts';
import { sources } from '../db/schema.ts';

/** What an import needs of the catalogue. */
export interface ImportContext extends CatalogueContext {
  sourceId: string;
  sourceCode: string;
  /** Codes a product can have, without roots and `uncategorized-*`. */
  categoryCodes: ReadonlySet<string>;
  /** Where a product without a known category goes. */
  uncategorized: KnownCategory;
}

export class UnknownSourceError extends Error {}

/** @throws {UnknownSourceError} no source of that code; the message names those there are */
export async function loadImportContext(db: Db | Tx, sourceCode: string): Promise<ImportContext> {
  const context = await loadCatalogueContext(db);
  const source = context.sourceByCode.get(sourceCode);
  if (!source) {
    const known = [...context.sourceByCode.keys()].sort();
    throw new UnknownSourceError(`There is no source "${sourceCode}". Known: ${known.join(', ')}.`);
  }
  const uncategorized = context.categoryByCode.get('uncategorized-food');
  if (!uncategorized) throw new Error('The category "uncategorized-food" is missing: run the migrations.');
  return {
    ...context,
    sourceId: source.id,
    sourceCode,
    categoryCodes: new Set(
      [...context.categoryByCode.values()]
        .filter(({ code, level }) => level > 1 && !isUncategorized(code))
        .map(({ code }) => code),
    ),
    uncategorized,
  };
}

/** Said in the sources list and at `GET /sources/{id}`. */
export async function saveLastImportedAt(db: Db, sourceId: string): Promise<void> {
  await db.update(sources).set({ lastImportedAt: new Date() }).where(eq(sources.id, sourceId));
}
