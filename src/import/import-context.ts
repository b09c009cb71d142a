import { eq } from 'drizzle-orm';
import {
  isUncategorized,
  loadCatalogueContext,
  type CatalogueContext,
  type KnownCategory,
  type KnownSource,
} from '../facts/state/catalogue-context.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { sources } from '../platform/db/schema/catalogue.ts';
import { loadErasedKeys, type IsErased } from '../erasure/erased-key-store.ts';
import type { FactName } from '../facts/registry/fact-list.ts';
import type { ImportRecord } from './import-record.ts';
import type { Importer, MappingCatalogue } from './importer.ts';
import { ImportFileError } from './reading/file-row.ts';

/** The parts of the catalogue that an import needs. */
export interface ImportContext extends CatalogueContext, MappingCatalogue {
  sourceId: string;
  sourceCode: string;
  /** Returns the catch-all category of an archive kind, for products without a known category. */
  binOf: (archiveKind: string) => KnownCategory;
  isErased: IsErased;
}

/** The source does not exist, or no files can be imported for it. */
export class UnknownSourceError extends Error {}

/**
 * @throws {UnknownSourceError} for an unknown code and for the operators' source; the message lists the known sources
 */
export async function loadImportContext(db: Db | Tx, sourceCode: string): Promise<ImportContext> {
  const context = await loadCatalogueContext(db);
  return {
    ...context,
    sourceId: findSource(context, sourceCode).id,
    sourceCode,
    categoryKinds: listCategoryKinds(context),
    isErased: await loadErasedKeys(db),
    binOf(archiveKind) {
      const codes = [`uncategorized-${archiveKind}`, 'uncategorized-general'];
      const [bin] = codes.flatMap((code) => context.categoryByCode.get(code) ?? []);
      if (!bin) throw new Error('The category "uncategorized-general" is missing: run the migrations.');
      return bin;
    },
  };
}

/** @throws {UnknownSourceError} */
function findSource({ sourceByCode }: CatalogueContext, sourceCode: string): KnownSource {
  const source = sourceByCode.get(sourceCode);
  if (!source) {
    const known = [...sourceByCode.keys()].sort();
    throw new UnknownSourceError(`There is no source "${sourceCode}". Known: ${known.join(', ')}.`);
  }
  if (source.kind === 'operator') {
    throw new UnknownSourceError(
      `The source "${sourceCode}" holds what operators say: no file can be imported for it.`,
    );
  }
  return source;
}

/**
 * Returns whether the source of a file must be created first.
 * @throws {UnknownSourceError} {ImportFileError} there is no such source, or no such archive kind
 */
export function isSourceNew(
  context: CatalogueContext,
  { newSource, archiveKind }: Importer,
  sourceCode: string,
): boolean {
  const kinds = new Set([...context.categoryById.values()].map((category) => category.archiveKind));
  if (archiveKind !== undefined && !kinds.has(archiveKind)) {
    throw new ImportFileError(
      `There is no archive kind "${archiveKind}". Known: ${[...kinds].sort().join(', ')}.`,
    );
  }
  const isNew = newSource?.code === sourceCode && !context.sourceByCode.has(sourceCode);
  if (!isNew) findSource(context, sourceCode);
  return isNew;
}

/** Returns the source of a field: the file's, or the one that the record names for it. */
export function sourceOf(
  field: FactName,
  record: Pick<ImportRecord, 'fieldSources'>,
  context: ImportContext,
): KnownSource {
  const code = record.fieldSources[field] ?? context.sourceCode;
  const source = context.sourceByCode.get(code) ?? context.sourceById.get(context.sourceId);
  if (!source) throw new Error(`The source "${code}" is missing: run the migrations.`);
  return source;
}

export function listCategoryKinds({ categoryByCode }: CatalogueContext): Map<string, string> {
  const usable = [...categoryByCode.values()].filter(
    ({ code, level }) => level > 1 && !isUncategorized(code),
  );
  return new Map(usable.map(({ code, archiveKind }) => [code, archiveKind]));
}

/** Shown in the sources list and at `GET /sources/{id}`. */
export async function saveLastImportedAt(db: Db, sourceId: string): Promise<void> {
  await db.update(sources).set({ lastImportedAt: new Date() }).where(eq(sources.id, sourceId));
}
