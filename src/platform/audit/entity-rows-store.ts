import { and, asc, desc, eq, gt, max, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { auditLog } from '../db/schema/operations.ts';

/** The e-mail of the operator who acted. */
export const emailOfActor = sql<
  string | null
>`(select email from operators where 'operator:' || operators.id = audit_log.actor)`;

export const auditColumns = {
  seq: auditLog.seq,
  at: auditLog.at,
  actor: auditLog.actor,
  email: emailOfActor,
  action: auditLog.action,
  before: auditLog.before,
  after: auditLog.after,
};

export interface AuditRow {
  seq: number;
  at: Date;
  actor: string;
  /** The e-mail of the operator who acted. */
  email: string | null;
  action: string;
  before: unknown;
  after: unknown;
}

/** The rows about one product, submission, … */
export const isAbout = (entity: string, id: string): SQL | undefined =>
  and(eq(auditLog.entity, entity), eq(auditLog.entityId, id));

/** Returns the rows about one thing after a row, the oldest or the newest first; 1,000 at most unless `limit` says otherwise. */
export async function listRowsAbout(
  db: Db | Tx,
  [entity, id]: [entity: string, id: string],
  { after = 0, order, limit = 1_000 }: { after?: number; order: 'oldest' | 'newest'; limit?: number },
): Promise<AuditRow[]> {
  return await db
    .select(auditColumns)
    .from(auditLog)
    .where(and(isAbout(entity, id), gt(auditLog.seq, after)))
    .orderBy(order === 'oldest' ? asc(auditLog.seq) : desc(auditLog.seq))
    .limit(limit);
}

/** Returns the number of the last row about one thing, of one action or of any; 0 without a row. */
export async function findLastSeq(db: Db | Tx, entity: string, id: string, action?: string): Promise<number> {
  const [row] = await db
    .select({ seq: max(auditLog.seq) })
    .from(auditLog)
    .where(and(isAbout(entity, id), action === undefined ? undefined : eq(auditLog.action, action)));
  return row?.seq ?? 0;
}
