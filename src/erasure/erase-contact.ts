import { sql } from 'drizzle-orm';
import { normaliseEmail } from '../access/accounts/email-address.ts';
import { endForgottenBlocks } from '../review/senders/sender-block-store.ts';
import type { Db } from '../platform/db/client.ts';
import { retryTransaction } from '../platform/db/retry-transaction.ts';
import { ERASURES, saveAuditEntry, type Author } from '../platform/audit/audit-store.ts';
import { eraseAuditRows } from './erase-audit-rows.ts';
import { eraseMentions } from './erase-mentions.ts';
import type { ErasedContact } from './erasure-contract.ts';
import { refuseField } from '../platform/http/api-error.ts';

/**
 * Erases a contact address from every submission, with the answers and notes of its holder. The submissions stay;
 * their answer tokens and a block of the address are deleted. The audit log loses the answers.
 * @throws ApiError `validation_failed` for a text that is not an e-mail address
 */
export async function eraseContact(
  db: Db,
  typed: string,
  reason: string,
  author: Author,
): Promise<ErasedContact> {
  const email = normaliseEmail(typed);
  if (email === undefined) throw refuseField('contact_email', 'This is no e-mail address.');
  return await retryTransaction(db, async (tx) => {
    const named = sql`SELECT id FROM submissions WHERE contact_email = ${email}`;
    const answers = sql`SELECT submission_id::text FROM submission_messages
      WHERE kind = 'answer' AND submission_id IN (${named})`;
    const rows = await eraseAuditRows(tx, sql`action = 'submission.answered' AND entity_id IN (${answers})`);
    await tx.execute(
      sql`DELETE FROM submission_messages WHERE kind = 'answer' AND submission_id IN (${named})`,
    );
    const mentions = await eraseMentions(tx, email, named);
    const { rowCount } = await tx.execute(sql`
      UPDATE submissions SET contact_email = NULL, answer_token_hash = NULL, address_hash = NULL
      WHERE contact_email = ${email}`);
    await endForgottenBlocks(tx);
    const contributions = rowCount ?? 0;
    await saveAuditEntry(tx, author, {
      action: ERASURES.contact,
      entity: 'contact',
      after: { reason, contributions, erased_rows: [...rows, ...mentions] },
    });
    return { contributions };
  });
}
