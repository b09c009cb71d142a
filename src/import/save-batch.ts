import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidV7 } from 'uuid';
import {
  findProductIdsByGtin,
  insertPrimaryBarcodes,
  loadProductStates,
  type PrimaryBarcode,
} from '../facts/state/product-state-store.ts';
import { buildEmptyState, type ProductState } from '../facts/state/product-state.ts';
import { isEmptyFact } from '../facts/registry/fact-list.ts';
import { saveProductStates } from '../facts/state/save-product-states.ts';
import { loadBrandNames, saveBrands } from '../facts/values/brand-name-store.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { databaseErrorOf } from '../platform/db/database-error.ts';
import { markInBackground } from '../platform/job-queue/mark-products.ts';
import { foldText } from '../platform/text/fold-text.ts';
import { raiseAgain } from '../facts/label/raise-again.ts';
import { loadImportContext, type ImportContext } from './import-context.ts';
import type { ImportRecord } from './import-record.ts';
import type { BrandNames } from './merge-claims.ts';
import { mergeRecord } from './merge-record.ts';
import { followBarcodes, type BarcodeWord } from './follow-barcodes.ts';
import { findSourceRecords, saveSourceRecords, type SourceRecord } from './source-record-store.ts';
import { hashSubmission } from '../review/submissions/submission-content.ts';
import { saveSubmission } from '../review/submissions/submission-store.ts';

export interface BatchCounts {
  created: number;
  /** Products of other sources that gained a missing field or a second supplier. */
  completed: number;
  updated: number;
  unchanged: number;
  /** Barcodes of known rows that another product has. */
  takenBarcodes: number;
  /** Skipped records of erased products. */
  erased: number;
}

/**
 * Deadlock, serialization failure, lock timeout; two imports that create one product at once; a category that was
 * just deleted.
 */
const WORTH_RETRYING = new Set(['40P01', '40001', '55P03', '23505', '23503']);
const MAX_ATTEMPTS = 6;
const LOCK_TIMEOUT = '55P03';
/** An operator's largest change holds its locks for half a minute, and many times that on a busy machine. */
const LOCKED_FOR_MS = 10 * 60_000;
const LONGEST_DELAY_MS = 1_000;

/**
 * Saves records of one source in one transaction: all, or none after an error. Each source key may occur once. A
 * record that has not changed since the last run writes nothing.
 */
export async function saveBatch(
  db: Db,
  records: readonly ImportRecord[],
  sourceCode: string,
): Promise<BatchCounts> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(async (tx) => {
        // Read per batch: operators change categories, templates and trust while a long import runs.
        const context = await loadImportContext(tx, sourceCode);
        await markInBackground(tx);
        return await saveRecords(tx, records, context);
      });
    } catch (error) {
      const cause = databaseErrorOf(error);
      const code = cause?.code ?? '';
      // The rollback released its own locks, so waiting for a lock cannot deadlock.
      const isLocked = code === LOCK_TIMEOUT && performance.now() - startedAt < LOCKED_FOR_MS;
      const isWorthRetrying = isLocked || (WORTH_RETRYING.has(code) && attempt < MAX_ATTEMPTS);
      // Drizzle's own message contains the whole batch.
      if (!isWorthRetrying)
        throw cause ? new Error(`A batch was not saved: ${cause.message}`, { cause }) : error;
      await delay(Math.min(100 * attempt, LONGEST_DELAY_MS) * (0.5 + Math.random()));
    }
  }
}

interface HashedRecord {
  record: ImportRecord;
  contentHash: string;
}

