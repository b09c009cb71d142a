import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { auditColumns, type AuditRow } from '../../platform/audit/entity-rows-store.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';

export interface LaterApproval extends AuditRow {
  submissionId: string;
  content: Record<string, unknown>;
  gtin14: string | null;
}

/** Returns later approved submissions of the product that were not undone, oldest first. */
export async function listLaterApprovals(
  tx: Db | Tx,
  productId: string,
  exceptId: string,
  seq: number,
): Promise<LaterApproval[]> {
  const last = sql`(select max(a.seq) from audit_log a where a.entity = 'submission'
    and a.entity_id = submissions.id::text and a.action = 'submission.approved')`;
  return await tx
    .select({
      ...auditColumns,
      submissionId: submissions.id,
      content: submissions.content,
      gtin14: submissions.gtin14,
    })
    .from(submissions)
    .innerJoin(auditLog, sql`${auditLog.seq} = ${last}`)
    .where(
      and(
        eq(submissions.resultProductId, productId),
        eq(submissions.status, 'approved'),
        ne(submissions.id, exceptId),
        gt(auditLog.seq, seq),
      ),
    )
    .orderBy(auditLog.seq);
}

/** Returns pending submissions that name a product by id. */
export async function listNaming(tx: Db | Tx, productId: string, exceptId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.productId, productId),
        eq(submissions.status, 'pending'),
        ne(submissions.id, exceptId),
      ),
    )
    .limit(20);
  return rows.map(({ id }) => id);
}
