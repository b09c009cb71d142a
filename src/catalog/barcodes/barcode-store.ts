import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import type { GtinType } from '../../facts/values/gtin.ts';

export interface NewBarcode {
  gtin14: string;
  type: GtinType;
  packLevel: 'each' | 'inner' | 'case' | 'pallet';
  region: string | null;
  isPrimary: boolean;
}

export interface BarcodeOwner {
  id: string;
  name: string;
}

const MAX_ATTEMPTS = 5;

/**
 * Stores a barcode and returns undefined, or returns the product that has it already. When several transactions add one
 * code at once, the table’s key accepts one; the others wait for it and find its product here.
 */
export async function saveNewBarcode(
  tx: Tx,
  productId: string,
  barcode: NewBarcode,
): Promise<BarcodeOwner | undefined> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { rowCount } = await tx.execute(sql`
      insert into barcodes (gtin14, product_id, type, pack_level, region, is_primary)
      values (${barcode.gtin14}, ${productId}, ${barcode.type}, ${barcode.packLevel}, ${barcode.region},
              ${barcode.isPrimary})
      on conflict (gtin14) do nothing`);
    if (rowCount === 1) return undefined;
    const owner = await findBarcodeOwner(tx, barcode.gtin14);
    // No owner: the barcode was deleted between the two statements.
    if (owner) return owner;
  }
  throw new Error(`${barcode.gtin14} is inserted and deleted again and again`);
}

export async function findBarcodeOwner(db: Db | Tx, gtin14: string): Promise<BarcodeOwner | undefined> {
  const { rows } = await db.execute<BarcodeOwner & Record<string, unknown>>(sql`
    select p.id, p.name from barcodes b join products p on p.id = b.product_id where b.gtin14 = ${gtin14}`);
  return rows[0];
}

export interface StoredBarcode {
  gtin14: string;
  packLevel: NewBarcode['packLevel'];
  region: string | null;
  isPrimary: boolean;
}

/** Returns the barcodes of a product, oldest first. They do not change while the product is locked. */
export async function listBarcodes(tx: Db | Tx, productId: string): Promise<StoredBarcode[]> {
  const { rows } = await tx.execute<StoredBarcode & Record<string, unknown>>(sql`
    select gtin14, pack_level as "packLevel", region, is_primary as "isPrimary" from barcodes
    where product_id = ${productId} order by created_at, gtin14`);
  return rows;
}

/** Makes a barcode the primary one; undefined: no barcode. Two statements, so that there are never two primary ones. */
export async function savePrimaryBarcode(
  tx: Tx,
  productId: string,
  gtin14: string | undefined,
): Promise<void> {
  await tx.execute(
    sql`update barcodes set is_primary = false where product_id = ${productId} and is_primary`,
  );
  if (gtin14 === undefined) return;
  await tx.execute(
    sql`update barcodes set is_primary = true where product_id = ${productId} and gtin14 = ${gtin14}`,
  );
}

export async function updateBarcode(
  tx: Tx,
  gtin14: string,
  { packLevel, region }: Pick<StoredBarcode, 'packLevel' | 'region'>,
): Promise<void> {
  await tx.execute(
    sql`update barcodes set pack_level = ${packLevel}, region = ${region} where gtin14 = ${gtin14}`,
  );
}

export async function deleteBarcode(tx: Tx, gtin14: string): Promise<void> {
  await tx.execute(sql`delete from barcodes where gtin14 = ${gtin14}`);
}

/**
 * Returns the code that becomes primary when the primary one is removed: the oldest other code of a single item, or
 * undefined when the product has no such code. Pure.
 * @param stored the product’s barcodes, oldest first
 */
export function nextPrimary(
  stored: readonly StoredBarcode[],
  removedGtin14?: string,
): StoredBarcode | undefined {
  return stored.find(({ gtin14, packLevel }) => gtin14 !== removedGtin14 && packLevel === 'each');
}
