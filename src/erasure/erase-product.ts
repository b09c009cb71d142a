import { sql } from 'drizzle-orm';
import { requireDeletable } from '../catalog/products/administration/change-product-status.ts';
import { deleteProduct } from '../catalog/products/administration/product-delete-store.ts';
import { listBarcodes } from '../catalog/barcodes/barcode-store.ts';
import { lockProduct } from '../catalog/products/lock-product.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { retryTransaction } from '../platform/db/retry-transaction.ts';
import { ERASURES, saveAuditEntry, type Author } from '../platform/audit/audit-store.ts';
import { eraseAuditRows } from './erase-audit-rows.ts';
import type { ErasedProduct } from './erasure-contract.ts';
import { saveErasedKeys } from './erased-key-store.ts';

/**
 * Erases an archived product: the product, the submissions about it, and its content in the audit log. The log keeps
 * only that it was erased, when and by whom. Keyed hashes of its barcodes and import keys stay, so that no import
 * brings it back. The feed reports it like any deleted product.
 * @throws ApiError `not_found`, `invalid_state` if it is not archived, or others were merged into it
 */
export async function eraseProduct(
  db: Db,
  id: string,
  reason: string,
  author: Author,
): Promise<ErasedProduct> {
  return await retryTransaction(db, async (tx) => {
    await requireDeletable(tx, await lockProduct(tx, id));
    const gtins = (await listBarcodes(tx, id)).map(({ gtin14 }) => gtin14);
    await saveErasedKeys(tx, { gtins, records: await listSourceRecords(tx, id) });
    // Before the product, because submissions are found through it.
    const submissionIds = await deleteSubmissions(tx, id, gtins);
    await deleteProduct(tx, id);
    // The feed says only that it is gone, not its barcode.
    await tx.execute(sql`
      UPDATE product_changes SET gtin14 = NULL, item = NULL, item_version = NULL WHERE product_id = ${id}`);
    // Rows of other products name it too, for example as a merge target. This reads the whole log, but erasing is
    // rare.
    const rows = await eraseAuditRows(
      tx,
      sql`entity_id = ANY(${sql.param([id, ...submissionIds])}::text[])
        OR strpos(before::text, ${id}) > 0 OR strpos(after::text, ${id}) > 0`,
    );
    await saveAuditEntry(tx, author, {
      action: ERASURES.product,
      entity: 'product',
      entityId: id,
      after: { reason, contributions: submissionIds.length, erased_rows: rows },
    });
    return { id, contributions: submissionIds.length, audit_rows: rows.length };
  });
}

async function listSourceRecords(tx: Tx, id: string): Promise<{ sourceId: string; sourceKey: string }[]> {
  const { rows } = await tx.execute<{ sourceId: string; sourceKey: string }>(sql`
    SELECT source_id AS "sourceId", source_key AS "sourceKey" FROM source_records WHERE product_id = ${id}`);
  return rows;
}

/** Deletes the submissions about a product, decided or not. Returns their ids. */
async function deleteSubmissions(tx: Tx, id: string, gtins: string[]): Promise<string[]> {
  const codes = sql`${sql.param(gtins)}::text[]`;
  await tx.execute(sql`DELETE FROM backflow_waiting WHERE gtin14 = ANY(${codes})`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    DELETE FROM submissions WHERE product_id = ${id} OR result_product_id = ${id} OR gtin14 = ANY(${codes})
    RETURNING id`);
  return rows.map((row) => row.id).sort();
}
