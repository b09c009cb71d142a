import {
  deleteBarcode,
  listBarcodes,
  saveNewBarcode,
  savePrimaryBarcode,
  nextPrimary,
} from '../catalog/barcodes/barcode-store.ts';
import type { ProductState } from '../facts/state/product-state.ts';
import { displayGtin } from '../facts/values/gtin.ts';
import type { Tx } from '../platform/db/client.ts';
import type { ImportRecord } from './import-record.ts';

/** What a row that is known by its key says of its product's barcode, otherwise than before. */
export interface BarcodeWord {
  sourceKey: string;
  productId: string;
  said: string | null;
  says: ImportRecord['barcode'];
}

interface Followed {
  /** States by product id. */
  changed: Map<string, ProductState>;
  /** By source key: what to tell of a barcode that another product has, and keeps. */
  taken: Map<string, string>;
}

/**
 * Gives products the barcodes that their rows give now, and takes away what the rows no longer give, unless another source
 * or an operator supplies a barcode of the product. Takes away first, so that two rows can swap theirs. The products are
 * locked.
 */
export async function followBarcodes(
  tx: Tx,
  words: readonly BarcodeWord[],
  products: ReadonlyMap<string, ProductState>,
  sourceId: string,
): Promise<Followed> {
  const changed = new Map<string, ProductState>();
  const taken = new Map<string, string>();
  const stateOf = (id: string) => changed.get(id) ?? products.get(id);
  for (const { productId, said } of words) {
    const state = stateOf(productId);
    const after = state && said !== null ? await takeAway(tx, state, said, sourceId) : undefined;
    if (after) changed.set(productId, after);
  }
  for (const { sourceKey, productId, says } of words) {
    const state = stateOf(productId);
    if (!says || !state) continue;
    const { gtin14, type, packLevelDefault: packLevel } = says;
    const isPrimary = !state.hasPrimaryBarcode;
    const owner = await saveNewBarcode(tx, productId, { gtin14, type, packLevel, region: null, isPrimary });
    if (owner && owner.id !== productId) {
      const gtin = displayGtin(gtin14);
      taken.set(sourceKey, `gives this product the barcode ${gtin} of ${owner.name}. Are they one product?`);
      continue;
    }
    const barcode = [...new Set([...(state.suppliers.barcode ?? []), sourceId])];
    changed.set(productId, { ...state, hasPrimaryBarcode: true, suppliers: { ...state.suppliers, barcode } });
  }
  return { changed, taken };
}

async function takeAway(
  tx: Tx,
  state: ProductState,
  gtin14: string,
  sourceId: string,
): Promise<ProductState | undefined> {
  const { barcode: suppliers = [], ...others } = state.suppliers;
  if (suppliers.some((id) => id !== sourceId)) return undefined;
  const stored = await listBarcodes(tx, state.id);
  const barcode = stored.find((one) => one.gtin14 === gtin14);
  if (!barcode) return undefined;
  await deleteBarcode(tx, gtin14);
  const next = barcode.isPrimary ? nextPrimary(stored, gtin14) : undefined;
  if (next) await savePrimaryBarcode(tx, state.id, next.gtin14);
  return {
    ...state,
    hasPrimaryBarcode: barcode.isPrimary ? next !== undefined : state.hasPrimaryBarcode,
    suppliers: stored.length === 1 ? others : { ...others, barcode: suppliers },
  };
}
