import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import type { GtinType } from './gtin.ts';

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

const MOST_ATTEMPTS = 5;

/**
 * Stores a barcode, unless some product has it: then answers that one. Of many who add one code at once, the key of
 * the table lets one through; the others wait for it and find it here.
 */
export async function saveNewBarcode(
  tx: Tx,
  productId: string,
  barcode: NewBarcode,
): Promise<BarcodeOwner | undefined> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const { rowCount } = await tx.execute(sql`
      INSERT INTO barcodes (gtin14, product_id, type, pack_level, region, is_primary)
      VALUES (${barcode.gtin14}, ${productId}, ${barcode.type}, ${barcode.packLevel}, ${barcode.region},
              ${barcode.isPrimary})
      ON CONFLICT (gtin14) DO NOTHING`);
    if (rowCount === 1) return undefined;
    const owner = await findBarcodeOwner(tx, barcode.gtin14);
    // Undefined: it was deleted between the two statements.
    if (owner) return owner;
  }
  throw new Error(`${barcode.gtin14} comes and goes`);
}

export async function findBarcodeOwner(db: Db | Tx, gtin14: string): Promise<BarcodeOwner | undefined> {
  const { rows } = await db.execute<BarcodeOwner & Record<string, unknown>>(sql`
    SELECT p.id, p.name FROM barcodes b JOIN products p ON p.id = b.product_id WHERE b.gtin14 = ${gtin14}`);
  return rows[0];
}
