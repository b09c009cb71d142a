import { v7 as uuidV7 } from 'uuid';
import type { Tx } from '../db/client.ts';
import { msrpSnapshots } from '../db/schema.ts';
import type { OfferedMsrp } from './msrp-contract.ts';

/** Answers the id of the new snapshot. */
export async function saveMsrpSnapshot(
  tx: Tx,
  productId: string,
  msrp: OfferedMsrp,
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
