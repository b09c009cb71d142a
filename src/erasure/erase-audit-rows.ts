import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../platform/db/client.ts';

/**
 * Erases the content of the audit rows that match a condition on `audit_log`, and returns their numbers. The caller
 * must list them as `erased_rows` in the erasure's own row; otherwise the check of the log reports them as tampered
 * with.
 */
export async function eraseAuditRows(tx: Tx, condition: SQL): Promise<number[]> {
  const { rows } = await tx.execute<{ seq: number }>(sql`
    select seq::float8 as seq from audit_log
    where not erased and (before is not null or after is not null) and (${condition}) order by seq`);
  const seqs = rows.map(({ seq }) => seq);
  await tx.execute(sql`select erase_audit_content(${sql.param(seqs)}::bigint[])`);
  return seqs;
}
