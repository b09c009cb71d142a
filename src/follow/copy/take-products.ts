import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../platform/db/client.ts';
import { findProductRecords } from '../../catalog/products/product-store.ts';
import { loadCatalogueContext } from '../../facts/state/catalogue-context.ts';
import { saveFoodDetails } from '../../facts/state/product-state-store.ts';
import { readStateLabel } from '../../facts/label/read-label.ts';
import { isFood } from '../../facts/state/product-state.ts';
import {
  findLabels,
  replaceBarcodes,
  replacePrices,
  replaceProvenance,
  saveCopiedRows,
} from './copied-product-store.ts';
import { buildCopiedState, type CopiedProduct } from './copied-product.ts';
import { takeBrands, type CopiedBrand } from './take-brands.ts';

/**
 * Saves products so that this catalogue shows them like the leader. Skips unchanged ones. Sources and categories must
 * be saved before. Triggers mark the products for the index and for this service's own feed.
 * @param copies about a thousand at most, each product once
 * @throws UnknownReference
 */
export async function takeProducts(tx: Tx, copies: readonly CopiedProduct[]): Promise<void> {
  if (copies.length === 0) return;
  await takeBrands(
    tx,
    copies.flatMap(({ product, record }): CopiedBrand[] =>
      record.brand && product.brand !== null ? [{ ...record.brand, name: product.brand }] : [],
    ),
  );
  const ids = copies.map(({ product }) => product.id);
  const found = await findProductRecords(tx, ids);
  const own = new Map(found.map((one) => [one.product.id, one]));
  const labels = await findLabels(tx, ids);
  const context = await loadCatalogueContext(tx);
  const written = copies
    .map((copy) => ({ copy, product: copy.product, state: buildCopiedState(copy, context) }))
    .filter(
      ({ copy, product: { id }, state }) =>
        !isDeepStrictEqual(own.get(id), copy) ||
        // An older release of this follower may have read the same label by other rules.
        !isDeepStrictEqual(labels.get(id), readStateLabel(state, context)),
    );
  if (written.length === 0) return;
  await saveCopiedRows(tx, written, context);
  await saveFoodDetails(
    tx,
    written.filter(({ state }) => isFood(state, context)).map(({ state }) => state),
  );
  const given = written.map(({ product }) => product);
  const differs = (part: 'barcodes' | 'msrp' | 'sources') =>
    given.filter((product) => !isDeepStrictEqual(own.get(product.id)?.product[part] ?? [], product[part]));
  await replaceBarcodes(tx, differs('barcodes'));
  await replacePrices(tx, differs('msrp'));
  await replaceProvenance(tx, differs('sources'));
}
