import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { displayGtin } from '../../facts/values/gtin.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { categories, products } from '../../platform/db/schema/catalogue.ts';
import { rateSubmissions } from './rate-submissions.ts';
import type { OwnSubmissionPage, SubmissionStatus } from './submission-contract.ts';

export type NewSubmissionRow = Pick<
  typeof submissions.$inferInsert,
  | 'id'
  | 'source'
  | 'gtin14'
  | 'productId'
  | 'content'
  | 'contentHash'
  | 'contactEmail'
  | 'addressHash'
  | 'answerTokenHash'
  | 'accountId'
  | 'requestId'
>;

/** Returns undefined if the same is pending: identical content, or for back-flow the same barcode. */
export async function saveSubmission(
  db: Db | Tx,
  submission: NewSubmissionRow,
): Promise<{ createdAt: Date } | undefined> {
  const [row] = await db
    .insert(submissions)
    .values(await rateSubmissions(db, [submission]))
    .onConflictDoNothing()
    .returning({ createdAt: submissions.createdAt });
  return row;
}

export async function findPendingContent(db: Db | Tx, contentHash: Buffer): Promise<string | undefined> {
  const [row] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.contentHash, contentHash),
        eq(submissions.status, 'pending'),
        eq(submissions.source, 'public'),
      ),
    );
  return row?.id;
}

/** Returns the newest pending submission of an account for a barcode or product that is no back-flow. */
export async function findPendingOf(
  db: Db | Tx,
  accountId: string,
  { gtin14, productId }: { gtin14?: string; productId?: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.accountId, accountId),
        gtin14 === undefined ? undefined : eq(submissions.gtin14, gtin14),
        productId === undefined ? undefined : eq(submissions.productId, productId),
        eq(submissions.status, 'pending'),
        eq(submissions.source, 'public'),
      ),
    )
    .orderBy(desc(submissions.createdAt), desc(submissions.id))
    .limit(1);
  return row?.id;
}

export interface BarcodeStanding {
  /** The product with this barcode, active or not. */
  productId: string | null;
  /** The oldest pending submission with this barcode, of either source. */
  pendingId: string | null;
}

/** Returns the product and pending submission of each barcode. */
export async function loadBarcodeStandings(
  db: Db | Tx,
  gtin14s: readonly string[],
): Promise<Map<string, BarcodeStanding>> {
  const { rows } = await db.execute<BarcodeStanding & Record<string, unknown> & { gtin14: string }>(sql`
    select given.gtin14, b.product_id as "productId",
      (select id from submissions s where s.gtin14 = given.gtin14 and s.status = 'pending'
       order by created_at, id limit 1) as "pendingId"
    from unnest(${sql.param(gtin14s)}::text[]) as given (gtin14)
    left join barcodes b on b.gtin14 = given.gtin14`);
  return new Map(rows.map(({ gtin14, ...standing }) => [gtin14, standing]));
}

export async function isProductInUse(db: Db | Tx, id: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from ${products} where id = ${id} and status = 'active' and merged_into_id is null`,
  );
  return rows.length > 0;
}

/** Returns those codes that are codes of categories. */
export async function findCategoryCodes(db: Db | Tx, codes: string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set();
  const rows = await db
    .select({ code: categories.code })
    .from(categories)
    .where(inArray(categories.code, codes));
  return new Set(rows.map(({ code }) => code));
}

const outcomeColumns = {
  id: submissions.id,
  status: submissions.status,
  reason: submissions.reason,
  product_id: submissions.resultProductId,
  created_at: submissions.createdAt,
  reviewed_at: submissions.reviewedAt,
};

/** Returns a page of the submissions that an account sent with its key, newest first, and the total count. */
export async function listOwnSubmissions(
  db: Db | Tx,
  accountId: string,
  { status, page, size }: { status: SubmissionStatus['status'] | undefined; page: number; size: number },
): Promise<Pick<OwnSubmissionPage, 'items' | 'total'>> {
  const isOwn = and(
    eq(submissions.accountId, accountId),
    status === undefined ? undefined : eq(submissions.status, status),
  );
  const rows = await db
    .select({ ...outcomeColumns, gtin14: submissions.gtin14 })
    .from(submissions)
    .where(isOwn)
    .orderBy(desc(submissions.createdAt), desc(submissions.id))
    .limit(size)
    .offset((page - 1) * size);
  return {
    items: rows.map(({ gtin14, ...row }) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      reviewed_at: row.reviewed_at?.toISOString() ?? null,
      gtin: gtin14 === null ? null : displayGtin(gtin14),
    })),
    total: await db.$count(submissions, isOwn),
  };
}

export async function findSubmissionStatus(db: Db | Tx, id: string): Promise<SubmissionStatus | undefined> {
  const [row] = await db
    .select({
      ...outcomeColumns,
      asked_at: submissions.askedAt,
      question: sql<
        string | null
      >`(select text from submission_messages m where m.submission_id = submissions.id
        and kind = 'question' order by created_at desc, m.id desc limit 1)`,
    })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!row) return undefined;
  const { asked_at: askedAt, question, ...status } = row;
  const isOpen = status.status === 'pending' && askedAt !== null && question !== null;
  return {
    ...status,
    created_at: status.created_at.toISOString(),
    reviewed_at: status.reviewed_at?.toISOString() ?? null,
    ...(isOpen ? { question: { text: question, asked_at: askedAt.toISOString() } } : {}),
  };
}
