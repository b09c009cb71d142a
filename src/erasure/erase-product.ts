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
      update product_changes set gtin14 = null, item = null, item_version = null where product_id = ${id}`);
    // Rows of other products name it too, for example as a merge target. This reads the whole log, but erasing is
    // rare.
    const rows = await eraseAuditRows(
      tx,
      sql`entity_id = any(${sql.param([id, ...submissionIds])}::text[])
        or strpos(before::text, ${id}) > 0 or strpos(after::text, ${id}) > 0`,
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
    select source_id as "sourceId", source_key as "sourceKey" from source_records where product_id = ${id}`);
  return rows;
}

/** Deletes the submissions about a product, decided or not. Returns their ids. */
async function deleteSubmissions(tx: Tx, id: string, gtins: string[]): Promise<string[]> {
  const codes = sql`${sql.param(gtins)}::text[]`;
  await tx.execute(sql`delete from backflow_waiting where gtin14 = any(${codes})`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from submissions where product_id = ${id} or result_product_id = ${id} or gtin14 = any(${codes})
    returning id`);
  return rows.map((row) => row.id).sort();
}
