import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../platform/db/client.ts';

/**
 * Takes away what rows of the audit log tell, of those that a condition on `audit_log` names. The row of the erasure has to
 * list the numbers that are answered, as `erased_rows`: else the check of the log finds rows that were emptied in silence.
 */
export async function eraseAuditRows(tx: Tx, condition: SQL): Promise<number[]> {
  const { rows } = await tx.execute<{ seq: number }>(sql`
    SELECT seq::float8 AS seq FROM audit_log
    WHERE NOT erased AND (before IS NOT NULL OR after IS NOT NULL) AND (${condition}) ORDER BY seq`);
  const seqs = rows.map(({ seq }) => seq);
  await tx.execute(sql`SELECT erase_audit_content(${sql.param(seqs)}::bigint[])`);
  return seqs;
}
