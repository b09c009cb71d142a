import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { auditLog } from '../../db/operation-schema.ts';
import { isRevertible, listFactChanges, type AuditWords } from './fact-changes.ts';
import type { HistoryEntry } from './history-contract.ts';

const isOfProduct = (id: string) => and(eq(auditLog.entity, 'product'), eq(auditLog.entityId, id));

/** What the audit log says of a product, newest first; a deleted one has a history too. */
export async function listProductHistory(
  db: Db | Tx,
  id: string,
  { page, size }: { page: number; size: number },
): Promise<{ items: HistoryEntry[]; total: number }> {
  const rows = await db
    .select({
      entry: auditLog,
      operatorEmail: sql<
        string | null
      >`(select email from operators o where ${auditLog.actor} = 'operator:' || o.id)`,
    })
    .from(auditLog)
    .where(isOfProduct(id))
    .orderBy(desc(auditLog.seq))
    .limit(size)
    .offset((page - 1) * size);
  return {
    items: rows.map(({ entry, operatorEmail }) => {
      const before = entry.before as AuditWords;
      const after = entry.after as AuditWords;
      return {
        seq: entry.seq,
        at: entry.at.toISOString(),
        actor: entry.actor,
        operator_email: operatorEmail,
        action: entry.action,
        changes: listFactChanges(before, after),
        can_revert: isRevertible(before, after),
        source: (after?.['source'] as string | undefined) ?? null,
        submission_id: (after?.['submission_id'] as string | undefined) ?? null,
        reverted_seq: (after?.['reverted_seq'] as number | undefined) ?? null,
        before,
        after,
        request_id: entry.requestId,
      };
    }),
    total: await db.$count(auditLog, isOfProduct(id)),
  };
}

interface HistoryRow {
  before: AuditWords;
  after: AuditWords;
}

export async function findHistoryRow(db: Db | Tx, id: string, seq: number): Promise<HistoryRow | undefined> {
  const [row] = await db
    .select({ before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(and(isOfProduct(id), eq(auditLog.seq, seq)));
  return row as HistoryRow | undefined;
}

/** What a value was right after a row: as the first later row that changed it found it; undefined when none did. */
export async function findValueAfter(
  db: Db | Tx,
  id: string,
  seq: number,
  name: string,
): Promise<{ value: unknown } | undefined> {
  const [row] = await db
    .select({ value: sql<unknown>`${auditLog.before} -> ${name}::text` })
    .from(auditLog)
    .where(and(isOfProduct(id), gt(auditLog.seq, seq), sql`jsonb_exists(${auditLog.before}, ${name}::text)`))
    .orderBy(asc(auditLog.seq))
    .limit(1);
  return row;
}
