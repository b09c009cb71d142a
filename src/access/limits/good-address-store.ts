import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { goodAddresses } from '../../platform/db/schema/senders.ts';

/** Finite, because providers eventually give an address to another customer. */
const KEPT_DAYS = 180;
const expiry = sql`now() - make_interval(days => ${KEPT_DAYS})`;

/** Returns whether a submission from an address was approved within `KEPT_DAYS`. `name`: see `Addresses`. */
export async function hasBeenGood(db: Db, name: string): Promise<boolean> {
  const addressHash = Buffer.from(name, 'hex');
  const rows = await db
    .select({ addressHash: goodAddresses.addressHash })
    .from(goodAddresses)
    .where(and(eq(goodAddresses.addressHash, addressHash), gt(goodAddresses.lastGoodAt, expiry)));
  return rows.length > 0;
}

/** Records the address of an approved submission. */
export async function saveGoodAddress(tx: Tx, addressHash: Buffer): Promise<void> {
  await tx
    .insert(goodAddresses)
    .values({ addressHash })
    .onConflictDoUpdate({ target: goodAddresses.addressHash, set: { lastGoodAt: sql`now()` } });
}

/** Forgets an address after an approval was taken back, unless an operator's other approval of it stands. */
export async function forgetUndoneAddress(tx: Tx, addressHash: Buffer): Promise<void> {
  await tx.execute(sql`
    delete from good_addresses where address_hash = ${addressHash} and not exists (
      select from submissions where submissions.address_hash = ${addressHash} and status = 'approved'
        and not is_decided_by_rule)`);
}

export async function forgetGoodAddresses(db: Db): Promise<void> {
  await db.delete(goodAddresses).where(lt(goodAddresses.lastGoodAt, expiry));
}
