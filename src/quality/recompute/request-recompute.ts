import type { Db } from '../../platform/db/client.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import type { Recompute } from './recompute-contract.ts';
import { findRecompute, saveRecompute } from './recompute-store.ts';

/** Requests a recomputation of every score, after a release that counts differently. */
export async function requestRecompute(db: Db, author: Author): Promise<Recompute> {
  const reason = 'quality.recompute_requested';
  return await db.transaction(async (tx) => {
    const scope = { all: true } as const;
    const id = await saveRecompute(tx, { reason, scope, requestedBy: author.actor });
    const recompute = await findRecompute(tx, id);
    if (!recompute) throw new Error(`the recomputation ${id} was not saved`);
    await saveAuditEntry(tx, author, {
      action: reason,
      entity: 'quality_recompute',
      entityId: id,
      after: { scope },
    });
    return recompute;
  });
}
