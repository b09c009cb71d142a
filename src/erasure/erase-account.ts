import { sql } from 'drizzle-orm';
import { notifyKeyChange } from '../access/accounts/keys/key-store.ts';
import type { Db } from '../platform/db/client.ts';
import { retryTransaction } from '../platform/db/retry-transaction.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { ERASURES, saveAuditEntry, type Author } from '../platform/audit/audit-store.ts';
import { eraseAuditRows } from './erase-audit-rows.ts';
import { eraseMentions } from './erase-mentions.ts';
import type { ErasedAccount } from './erasure-contract.ts';

/**
 * Erases an account: its e-mail and password, keys, usage, webhooks, kept answers, and its pending submissions. Decided submissions
 * stay, without sender and notes. The audit log keeps the account's id, but loses the addresses of its webhooks.
 * @throws ApiError `not_found`
 */
export async function eraseAccount(
  db: Db,
  id: string,
  reason: string,
  author: Author,
): Promise<ErasedAccount> {
  return await retryTransaction(db, async (tx) => {
    const found = await tx.execute<{ email: string }>(
      sql`select email from accounts where id = ${id} for update`,
    );
    const email = found.rows[0]?.email;
    if (email === undefined) throw new ApiError('not_found', `There is no account ${id}.`);
    await tx.execute(sql`delete from submissions where account_id = ${id} and status = 'pending'`);
    const kept = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from submissions where account_id = ${id}`,
    );
    const contributions = kept.rows[0]?.count ?? 0;
    const rows = await eraseAuditRows(
      tx,
      sql`entity = 'webhook' and entity_id in (select id::text from webhooks where account_id = ${id})
        or entity = 'webhook' and actor = ${`account:${id}`}`,
    );
    const sent = sql`select id from submissions where account_id = ${id}`;
    rows.push(...(await eraseMentions(tx, email, sent)));
    await tx.execute(sql`delete from idempotency_keys where caller = ${id}`);
    await tx.execute(sql`delete from accounts where id = ${id}`);
    await notifyKeyChange(tx);
    await saveAuditEntry(tx, author, {
      action: ERASURES.account,
      entity: 'account',
      entityId: id,
      after: { reason, contributions, erased_rows: rows },
    });
    return { id, contributions };
  });
}
