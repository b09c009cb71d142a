import type { Db, Tx } from '../../platform/db/client.ts';
import { productFields } from '../../catalog/products/product-contract.ts';
import { findProductRecords } from '../../catalog/products/product-store.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import type { Change } from './change-contract.ts';
import { listGoneProducts, type FeedEntry } from './change-store.ts';

/**
 * Returns the changes of these entries, in their order, with the present products. A product that was changed after its
 * position was given appears again later. `fields`: the requested fields of each product; undefined: all.
 */
export async function makeChanges(
  db: Db | Tx,
  entries: readonly FeedEntry[],
  fields?: readonly string[],
): Promise<Change[]> {
  if (entries.length === 0) return [];
  const found = await findProductRecords(
    db,
    entries.map(({ productId }) => productId),
    fields,
  );
  const inUse = new Map(found.map((one) => [one.product.id, one]));
  const gone = await listGoneProducts(
    db,
    entries.flatMap(({ productId }) => (inUse.has(productId) ? [] : [productId])),
  );
  return entries.map(({ position, productId: id, gtin14 }): Change => {
    const shown = inUse.get(id);
    if (shown) {
      const { version, record } = shown;
      const product = productFields.pick(shown.product, fields);
      return {
        position,
        id,
        gtin: product.gtin,
        change: 'upsert',
        merged_into: null,
        version,
        product,
        record,
      };
    }
    const { version = null, mergedInto = null } = gone.get(id) ?? {};
    const change = mergedInto === null ? 'delete' : 'merge';
    return {
      position,
      id,
      gtin: gtin14 === null ? null : displayGtin(gtin14),
      change,
      merged_into: mergedInto,
      version,
      product: null,
      record: null,
    };
  });
}
