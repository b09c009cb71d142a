import { and, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/client.ts';
import { backflowWaiting } from '../../platform/db/schema/senders.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { rateSubmissions } from './rate-submissions.ts';

/** Keeps the trigger of an older release’s decisions from entering the next offers of this transaction’s decisions. */
export async function takeOverNextOffers(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('factshelf.next_offers', 'process', true)`);
}

/**
 * Enters the oldest waiting offer of each barcode whose submission was rejected, unless another one is pending. Offers of
 * blocked senders wait on. Call after `takeOverNextOffers` and the rejection.
 */
export async function enterNextOffers(tx: Tx, rejectedIds: readonly string[]): Promise<void> {
  if (rejectedIds.length === 0) return;
  const offers = await tx
    .selectDistinctOn([backflowWaiting.gtin14])
    .from(backflowWaiting)
    .where(
      and(
        sql`backflow_waiting.gtin14 in (select gtin14 from submissions where id = any(${sql.param(rejectedIds)}::uuid[]))`,
        sql`exists (select from accounts where accounts.id = backflow_waiting.account_id and blocked_at is null)`,
        sql`not exists (select from sender_blocks b where b.account_id = backflow_waiting.account_id)`,
        sql`not exists (select from submissions s where s.gtin14 = backflow_waiting.gtin14 and s.status = 'pending')`,
      ),
    )
    .orderBy(backflowWaiting.gtin14, backflowWaiting.createdAt, backflowWaiting.id);
  if (offers.length === 0) return;
  const rated = await rateSubmissions(tx, offers);
  const entered = await tx
    .insert(submissions)
    .values(rated.map((offer) => ({ ...offer, createdAt: undefined, source: 'backflow' as const })))
    .onConflictDoNothing()
    .returning({ id: submissions.id });
  await tx.delete(backflowWaiting).where(
    inArray(
      backflowWaiting.id,
      entered.map(({ id }) => id),
    ),
  );
}
