import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import {
  deleteBarcode,
  listBarcodes,
  saveNewBarcode,
  savePrimaryBarcode,
  updateBarcode,
  type NewBarcode,
  type StoredBarcode,
  type BarcodeOwner,
  nextPrimary,
} from './barcode-store.ts';
import { loadCatalogueContext, type CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { displayGtin, type ParsedGtin } from '../../facts/values/gtin.ts';
import { lockProduct, requireNotArchived } from '../products/lock-product.ts';
import type { ProductState } from '../../facts/state/product-state.ts';
import { requireSource } from '../../facts/resolve-facts.ts';
import { saveProductStates } from '../../facts/state/save-product-states.ts';

type PackLevel = NewBarcode['packLevel'];

export type BarcodeChange =
  | {
      action: 'add';
      barcode: ParsedGtin;
      packLevel?: PackLevel | undefined;
      region?: string | null | undefined;
      isPrimary?: boolean | undefined;
    }
  | {
      action: 'describe';
      gtin14: string;
      packLevel?: PackLevel | undefined;
      region?: string | null | undefined;
    }
  | { action: 'make_primary'; gtin14: string }
  | {
      action: 'remove';
      gtin14: string;
      /** The barcode that replaces a removed primary one; by default that of `nextPrimary`. */
      successor?: string | undefined;
    };

interface BarcodeChangeRequest {
  productId: string;
  operatorId: string;
  author: Author;
  change: BarcodeChange;
}

interface Outcome {
  /** Whether the product now has a primary barcode, and whether it has any barcode. */
  hasPrimary: boolean;
  isLast?: boolean;
  audit: { action: string; before?: object; after?: object };
}

/**
 * Adds, describes, promotes or removes a barcode. Changes of one product lock its row, so that it never has two primary
 * barcodes. The table’s key refuses one code on two products. The first barcode of a product is its primary one. A removed
 * primary one is replaced by the chosen one, or by `nextPrimary`.
 * @throws ApiError `not_found` (also of a chosen successor), `invalid_state` (archived: only removing is possible),
 *   `barcode_conflict` with `details.{gtin, product_id, product_name}`, also when the product itself has the barcode already
 */
export async function changeBarcodes(db: Db, request: BarcodeChangeRequest): Promise<void> {
  await retryTransaction(db, async (tx) => {
    // Read before the lock, so that others wait for less time.
    const context = await loadCatalogueContext(tx);
    const product = await lockProduct(tx, request.productId);
    if (request.change.action !== 'remove') requireNotArchived(product);
    const stored = await listBarcodes(tx, product.id);
    const outcome = await applyChange(tx, product, stored, request.change);
    if (!outcome) return;
    await saveProduct(tx, product, outcome, request, context);
    await saveAuditEntry(tx, request.author, {
      entity: 'product',
      entityId: product.id,
      ...outcome.audit,
    });
  });
}

async function applyChange(
  tx: Tx,
  product: ProductState,
  stored: readonly StoredBarcode[],
  change: BarcodeChange,
): Promise<Outcome | undefined> {
  if (change.action === 'add') return await add(tx, product, change);
  const barcode = stored.find(({ gtin14 }) => gtin14 === change.gtin14);
  if (!barcode) throw new ApiError('not_found', 'This product has no such barcode.');
  if (change.action === 'describe') return await describe(tx, product, barcode, change);
  if (change.action === 'make_primary') return await makePrimary(tx, product, stored, barcode);
  return await remove(tx, product, stored, barcode, change.successor);
}

async function add(
  tx: Tx,
  product: ProductState,
  { barcode, packLevel, region, isPrimary }: BarcodeChange & { action: 'add' },
): Promise<Outcome | undefined> {
  const added: NewBarcode = {
    gtin14: barcode.gtin14,
    type: barcode.type,
    packLevel: packLevel ?? barcode.packLevelDefault,
    region: region ?? null,
    isPrimary: Boolean(isPrimary) || !product.hasPrimaryBarcode,
  };
  if (added.isPrimary) await savePrimaryBarcode(tx, product.id, undefined);
  const owner = await saveNewBarcode(tx, product.id, added);
  if (owner) throw barcodeConflict(added.gtin14, owner);
  return { hasPrimary: true, audit: { action: 'barcode.added', after: show(added) } };
}

async function describe(
  tx: Tx,
  product: ProductState,
  barcode: StoredBarcode,
  { packLevel = barcode.packLevel, region = barcode.region }: BarcodeChange & { action: 'describe' },
): Promise<Outcome | undefined> {
  if (packLevel === barcode.packLevel && region === barcode.region) return undefined;
  await updateBarcode(tx, barcode.gtin14, { packLevel, region });
  return {
    hasPrimary: product.hasPrimaryBarcode,
    audit: {
      action: 'barcode.updated',
      before: show(barcode),
      after: show({ ...barcode, packLevel, region }),
    },
  };
}

async function makePrimary(
  tx: Tx,
  product: ProductState,
  stored: readonly StoredBarcode[],
  barcode: StoredBarcode,
): Promise<Outcome | undefined> {
  if (barcode.isPrimary) return undefined;
  await savePrimaryBarcode(tx, product.id, barcode.gtin14);
  return {
    hasPrimary: true,
    audit: {
      action: 'barcode.made_primary',
      before: { primary: primaryOf(stored) },
      after: { primary: displayGtin(barcode.gtin14) },
    },
  };
}

async function remove(
  tx: Tx,
  product: ProductState,
  stored: readonly StoredBarcode[],
  barcode: StoredBarcode,
  successor: string | undefined,
): Promise<Outcome | undefined> {
  const chosen = stored.find(({ gtin14 }) => gtin14 === successor && gtin14 !== barcode.gtin14);
  if (successor !== undefined && !chosen) {
    throw new ApiError('not_found', 'This product has no such other barcode to be the primary one.');
  }
  await deleteBarcode(tx, barcode.gtin14);
  const audit = { action: 'barcode.removed', before: show(barcode) };
  const isLast = stored.length === 1;
  if (!barcode.isPrimary) return { hasPrimary: product.hasPrimaryBarcode, isLast, audit };
  const next = chosen ?? nextPrimary(stored, barcode.gtin14);
  await savePrimaryBarcode(tx, product.id, next?.gtin14);
  const after = { primary: next ? displayGtin(next.gtin14) : null };
  return { hasPrimary: next !== undefined, isLast, audit: { ...audit, after } };
}

/**
 * Saves the suppliers: the operator who added a barcode or chose the primary one. Removing the last barcode removes
 * them.
 */
async function saveProduct(
  tx: Tx,
  product: ProductState,
  { hasPrimary, isLast }: Outcome,
  { change, operatorId }: BarcodeChangeRequest,
  context: CatalogueContext,
): Promise<void> {
  const source = requireSource(context, 'operator');
  const suppliers = { ...product.suppliers };
  const isSpoken = change.action === 'add' || change.action === 'make_primary';
  if (isLast) delete suppliers.barcode;
  else if (isSpoken) suppliers.barcode = [...new Set([...(suppliers.barcode ?? []), source.id])];
  const after = { ...product, suppliers, hasPrimaryBarcode: hasPrimary };
  await saveProductStates(
    tx,
    [{ before: product, after, spoken: isSpoken ? { [source.id]: ['barcode'] } : {} }],
    context,
    { operatorId },
  );
}

function primaryOf(stored: readonly StoredBarcode[]): string | null {
  const primary = stored.find(({ isPrimary }) => isPrimary);
  return primary ? displayGtin(primary.gtin14) : null;
}

function show({ gtin14, packLevel, region, isPrimary }: StoredBarcode): object {
  return { gtin: displayGtin(gtin14), pack_level: packLevel, region, is_primary: isPrimary };
}

/** Returns the error for a barcode that another product has already. */
export function barcodeConflict(gtin14: string, owner: BarcodeOwner): ApiError {
  const gtin = displayGtin(gtin14);
  return new ApiError('barcode_conflict', `The barcode ${gtin} belongs to ${owner.name}.`, {
    details: { gtin, product_id: owner.id, product_name: owner.name },
  });
}
