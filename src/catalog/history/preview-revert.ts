import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../platform/db/client.ts';
import { rehearseTransaction } from '../../platform/db/rehearse-transaction.ts';
import { loadCatalogueContext } from '../../facts/state/catalogue-context.ts';
import type { Author } from '../../platform/audit/audit-store.ts';
import { buildAuditView } from '../administration/product-audit.ts';
import { loadBrandNames } from '../../facts/values/brand-name-store.ts';
import { describeDifference } from '../difference/describe-difference.ts';
import { diffProducts } from '../difference/diff-products.ts';
import { lockProductSnapshot } from '../difference/product-snapshot-store.ts';
import { listFactChanges } from './fact-changes.ts';
import type { RevertBody, RevertPreview } from './history-contract.ts';
import { findHistoryRow } from './history-store.ts';
import { revertProduct } from './revert-product.ts';

/**
 * Returns the result of `revertProduct` with the same body: runs it and rolls it back.
 * @throws ApiError as `revertProduct`
 */
export async function previewRevert(
  db: Db,
  id: string,
  body: RevertBody,
  by: { operatorId: string; author: Author },
): Promise<RevertPreview> {
  return await rehearseTransaction(db, async (tx) => {
    const before = await lockProductSnapshot(tx, id);
    const { version } = await revertProduct(tx, id, body, by);
    const context = await loadCatalogueContext(tx);
    const after = await lockProductSnapshot(tx, id);
    const change = await describeDifference(tx, diffProducts(before, after), context);
    const row = await findHistoryRow(tx, id, body.seq);
    const brandNames = await loadBrandNames(tx, [before?.state.brandId ?? null]);
    const current = before ? buildAuditView(before.state, brandNames, context) : {};
    const changedSince = listFactChanges(row?.before ?? null, row?.after ?? null).filter(
      ({ field, name, after: left }) =>
        body.fields.includes(field) && !isDeepStrictEqual(current[name] ?? null, left),
    );
    return {
      product_id: id,
      version: before?.state.version ?? version,
      changed_since: [...new Set(changedSince.map(({ field }) => field))],
      ...change,
    };
  });
}
