import { sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/client.ts';
import { displayGtin } from '../../../facts/values/gtin.ts';

/** Deletes a product with all rows that belong to it, and returns the freed barcodes. */
export async function deleteProduct(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ gtin14: string }>(
    sql`DELETE FROM barcodes WHERE product_id = ${id} RETURNING gtin14`,
  );
  await tx.execute(sql`DELETE FROM products WHERE id = ${id}`);
  // Deletes the feed's cached JSON of the product at once, not only when the feed reports the deletion.
  await tx.execute(
    sql`UPDATE product_changes SET item = NULL, item_version = NULL WHERE product_id = ${id} AND item IS NOT NULL`,
  );
  return rows.map(({ gtin14 }) => displayGtin(gtin14)).sort();
}

/** Returns one of the products that were merged into this one, or undefined. */
export async function findMergedInto(tx: Tx, id: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`SELECT id, name FROM products WHERE merged_into_id = ${id} ORDER BY id LIMIT 1`,
  );
  return rows[0];
}
