import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { displayGtin } from '../barcodes/gtin.ts';

/** Deletes a product with all that hangs on it, and answers the barcodes that are free now. */
export async function deleteProduct(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ gtin14: string }>(
    sql`DELETE FROM barcodes WHERE product_id = ${id} RETURNING gtin14`,
  );
  await tx.execute(sql`DELETE FROM products WHERE id = ${id}`);
  // What the feed has kept of it goes now, and not only when it is told that the product is gone.
  await tx.execute(
    sql`UPDATE product_changes SET item = NULL, item_version = NULL WHERE product_id = ${id} AND item IS NOT NULL`,
  );
  return rows.map(({ gtin14 }) => displayGtin(gtin14)).sort();
}

/** One of the products that were merged into this one. */
export async function findMergedInto(tx: Tx, id: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`SELECT id, name FROM products WHERE merged_into_id = ${id} ORDER BY id LIMIT 1`,
  );
  return rows[0];
}
