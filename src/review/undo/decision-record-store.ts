import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { ProductDifference } from '../../catalog/difference/diff-products.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { decisionRecords, submissions } from '../../platform/db/schema/submissions.ts';

/** Back-flow that waited behind a submission with the same barcode. */
export interface WaitingSubmission {
  id: string;
  gtin14: string;
  account_id: string;
  content: Record<string, unknown>;
  /** Hexadecimal. */
  content_hash: string;
  request_id: string | null;
  created_at: string;
}

export interface DecisionRecord {
  id: number;
  submissionId: string;
  operatorId: string;
  ruleId: string | null;
  productId: string | null;
  productVersion: number | null;
  isNewProduct: boolean | null;
  difference: ProductDifference | null;
  waiting: WaitingSubmission[] | null;
}

type Approved = Omit<DecisionRecord, 'id' | 'submissionId' | 'operatorId' | 'ruleId'>;

/** Saves with each decision what undoing it needs. A rejection needs only the record itself. */
export async function saveDecisionRecords(
  tx: Tx,
  {
    operatorId,
    bulkId,
    rule,
  }: { operatorId: string; bulkId?: string | undefined; rule?: { id: string } | undefined },
  submissionIds: readonly string[],
  approved?: Approved,
): Promise<void> {
  if (submissionIds.length === 0) return;
  await tx.insert(decisionRecords).values(
    submissionIds.map((submissionId) => ({
      submissionId,
      operatorId,
      bulkId,
      ruleId: rule?.id,
      ...approved,
    })),
  );
}

/** Returns the record of the standing decision. */
export async function findDecisionRecord(
  db: Db | Tx,
  submissionId: string,
): Promise<DecisionRecord | undefined> {
  const [row] = await db
    .select()
    .from(decisionRecords)
    .where(and(eq(decisionRecords.submissionId, submissionId), isNull(decisionRecords.undoneAt)));
  return row as DecisionRecord | undefined;
}

export async function saveDifference(tx: Tx, id: number, difference: ProductDifference): Promise<void> {
  await tx.update(decisionRecords).set({ difference }).where(eq(decisionRecords.id, id));
}

export async function closeDecisionRecord(tx: Tx, id: number): Promise<void> {
  await tx
    .update(decisionRecords)
    .set({ undoneAt: sql`now()`, difference: null, waiting: null })
    .where(eq(decisionRecords.id, id));
}

/** Returns the standing decisions of a bulk, newest first, before the given one. */
export async function listBulkRecords(
  db: Db | Tx,
  bulkId: string,
  before: number | undefined,
  limit: number,
): Promise<{ id: number; submissionId: string; name: string | null }[]> {
  return await db
    .select({
      id: decisionRecords.id,
      submissionId: decisionRecords.submissionId,
      name: sql<string | null>`${submissions.content}->>'name'`,
    })
    .from(decisionRecords)
    .innerJoin(submissions, eq(submissions.id, decisionRecords.submissionId))
    .where(
      and(
        eq(decisionRecords.bulkId, bulkId),
        isNull(decisionRecords.undoneAt),
        before === undefined ? undefined : lt(decisionRecords.id, before),
      ),
    )
    .orderBy(desc(decisionRecords.id))
    .limit(limit);
}

export async function countBulkRecords(
  db: Db | Tx,
  bulkId: string,
  before: number | undefined,
): Promise<{ all: number; standing: number }> {
  const { rows } = await db.execute<{ all: number; standing: number }>(sql`
    select count(*)::int as all,
      count(*) filter (where undone_at is null and (${before ?? null}::bigint is null or id < ${before ?? null}))::int
        as standing
    from decision_records where bulk_id = ${bulkId}`);
  return rows[0] ?? { all: 0, standing: 0 };
}

/** Deletes and returns the back-flow waiting for a barcode that enters the catalogue, oldest first. */
export async function takeWaiting(tx: Tx, gtin14: string): Promise<WaitingSubmission[]> {
  const { rows } = await tx.execute<WaitingSubmission & Record<string, unknown>>(sql`
    with taken as (delete from backflow_waiting where gtin14 = ${gtin14} returning *)
    select id, gtin14, account_id, content, encode(content_hash, 'hex') as content_hash, request_id,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as created_at
    from taken order by taken.created_at, id`);
  return rows;
}

/** Restores waiting back-flow. Skips items that the account has sent again meanwhile. */
export async function saveWaiting(tx: Tx, waiting: readonly WaitingSubmission[]): Promise<void> {
  if (waiting.length === 0) return;
  await tx.execute(sql`
    insert into backflow_waiting (id, gtin14, account_id, content, content_hash, request_id, created_at)
    select r.id, r.gtin14, r.account_id, r.content, decode(r.content_hash, 'hex'), r.request_id,
      r.created_at::timestamp at time zone 'UTC'
    from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as r (id uuid, gtin14 text, account_id uuid,
      content jsonb, content_hash text, request_id text, created_at text)
    join accounts on accounts.id = r.account_id
    on conflict do nothing`);
}
