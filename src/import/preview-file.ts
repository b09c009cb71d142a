import { createSource } from '../catalog/sources/change-source.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { isEmptyFact } from '../facts/registry/fact-list.ts';
import { loadCatalogueContext } from '../facts/state/catalogue-context.ts';
import { loadProductStates } from '../facts/state/product-state-store.ts';
import { isSourceNew, listCategoryKinds, loadImportContext, type ImportContext } from './import-context.ts';
import { createReport, type ImportReport } from './import-report.ts';
import { readRecords, type ReadingOptions, type ReadRecord, type Refusal } from './read-records.ts';
import { saveRecords, type BatchCounts } from './save-batch.ts';
import { findSourceRecords } from './source-record-store.ts';
import { rehearseTransaction } from '../platform/db/retry-transaction.ts';

export interface PreviewedRow extends Pick<ReadRecord, 'line' | 'code' | 'warnings'> {
  outcome: Exclude<keyof BatchCounts, 'erased' | 'takenBarcodes'>;
  status: string;
  category: string;
  /** The product's resulting facts by wire name, without empty ones. */
  facts: Record<string, unknown>;
}

export interface Preview {
  rows: PreviewedRow[];
  /** The first refusals. */
  refusals: Refusal[];
  isNewSource: boolean;
  /** The counts for the whole file. */
  report: ImportReport;
}

const SHOWN = 20;

/**
 * Shows what an import would do: the first rows as they would be saved, beside the stored products, and the refused
 * rows of the whole file. Saves nothing: the import runs in a transaction that is rolled back.
 * @throws {UnknownSourceError} {ImportFileError}
 */
export async function previewFile(
  options: ReadingOptions & { db: Db; sourceCode?: string | undefined },
): Promise<Preview> {
  const { db, importer, sourceCode = importer.sourceCode } = options;
  const catalogue = await loadCatalogueContext(db);
  const isNewSource = isSourceNew(catalogue, importer, sourceCode);
  const report = createReport();
  const refusals: Refusal[] = [];
  const records: ReadRecord[] = [];
  const reading: ReadingOptions = {
    ...options,
    onRefusal(refusal) {
      if (refusals.length < SHOWN) refusals.push(refusal);
      options.onRefusal?.(refusal);
    },
  };
  for await (const record of readRecords(reading, { categoryKinds: listCategoryKinds(catalogue) }, report)) {
    if (records.length < SHOWN) records.push(record);
  }
  const rows = await rehearseTransaction(db, async (tx) => {
    if (isNewSource && importer.newSource) {
      await createSource(tx, { actor: 'cli:import' }, importer.newSource);
    }
    const context = await loadImportContext(tx, sourceCode);
    const previewed: PreviewedRow[] = [];
    for (const record of records) {
      const row = await saveAndRead(tx, record, context);
      if (row) previewed.push(row);
      else
        reading.onRefusal?.({ line: record.line, code: record.code, reason: 'erased', isProductKept: false });
    }
    return previewed;
  });
  return { rows, refusals, isNewSource, report };
}

async function saveAndRead(
  tx: Tx,
  { line, code, record, warnings }: ReadRecord,
  context: ImportContext,
): Promise<PreviewedRow | undefined> {
  const counts = await saveRecords(tx, [record], context);
  if (counts.erased > 0) return undefined;
  const outcome =
    (['created', 'completed', 'updated'] as const).find((key) => counts[key] > 0) ?? 'unchanged';
  const known = await findSourceRecords(tx, context.sourceId, [record.sourceKey]);
  const id = known.get(record.sourceKey)?.productId ?? '';
  const state = (await loadProductStates(tx, [id])).get(id);
  if (!state) throw new Error(`The product of line ${line} was not saved.`);
  const facts = Object.entries(state.facts).filter(([, value]) => !isEmptyFact(value));
  return {
    line,
    code,
    warnings,
    outcome,
    status: state.status,
    category: context.categoryById.get(state.categoryId ?? '')?.code ?? '',
    facts: { name: state.facts.name, brand: record.facts.brand, ...Object.fromEntries(facts) },
  };
}