/** Saves records in the given transaction, for example one that is rolled back. */
export async function saveRecords(
  tx: Tx,
  records: readonly ImportRecord[],
  context: ImportContext,
): Promise<BatchCounts> {
  const welcome = records.filter(
    ({ sourceKey, barcode }) =>
      !context.isErased({ sourceId: context.sourceId, sourceKey, gtin14: barcode?.gtin14 }),
  );
  const hashed = welcome.map((record): HashedRecord => ({ record, contentHash: hashOf(record) }));
  const keys = welcome.map(({ sourceKey }) => sourceKey);
  const known = await findSourceRecords(tx, context.sourceId, keys);
  const changed = hashed.filter(({ record, contentHash }) => {
    const before = known.get(record.sourceKey);
    return before?.contentHash !== contentHash || before.gtin14 !== saidBarcode(record, before);
  });
  const counts: BatchCounts = {
    created: 0,
    completed: 0,
    updated: 0,
    unchanged: hashed.length - changed.length,
    takenBarcodes: 0,
    erased: records.length - welcome.length,
  };
  if (changed.length === 0) return counts;

  const gtins = changed.flatMap(({ record }) => record.barcode?.gtin14 ?? []);
  let productIdByGtin = await findProductIdsByGtin(tx, gtins);
  const existingIdOf = ({ sourceKey, barcode }: ImportRecord) =>
    known.get(sourceKey)?.productId ?? productIdByGtin.get(barcode?.gtin14 ?? '');
  const before = await loadProductStates(tx, [
    ...new Set(changed.flatMap(({ record }) => existingIdOf(record) ?? [])),
  ]);
  const claimed = [...before.values()].flatMap(({ claims }) =>
    Object.values(claims).flatMap(({ brand }) => brand ?? []),
  );
  const savedBrands = await saveBrands(tx, [
    ...changed.flatMap(({ record }) => record.facts.brand ?? []),
    ...claimed,
  ]);
  const heldBrands = [...before.values()].map(({ brandId }) => brandId);
  const brandNames = await loadBrandNames(tx, heldBrands);
  for (const { id, name } of savedBrands.values()) brandNames.set(id, name);
  const brands: BrandNames = {
    idOf: (name) => (name === null ? null : (savedBrands.get(foldText(name))?.id ?? null)),
    nameOf: (id) => brandNames.get(id ?? '') ?? null,
  };

  const created: ProductState[] = [];
  const barcodes: PrimaryBarcode[] = [];
  const notices: Notice[] = [];
  const followed = await followBarcodes(tx, listWords(changed, known), before, context.sourceId);
  counts.takenBarcodes = followed.taken.size;
  if (followed.changed.size > 0) productIdByGtin = await findProductIdsByGtin(tx, gtins);
  // A batch may have two codes of one product: the second is merged into the result of the first.
  const after = new Map([...before, ...followed.changed]);
  const sourceRecords: (SourceRecord & { sourceKey: string })[] = [];
  for (const { record, contentHash } of changed) {
    const existing = after.get(existingIdOf(record) ?? '');
    const earlier = known.get(record.sourceKey);
    const taken = followed.taken.get(record.sourceKey);
    const gtin14 = taken === undefined ? saidBarcode(record, earlier) : null;
    const said = { sourceKey: record.sourceKey, contentHash, gtin14 };
    if (existing) {
      const mode = earlier ? 'update' : 'complete';
      const raised = raiseAgain(existing, mergeRecord(existing, record, brands, mode, context));
      const merged = raised.state;
      const productId = existing.id;
      if (raised.raised.length > 0) notices.push({ productId, says: describeRaised(raised.raised) });
      // Noted once, although each run checks again whether the barcode is free.
      if (taken !== undefined && earlier?.contentHash !== contentHash)
        notices.push({ productId, says: taken });
      if (mode === 'complete') confirmBarcode(merged, context.sourceId);
      after.set(existing.id, merged);
      if (!followed.changed.has(productId) && isDeepStrictEqual(merged, existing)) counts.unchanged += 1;
      else if (mode === 'update') counts.updated += 1;
      else counts.completed += 1;
      if (!isDeepStrictEqual(earlier, { productId, contentHash, gtin14 }))
        sourceRecords.push({ ...said, productId });
      continue;
    }
    const product = createProduct(record, brands, context);
    created.push(product);
    if (record.barcode) barcodes.push({ ...record.barcode, productId: product.id });
    sourceRecords.push({ ...said, productId: product.id });
  }
  counts.created = created.length;

  const updated = [...after.values()].filter(
    (state) => followed.changed.has(state.id) || !isDeepStrictEqual(state, before.get(state.id)),
  );
  await saveProductStates(
    tx,
    [...created, ...updated].map((state) => ({
      before: before.get(state.id),
      after: state,
    })),
    context,
  );
  await insertPrimaryBarcodes(tx, barcodes);
  await saveSourceRecords(tx, context.sourceId, sourceRecords);
  await noteForQueue(tx, notices, context);
  return counts;
}

function createProduct(record: ImportRecord, brands: BrandNames, context: ImportContext): ProductState {
  const empty = { ...buildEmptyState(uuidV7()), hasPrimaryBarcode: record.barcode !== null };
  const product = mergeRecord(empty, record, brands, 'update', context);
  return record.barcode ? confirmBarcode(product, context.sourceId) : product;
}

/** Returns the barcode that a row says beside its key, or null. One that is refused leaves what the row said before. */
function saidBarcode(
  { sourceKey, barcode, isBarcodeRefused }: ImportRecord,
  earlier: SourceRecord | undefined,
): string | null {
  if (isBarcodeRefused) return earlier?.gtin14 ?? null;
  return barcode && barcode.gtin14 !== sourceKey ? barcode.gtin14 : null;
}

/** Returns what rows that are known by their key say of the barcode, where that is new. */
function listWords(
  changed: readonly HashedRecord[],
  known: ReadonlyMap<string, SourceRecord>,
): BarcodeWord[] {
  return changed.flatMap(({ record }) => {
    const earlier = known.get(record.sourceKey);
    const { sourceKey, barcode } = record;
    if (!earlier || barcode?.gtin14 === sourceKey || earlier.gtin14 === saidBarcode(record, earlier))
      return [];
    return [{ sourceKey, productId: earlier.productId, said: earlier.gtin14, says: barcode }];
  });
}

const describeRaised = (allergens: readonly string[]) =>
  `states ${allergens.join(', ')}, which an operator had found absent. It counts as contained again.`;

/** Adds the source as a supplier of the barcode, because its record contains the code. */
function confirmBarcode(product: ProductState, sourceId: string): ProductState {
  product.suppliers.barcode = [...new Set([...(product.suppliers.barcode ?? []), sourceId])];
  return product;
}

/**
 * Hashes only stated facts: when a new fact is declared, only the rows that state it get another hash. That a row was changed
 * says nothing if what it says here is the same.
 */
function hashOf(record: ImportRecord): string {
  const said: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record.facts))
    if (name !== 'source_updated_at' && !isEmptyFact(value)) said[name] = value;
  const content = JSON.stringify({ ...record, facts: said });
  return hash('sha256', content, 'base64url').slice(0, 22);
}

/** What an operator should know of a product, after the name of the source. */
export interface Notice {
  productId: string;
  says: string;
}

/**
 * Adds a note for each to the review queue, in the import's transaction. An identical pending note is not repeated.
 */
export async function noteForQueue(
  tx: Tx,
  notices: readonly Notice[],
  context: ImportContext,
): Promise<void> {
  const name = context.sourceById.get(context.sourceId)?.name ?? 'A source';
  for (const { productId, says } of notices) {
    const content = { note: `${name} ${says}` };
    await saveSubmission(tx, {
      id: uuidV7(),
      source: 'public',
      productId,
      content,
      contentHash: hashSubmission({ gtin14: null, productId, content }),
    });
  }
}
