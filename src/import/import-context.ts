import { eq } from 'drizzle-orm';
import {
  isUncategorized,
  loadCatalogueContext,
  type CatalogueContext,
  type KnownCategory,
  type KnownSource,
} from '../facts/state/catalogue-context.ts';
import type { Db, Tx } from '../db/client.ts';
import { sources } from '../db/schema/catalogue.ts';
import type { MappingCatalogue } from './importer.ts';

/** What an import needs of the catalogue. */
export interface ImportContext extends CatalogueContext, MappingCatalogue {
  sourceId: string;
  sourceCode: string;
  /** Where a product of an archive kind without a known category goes. */
  binOf: (archiveKind: string) => KnownCategory;
}

/** There is no such source, or none that files can be imported for. */
export class UnknownSourceError extends Error {}

/** @throws {UnknownSourceError} no source of that code, or that of the operators; the message names those there are */
export async function loadImportContext(db: Db | Tx, sourceCode: string): Promise<ImportContext> {
  const context = await loadCatalogueContext(db);
  return {
    ...context,
    sourceId: findSource(context, sourceCode).id,
    sourceCode,
    categoryKinds: listCategoryKinds(context),
    binOf(archiveKind) {
      const codes = [`uncategorized-${archiveKind}`, 'uncategorized-general'];
      const [bin] = codes.flatMap((code) => context.categoryByCode.get(code) ?? []);
      if (!bin) throw new Error('The category "uncategorized-general" is missing: run the migrations.');
      return bin;
    },
  };
}

/** @throws {UnknownSourceError} */
export function findSource({ sourceByCode }: CatalogueContext, sourceCode: string): KnownSource {
  const source = sourceByCode.get(sourceCode);
  if (!source) {
    const known = [...sourceByCode.keys()].sort();
    throw new UnknownSourceError(`There is no source "${sourceCode}". Known: ${known.join(', ')}.`);
  }
  if (source.kind === 'operator') {
    throw new UnknownSourceError(`The source "${sourceCode}" is what operators say: no file is that.`);
  }
  return source;
}

export function listCategoryKinds({ categoryByCode }: CatalogueContext): Map<string, string> {
  const usable = [...categoryByCode.values()].filter(
    ({ code, level }) => level > 1 && !isUncategorized(code),
  );
  return new Map(usable.map(({ code, archiveKind }) => [code, archiveKind]));
}

/** Said in the sources list and at `GET /sources/{id}`. */
export async function saveLastImportedAt(db: Db, sourceId: string): Promise<void> {
  await db.update(sources).set({ lastImportedAt: new Date() }).where(eq(sources.id, sourceId));
}
