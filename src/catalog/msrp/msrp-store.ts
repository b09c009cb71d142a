import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidV7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { msrpSnapshots } from '../../platform/db/schema/provenance.ts';
import type { NewMsrp } from '../../facts/values/msrp-contract.ts';

/** Adds a price snapshot and returns its id. */
export async function saveMsrpSnapshot(
  tx: Tx,
  productId: string,
  msrp: NewMsrp,
  sourceId: string,
): Promise<string> {
  const id = uuidV7();
  await tx.insert(msrpSnapshots).values({
    id,
    productId,
    sourceId,
    amount: msrp.amount,
    currency: msrp.currency,
    region: msrp.region,
    effectiveDate: msrp.effective_date ?? null,
    sourceUrl: msrp.source_url ?? null,
    note: msrp.note ?? null,
  });
  return id;
}

/** Deletes a price snapshot and returns it, or undefined when the product has no such snapshot. */
export async function deleteMsrpSnapshot(
  tx: Tx,
  productId: string,
  id: string,
): Promise<typeof msrpSnapshots.$inferSelect | undefined> {
  const [row] = await tx
    .delete(msrpSnapshots)
    .where(and(eq(msrpSnapshots.id, id), eq(msrpSnapshots.productId, productId)))
    .returning();
  return row;
}

/** Returns the suppliers of a product’s price snapshots, and whether any snapshot is shown. */
export async function findMsrpSuppliers(
  tx: Tx,
  productId: string,
): Promise<{ sourceIds: string[]; hasShown: boolean }> {
  const rows = await tx
    .selectDistinct({ sourceId: msrpSnapshots.sourceId, isShown: sql<boolean>`${msrpSnapshots.amount} > 0` })
    .from(msrpSnapshots)
    .where(eq(msrpSnapshots.productId, productId))
    .orderBy(msrpSnapshots.sourceId);
  return {
    sourceIds: [...new Set(rows.map(({ sourceId }) => sourceId))],
    hasShown: rows.some(({ isShown }) => isShown),
  };
}
