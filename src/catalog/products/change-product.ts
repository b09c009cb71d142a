import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidV7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { saveAuditEntry, type AuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import { findBarcodeOwner, saveNewBarcode } from '../barcodes/barcode-store.ts';
import type { CatalogueContext, KnownSource } from '../../facts/state/catalogue-context.ts';
import { describeComparison, findBinFor } from '../../facts/compare-claims.ts';
import { displayGtin, type ParsedGtin } from '../../facts/values/gtin.ts';
import { refuseHeldFields } from '../../facts/held-fields.ts';
import { requireNotArchived } from './lock-product.ts';
import type { NewMsrp } from '../../facts/values/msrp-contract.ts';
import { saveMsrpSnapshot } from '../msrp/msrp-store.ts';
import { buildAuditDiff } from './administration/product-audit.ts';
import type { FactComparison, FactDecisions } from '../../facts/registry/product-facts-contract.ts';
import { raiseAgain } from '../../facts/label/raise-again.ts';
import type { ClaimedFacts } from '../../facts/product-facts.ts';
import { buildEmptyState, buildStateScore, type ProductState } from '../../facts/state/product-state.ts';
import { invalidFact, requireSource } from '../../facts/resolve-facts.ts';
import { saveProductStates, type StateChange } from '../../facts/state/save-product-states.ts';
import { takeWords, type Overrides } from '../../facts/take-words.ts';
import { barcodeConflict } from '../barcodes/change-barcodes.ts';

/** A source’s statement about a product. */
export interface ProductWords {
  facts: ClaimedFacts;
  /** The result of `readGtin`. */
  barcode?: ParsedGtin | undefined;
  msrp?: NewMsrp | undefined;
  /** Code of the source: `community`, `operator`. */
  source: string;
  /** The submission that supplied it. */
  submissionId?: string | undefined;
  /** The operator who wrote or approved it. */
  operatorId?: string | undefined;
  author: Author;
  /** Decisions for fields in conflict; a conflict without a decision is refused. */
  decisions?: FactDecisions | undefined;
  /** Values of the operator that replace submitted ones when the operator approves a submission. */
  overrides?: Overrides | undefined;
  /** The operator's reason, for the audit log. */
  reason?: string | undefined;
  /** Gets the audit row, where the transaction goes on; else it is saved, which locks the log. */
  audit?: AuditEntry[];
  /** The row of the history whose changes this reverts. */
  revertedSeq?: number | undefined;
}

export interface SavedProduct {
  id: string;
  version: number;
  status: ProductState['status'];
  qualityScore: number;
  /** False: the product already had all claimed values from the same source. */
  isChanged: boolean;
  /** The outcome of each claimed field. */
  fields: FactComparison[];
}

/**
 * Creates a product with its provenance, score and audit row. Without a category it gets the catch-all category of
 * its kind.
 * @throws ApiError `validation_failed` (no name, unknown category), `barcode_conflict`
 */
export async function createProduct(
  tx: Tx,
  words: ProductWords & { status: 'draft' | 'active' },
  context: CatalogueContext,
): Promise<SavedProduct> {
  const facts = { ...words.facts, ...words.overrides?.facts };
  const empty = {
    ...buildEmptyState(uuidV7()),
    status: words.status,
    categoryId: findBinFor(facts, context),
  };
  return await saveWords(tx, undefined, empty, words, context);
}

/**
 * Applies a source’s statement to a locked product; `compareFacts` decides each field.
 * @throws ApiError `invalid_state` (archived), `validation_failed`, `forbidden`, `decision_required` with
 *   `details.fields`, `barcode_conflict`
 */
export async function changeProduct(
  tx: Tx,
  product: ProductState,
  words: ProductWords,
  context: CatalogueContext,
): Promise<SavedProduct> {
  requireNotArchived(product);
  return await saveWords(tx, product, product, words, context);
}

async function saveWords(
  tx: Tx,
  before: ProductState | undefined,
  current: ProductState,
  words: ProductWords,
  context: CatalogueContext,
): Promise<SavedProduct> {
  const source = requireSource(context, words.source);
  if (words.overrides && !words.overrides.mayChangeHeld) {
    const { facts, msrp } = words.overrides;
    refuseHeldFields(msrp ? { ...facts, msrp } : facts, current, context);
  }
  const taken = await takeWords(tx, current, words, source, context);
  const { compared, spokenFields, overriddenFields, brandNames } = taken;
  const { state: after } = raiseAgain(current, taken.after);
  const isBarcodeNew = await addBarcode(tx, before, after, words.barcode, source);
  const msrp = words.overrides?.msrp ?? words.msrp;
  const operator = requireSource(context, 'operator');
  const msrpSource = words.overrides?.msrp ? operator : source;
  if (msrp) {
    after.suppliers.msrp = [...new Set([...(after.suppliers.msrp ?? []), msrpSource.id])];
    after.hasMsrp ||= msrp.amount > 0;
    (words.overrides?.msrp ? overriddenFields : spokenFields).push('msrp');
  }
  if (isBarcodeNew) spokenFields.push('barcode');
  // The name was submitted and left out by a decision, so a new product has none.
  if (!after.facts.name) throw invalidFact('name', 'required', 'A product has a name.');
  if (after.status === 'active' && after.categoryId === null) {
    throw invalidFact('category', 'required', 'A product that is in use has a category.');
  }
  const isChanged = !before || isBarcodeNew || msrp !== undefined || !isDeepStrictEqual(before, after);
  if (isChanged) {
    const spoken =
      source.id === operator.id
        ? { [operator.id]: [...spokenFields, ...overriddenFields] }
        : { [source.id]: spokenFields, [operator.id]: overriddenFields };
    const change: StateChange = { before, after, spoken };
    await saveProductStates(tx, [change], context, words);
    if (words.barcode && isBarcodeNew) {
      const isPrimary = !current.hasPrimaryBarcode;
      const { gtin14, type, packLevelDefault: packLevel } = words.barcode;
      const owner = await saveNewBarcode(tx, after.id, { gtin14, type, packLevel, region: null, isPrimary });
      if (owner) throw barcodeConflict(gtin14, owner);
    }
    if (msrp) await saveMsrpSnapshot(tx, after.id, msrp, msrpSource.id);
    const said = { ...words, msrp, barcode: isBarcodeNew ? words.barcode : undefined };
    const entry = buildAuditEntry(change, said, brandNames, context);
    if (words.audit) words.audit.push(entry);
    else await saveAuditEntry(tx, words.author, entry);
  }
  return {
    id: after.id,
    version: before && isChanged ? before.version + 1 : current.version,
    status: after.status,
    qualityScore: buildStateScore(after, context),
    isChanged,
    fields: compared.map(describeComparison),
  };
}

/** Adds the source as a supplier of the barcode. Returns whether the barcode has to be stored. */
async function addBarcode(
  tx: Tx,
  before: ProductState | undefined,
  after: ProductState,
  barcode: ParsedGtin | undefined,
  source: KnownSource,
): Promise<boolean> {
  if (!barcode) return false;
  // A new product has no barcode yet; the insert detects a barcode of another product.
  const owner = before && (await findBarcodeOwner(tx, barcode.gtin14));
  if (owner && owner.id !== before.id) throw barcodeConflict(barcode.gtin14, owner);
  after.suppliers.barcode = [...new Set([...(before?.suppliers.barcode ?? []), source.id])];
  after.hasPrimaryBarcode = true;
  return !owner;
}

function buildAuditEntry(
  { before, after }: StateChange,
  words: ProductWords,
  brandNames: ReadonlyMap<string, string>,
  context: CatalogueContext,
): AuditEntry {
  const diff = buildAuditDiff(before, after, brandNames, context);
  return {
    action: before ? 'product.updated' : 'product.created',
    entity: 'product',
    entityId: after.id,
    before: diff.before,
    after: {
      ...diff.after,
      source: words.source,
      ...(words.revertedSeq === undefined ? {} : { reverted_seq: words.revertedSeq }),
      ...(words.submissionId ? { submission_id: words.submissionId } : {}),
      ...(words.reason === undefined ? {} : { reason: words.reason }),
      ...(words.barcode ? { barcode: displayGtin(words.barcode.gtin14) } : {}),
      ...(words.msrp ? { msrp: words.msrp } : {}),
    },
  };
}
