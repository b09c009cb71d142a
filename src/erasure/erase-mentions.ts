import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../platform/db/client.ts';
import { eraseAuditRows } from './erase-audit-rows.ts';

const ERASED = '[erased]';

/**
 * Erases a person from free texts of the review queue: the notes on their submissions completely, and their address
 * in all other notes, messages and reasons.
 * @param email in lower case
 * @param submissions the ids of the person's submissions
 * @returns the numbers of the audit rows that lost their content
 */
export async function eraseMentions(tx: Tx, email: string, submissions: SQL): Promise<number[]> {
  const without = (text: SQL) => sql`regexp_replace(${text}, ${`***=${email}`}::text, ${ERASED}::text, 'gi')`;
  const names = (text: SQL) => sql`position(${email} in lower(${text})) > 0`;
  const note = sql`content->>'note'`;
  await tx.execute(sql`
    update submissions set content = content - 'note' where content ? 'note' and id in (${submissions})`);
  await tx.execute(sql`
    update submissions set content = jsonb_set(content, '{note}', to_jsonb(${without(note)})) where ${names(note)}`);
  await tx.execute(sql`update submissions set reason = ${without(sql`reason`)} where ${names(sql`reason`)}`);
  await tx.execute(
    sql`update submission_messages set text = ${without(sql`text`)} where ${names(sql`text`)}`,
  );
  return await eraseAuditRows(tx, sql`entity = 'submission' and ${names(sql`concat(before, after)`)}`);
}
