import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { tiers } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import type { TierChange } from './tier-contract.ts';

/**
 * Changes the limits of a tier. Every process applies them within seconds.
 * @throws ApiError `not_found`
 */
export async function changeTierFigures(
  db: Db,
  code: string,
  change: TierChange,
  author: Author,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Not `for update`: a transaction that moves an account to this tier would wait here, while it may hold the audit
    // log that is locked below.
    const [tier] = await tx.select().from(tiers).where(eq(tiers.code, code)).for('no key update');
    if (!tier) throw new ApiError('not_found', `There is no tier ${code}.`);
    const before = {
      per_minute: tier.perMinute,
      cumulative: tier.cumulative,
      backflow_per_day: tier.backflowPerDay,
      backflow_pending: tier.backflowPending,
    };
    const after = { ...before, ...change };
    const names = (Object.keys(before) as (keyof typeof before)[]).filter(
      (name) => before[name] !== after[name],
    );
    if (names.length === 0) return;
    await tx
      .update(tiers)
      .set({
        perMinute: after.per_minute,
        cumulative: after.cumulative,
        backflowPerDay: after.backflow_per_day,
        backflowPending: after.backflow_pending,
      })
      .where(eq(tiers.code, code));
    await saveAuditEntry(tx, author, {
      action: 'tier.updated',
      entityId: code,
      before: Object.fromEntries(names.map((name) => [name, before[name]])),
      after: Object.fromEntries(names.map((name) => [name, after[name]])),
    });
  });
}
