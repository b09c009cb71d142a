import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { tiers } from '../../db/account-schema.ts';
import { ApiError } from '../../http/api-error.ts';
import { saveAuditEntry, type Author } from '../../operators/audit/audit-store.ts';

/**
 * Changes what the callers of a tier may do: felt by every process within seconds.
 * @throws ApiError `not_found`
 */
export async function changeTierFigures(
  db: Db,
  code: string,
  figures: { perMinute: number | null; cumulative: number | null },
  author: Author,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Whoever gives an account this tier meanwhile does not wait: he may hold the audit log, which is wanted below.
    const [tier] = await tx.select().from(tiers).where(eq(tiers.code, code)).for('no key update');
    if (!tier) throw new ApiError('not_found', `There is no tier ${code}.`);
    if (tier.perMinute === figures.perMinute && tier.cumulative === figures.cumulative) return;
    await tx.update(tiers).set(figures).where(eq(tiers.code, code));
    await saveAuditEntry(tx, author, {
      action: 'tier.updated',
      entity: 'tier',
      entityId: code,
      before: { per_minute: tier.perMinute, cumulative: tier.cumulative },
      after: { per_minute: figures.perMinute, cumulative: figures.cumulative },
    });
  });
}
