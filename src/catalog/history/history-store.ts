import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { emailOfActor, isAbout } from '../../platform/audit/entity-rows-store.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { isRevertible, listFactChanges, type AuditWords } from './fact-changes.ts';
import type { HistoryEntry } from './history-contract.ts';

const isOfProduct = (id: string) => isAbout('product', id);

/** The product that a row’s merge archived, while that merge stands. */
const standingMerge = sql<string | null>`(
  select p.id from products p
  where p.merged_into_id is not null
    and p.id = case audit_log.action when 'product.merged' then audit_log.entity_id::uuid
      when 'product.completed_by_merge' then (audit_log.after ->> 'merged_from_id')::uuid end
    and not exists (select from audit_log later where later.entity = 'product' and later.entity_id = p.id::text
      and later.action = 'product.unmerged' and later.seq > audit_log.seq))`;

/** Returns the audit rows of a product, newest first; also for a deleted product. */
export async function listProductHistory(
  db: Db | Tx,
  id: string,
  { page, size }: { page: number; size: number },
): Promise<{ items: HistoryEntry[]; total: number }> {
  const rows = await db
    .select({ entry: auditLog, email: emailOfActor, unmergeId: standingMerge })
    .from(auditLog)
    .where(isOfProduct(id))
    .orderBy(desc(auditLog.seq))
    .limit(size)
    .offset((page - 1) * size);
  return {
    items: rows.map(({ entry, email, unmergeId }) => {
      const before = entry.before as AuditWords;
      const after = entry.after as AuditWords;
      return {
        seq: entry.seq,
        at: entry.at.toISOString(),
        actor: entry.actor,
        operator_email: email,
        action: entry.action,
        changes: listFactChanges(before, after),
        can_revert: isRevertible(before, after),
        source: (after?.['source'] as string | undefined) ?? null,
        submission_id: (after?.['submission_id'] as string | undefined) ?? null,
        reverted_seq: (after?.['reverted_seq'] as number | undefined) ?? null,
        undone_submission_id: (after?.['undone_submission_id'] as string | undefined) ?? null,
        other_product: readOtherProduct(entry.action, before, after),
        unmerge_id: unmergeId,
        before,
        after,
        request_id: entry.requestId,
      };
    }),
    total: await db.$count(auditLog, isOfProduct(id)),
  };
}

/** Where the audit row of a merge or an unmerge names the other product. */
const OTHER_PRODUCT: Record<string, { side: 'before' | 'after'; name: string }> = {
  'product.merged': { side: 'after', name: 'merged_into' },
  'product.completed_by_merge': { side: 'after', name: 'merged_from' },
  'product.unmerged': { side: 'before', name: 'merged_into' },
  'product.reduced_by_unmerge': { side: 'after', name: 'unmerged' },
};

function readOtherProduct(
  action: string,
  before: AuditWords,
  after: AuditWords,
): HistoryEntry['other_product'] {
  const place = OTHER_PRODUCT[action];
  const words = place?.side === 'before' ? before : after;
  const [id, name] = ['id', 'name'].map((part) => words?.[`${place?.name}_${part}`]);
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : null;
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

/** Returns a value right after a row: the `before` of the first later change, or undefined when no later row changed it. */
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
