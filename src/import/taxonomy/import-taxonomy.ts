import { sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import {
  describeCategory,
  lockCategoryTree,
  updateCategories,
  type CategoryRow,
} from '../../catalog/categories/category-store.ts';
import { placeCategories } from '../../catalog/categories/place-categories.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { categories } from '../../platform/db/schema/catalogue.ts';
import { saveAuditEntries } from '../../platform/audit/audit-store.ts';
import { placeTaxonomy, type PlacedTaxonomy } from './place-taxonomy.ts';
import { readTaxonomy } from './read-taxonomy.ts';

interface TaxonomyReport extends Omit<PlacedTaxonomy, 'wanted' | 'synonyms'> {
  /** Categories in the file. */
  readCount: number;
  createdCount: number;
  /** Categories that were there without synonyms and got them. */
  synonymsCount: number;
  unknownParentCount: number;
}

const ROWS_AT_ONCE = 1_000;

/**
 * Creates the categories of a taxonomy that the tree lacks, in one transaction, each with an audit row. An existing
 * category stays as it is, but for synonyms where it has none. One that an operator deleted or recoded is not recreated.
 * @throws {ImportFileError} the file cannot be read; nothing is created
 */
export async function importTaxonomy(
  db: Db,
  { path, archiveKind, isDryRun }: { path: string; archiveKind: string; isDryRun: boolean },
): Promise<TaxonomyReport> {
  const { nodes, unknownParentCount } = await readTaxonomy(path);
  return await retryTransaction(db, async (tx) => {
    const tree = await lockCategoryTree(tx);
    const goneCodes = await listGoneCodes(tx, tree);
    const { wanted, synonyms, ...counts } = placeTaxonomy(nodes, tree, { archiveKind, goneCodes });
    if (!isDryRun) {
      await insertCategories(tx, tree, wanted);
      await saveSynonyms(tx, tree, synonyms);
    }
    return {
      ...counts,
      readCount: nodes.size,
      createdCount: wanted.length,
      synonymsCount: synonyms.size,
      unknownParentCount,
    };
  });
}

/** Returns codes of categories that were deleted or recoded. */
async function listGoneCodes(tx: Tx, tree: readonly CategoryRow[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ code: string }>(sql`
    SELECT DISTINCT before->>'code' AS code FROM audit_log
    WHERE entity = 'category' AND action IN ('category.changed', 'category.deleted') AND before ? 'code'`);
  const codes = new Set(rows.map(({ code }) => code));
  for (const { code } of tree) codes.delete(code);
  return codes;
}

async function insertCategories(
  tx: Tx,
  tree: readonly CategoryRow[],
  wanted: PlacedTaxonomy['wanted'],
): Promise<void> {
  const idByCode = new Map(tree.map(({ code, id }) => [code, id]));
  for (const { code } of wanted) idByCode.set(code, uuidV7());
  const created = wanted.map(({ parentCode, ...category }) => ({
    ...category,
    id: idByCode.get(category.code) ?? '',
    parentId: idByCode.get(parentCode) ?? null,
    ownArchiveKind: null,
  }));
  const placed = placeCategories([...tree, ...created]);
  if (!placed.ok) throw new Error(`The categories of the taxonomy make no tree: ${placed.problem}.`);
  const rows = created.map((category): CategoryRow => {
    const place = placed.places.get(category.id);
    if (!place) throw new Error(`The category ${category.code} has no place.`);
    return { ...category, ...place, createdAt: new Date() };
  });
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const batch = rows.slice(start, start + ROWS_AT_ONCE);
    await tx.insert(categories).values(batch);
  }
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const entries = rows
      .slice(start, start + ROWS_AT_ONCE)
      .map((row) => ({ action: 'category.created', entityId: row.id, after: describeCategory(row) }));
    await saveAuditEntries(tx, { actor: 'cli:import' }, entries);
  }
}

async function saveSynonyms(
  tx: Tx,
  tree: readonly CategoryRow[],
  synonymsByCode: PlacedTaxonomy['synonyms'],
): Promise<void> {
  const changed = tree.flatMap((before) => {
    const synonyms = synonymsByCode.get(before.code);
    return synonyms ? [{ before, after: { ...before, synonyms } }] : [];
  });
  if (changed.length === 0) return;
  await updateCategories(
    tx,
    changed.map(({ after }) => after),
  );
  const entries = changed.map(({ before, after }) => ({
    action: 'category.changed',
    entityId: before.id,
    before: describeCategory(before),
    after: describeCategory(after),
  }));
  await saveAuditEntries(tx, { actor: 'cli:import' }, entries);
}

/** Formats the report for the terminal. */
export function formatTaxonomyReport(report: TaxonomyReport, isDryRun: boolean): string {
  const { leftOut } = report;
  const lines: [string, number][] = [
    ['categories read', report.readCount],
    [isDryRun ? 'to be created' : 'created', report.createdCount],
    ['there already', report.knownCount],
    [isDryRun ? 'to get synonyms' : 'given synonyms', report.synonymsCount],
    ['not made: no English name', leftOut.no_english_name ?? 0],
    ['not made: no code of ours', leftOut.no_code ?? 0],
    ['not made: too deep', leftOut.too_deep ?? 0],
    ['not made: changed by operators', leftOut.changed_by_operators ?? 0],
    ['parents that are not there', report.unknownParentCount],
  ];
  const width = Math.max(...lines.map(([label]) => label.length));
  return lines
    .map(([label, count]) => `${label.padEnd(width)}  ${count.toLocaleString('en').padStart(11)}`)
    .join('\n');
}
