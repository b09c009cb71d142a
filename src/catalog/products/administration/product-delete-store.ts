import { sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/client.ts';
import { displayGtin } from '../../../facts/values/gtin.ts';

/** Deletes a product with all rows that belong to it, and returns the freed barcodes. */
export async function deleteProduct(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ gtin14: string }>(
    sql`delete from barcodes where product_id = ${id} returning gtin14`,
  );
  await tx.execute(sql`delete from products where id = ${id}`);
  // Deletes the feed's cached JSON of the product at once, not only when the feed reports the deletion.
  await tx.execute(
    sql`update product_changes set item = null, item_version = null where product_id = ${id} and item is not null`,
  );
  return rows.map(({ gtin14 }) => displayGtin(gtin14)).sort();
}

/** Returns one of the products that were merged into this one, or undefined. */
export async function findMergedInto(tx: Tx, id: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`select id, name from products where merged_into_id = ${id} order by id limit 1`,
  );
  return rows[0];
}
