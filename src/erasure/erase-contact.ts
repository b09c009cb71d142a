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
    const named = sql`select id from submissions where contact_email = ${email}`;
    const answers = sql`select submission_id::text from submission_messages
      where kind = 'answer' and submission_id in (${named})`;
    const rows = await eraseAuditRows(tx, sql`action = 'submission.answered' and entity_id in (${answers})`);
    await tx.execute(
      sql`delete from submission_messages where kind = 'answer' and submission_id in (${named})`,
    );
    const mentions = await eraseMentions(tx, email, named);
    const { rowCount } = await tx.execute(sql`
      update submissions set contact_email = null, answer_token_hash = null, address_hash = null
      where contact_email = ${email}`);
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
