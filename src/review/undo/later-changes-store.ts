import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';

/** Newest changes of a product that are searched for the author of a value. */
const MAX_CHANGES = 200;

const emailOfActor = sql<
  string | null
>`(select email from operators where 'operator:' || operators.id = audit_log.actor)`;

const auditColumns = {
  seq: auditLog.seq,
  at: auditLog.at,
  actor: auditLog.actor,
  email: emailOfActor,
  action: auditLog.action,
  before: auditLog.before,
  after: auditLog.after,
};

export interface LaterChange {
  seq: number;
  at: Date;
  actor: string;
  email: string | null;
  action: string;
  before: unknown;
  after: unknown;
}

/** Returns the sequence number of the audit row of a submission's last approval, or 0. */
export async function findApprovalSeq(tx: Db | Tx, submissionId: string): Promise<number> {
  const [row] = await tx
    .select({ seq: auditLog.seq })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'submission'),
        eq(auditLog.entityId, submissionId),
        eq(auditLog.action, 'submission.approved'),
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(1);
  return row?.seq ?? 0;
}

/** Returns changes of a product by operators and approvals since `seq`, newest first. */
export async function listLaterChanges(tx: Db | Tx, productId: string, seq: number): Promise<LaterChange[]> {
  return await tx
    .select(auditColumns)
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'product'), eq(auditLog.entityId, productId), gt(auditLog.seq, seq)))
    .orderBy(desc(auditLog.seq))
    .limit(MAX_CHANGES);
}

export interface LaterApproval extends LaterChange {
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
