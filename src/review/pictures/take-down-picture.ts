import { buildAuditDiff } from '../../catalog/products/administration/product-audit.ts';
import { loadBrandNames } from '../../facts/values/brand-name-store.ts';
import { lockProduct } from '../../catalog/products/lock-product.ts';
import type { Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { loadCatalogueContext, type CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { saveProductStates } from '../../facts/state/save-product-states.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntries, type AuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import type { TakenDown } from './submitted-picture-contract.ts';
import { listByHash, listHolders, lockPictures, savePictureBlock, saveState } from './picture-store.ts';
import { removeUnkept } from './remove-unkept.ts';
import type { PictureDependencies } from './take-picture.ts';

/**
 * Takes a picture off every product, deletes its files, and blocks it and its look-alikes. Rows and audit rows change
 * in one transaction. Files are deleted afterwards; the daily cleanup retries.
 * @param sha256 in hexadecimal, as in its address
 * @throws ApiError `not_found`
 */
export async function takeDownPicture(
  { db, pictureStorage }: Pick<PictureDependencies, 'db' | 'pictureStorage'>,
  sha256: string,
  { reason, operatorId, author }: { reason: string; operatorId: string; author: Author },
): Promise<TakenDown> {
  const hash = Buffer.from(sha256, 'hex');
  const productIds = await retryTransaction(db, async (tx) => {
    const found = await listByHash(tx, hash);
    const [first] = found;
    if (!first) throw new ApiError('not_found', 'There is no picture of this hash.');
    const context = await loadCatalogueContext(tx);
    const audit: AuditEntry[] = [];
    // Lock products before pictures, as an approval does.
    const holders = await listHolders(
      tx,
      found.flatMap(({ productId }) => productId ?? []),
    );
    for (const id of holders) {
      const entry = await leaveOut(tx, id, sha256, reason, context);
      if (entry) audit.push(entry);
    }
    await lockPictures(tx);
    const rows = await listByHash(tx, hash);
    await saveState(
      tx,
      rows.map(({ id }) => id),
      'taken_down',
      null,
    );
    await savePictureBlock(tx, {
      sha256: hash,
      likeness: first.likeness,
      uploadSha256s: rows.map(({ uploadSha256 }) => uploadSha256),
      reason,
      operatorId,
    });
    const submissionIds = [...new Set(rows.map(({ submissionId }) => submissionId))];
    await saveAuditEntries(tx, author, [
      ...audit,
      ...submissionIds.map((entityId) => ({
        action: 'submission.picture_taken_down',
        entityId,
        before: { picture: sha256 },
        after: { reason },
      })),
    ]);
    return audit.flatMap(({ entityId }) => entityId ?? []);
  });
  await removeUnkept({ db, pictureStorage }, [hash]);
  return { sha256, product_ids: productIds };
}

/** Returns undefined if the product does not have the picture. */
async function leaveOut(
  tx: Tx,
  productId: string,
  sha256: string,
  reason: string,
  context: CatalogueContext,
): Promise<AuditEntry | undefined> {
  const before = await lockProduct(tx, productId);
  const { [sha256]: gone, ...rest } = before.facts.contributed_pictures;
  if (!gone) return undefined;
  const { contributed_pictures: said, ...others } = before.suppliers;
  const after = {
    ...before,
    facts: { ...before.facts, contributed_pictures: rest },
    suppliers: said && Object.keys(rest).length > 0 ? before.suppliers : others,
  };
  await saveProductStates(tx, [{ before, after }], context);
  const brandNames = await loadBrandNames(tx, [before.brandId]);
  const diff = buildAuditDiff(before, after, brandNames, context);
  return {
    action: 'product.updated',
    entityId: productId,
    before: diff.before,
    after: { ...diff.after, taken_down: sha256, reason },
  };
}
