import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { submissions } from '../../platform/db/schema/submissions.ts';
import { databaseErrorOf } from '../../platform/db/database-error.ts';
import { brands, products } from '../../platform/db/schema/catalogue.ts';
import { isClaimed } from '../queue/queue-condition.ts';
import { takeOverNextOffers } from '../submissions/next-offers.ts';
import { submissionColumns, type SubmissionRow } from '../queue/queue-store.ts';

const LOCK_NOT_AVAILABLE = '55P03';

export type Submission = typeof submissions.$inferSelect;

export async function findSubmission(db: Db | Tx, id: string): Promise<SubmissionRow | undefined> {
  const [row] = await db.select(submissionColumns).from(submissions).where(eq(submissions.id, id));
  return row;
}

/**
 * Locks the submission until the transaction ends. Concurrent requests get `locked` at once, so that they hold no
 * connection while waiting.
 */
export async function lockSubmission(tx: Tx, id: string): Promise<SubmissionRow | undefined | 'locked'> {
  try {
    const [row] = await tx
      .select(submissionColumns)
      .from(submissions)
      .where(eq(submissions.id, id))
      .for('update', { noWait: true });
    return row;
  } catch (error) {
    if (databaseErrorOf(error)?.code === LOCK_NOT_AVAILABLE) return 'locked';
    throw error;
  }
}

/** Saves a decision. Its counts lock the audit log until the transaction ends, so only its record and audit rows follow. */
export async function saveDecision(
  tx: Tx,
  id: string,
  decision: { status: 'approved'; resultProductId: string } | { status: 'rejected'; reason: string },
  { operatorId, rule }: { operatorId: string; rule?: object | undefined },
): Promise<void> {
  await takeOverNextOffers(tx);
  await tx
    .update(submissions)
    .set({
      ...decision,
      reviewedBy: operatorId,
      reviewedAt: sql`now()`,
      isDecidedByRule: rule !== undefined,
      claimedBy: null,
      claimedAt: null,
    })
    .where(eq(submissions.id, id));
}

/** Returns false if the submission is decided or missing, or if another operator claimed it and `force` is not set. */
export async function saveClaim(
  db: Db | Tx,
  id: string,
  operatorId: string,
  force: boolean,
): Promise<boolean> {
  const isFree = sql`(${force} or not ${isClaimed} or submissions.claimed_by = ${operatorId})`;
  const { rowCount } = await db
    .update(submissions)
    .set({ claimedBy: operatorId, claimedAt: sql`now()` })
    .where(and(eq(submissions.id, id), eq(submissions.status, 'pending'), isFree));
  return rowCount === 1;
}

export async function deleteClaim(db: Db | Tx, id: string, operatorId: string): Promise<void> {
  await db
    .update(submissions)
    .set({ claimedBy: null, claimedAt: null })
    .where(and(eq(submissions.id, id), eq(submissions.claimedBy, operatorId)));
}

export async function deleteClaimsOf(db: Db | Tx, operatorId: string): Promise<void> {
  await db
    .update(submissions)
    .set({ claimedBy: null, claimedAt: null })
    .where(and(eq(submissions.claimedBy, operatorId), eq(submissions.status, 'pending')));
}

interface Target {
  id: string;
  name: string;
  brand: string | null;
  status: 'draft' | 'active' | 'archived';
  version: number;
  quality_score: number;
  matched_by: 'gtin' | 'product_id';
}

/**
 * Returns the product that a submission is about: the owner of its barcode, else the product named by the contributor.
 * A merged product is replaced by the one it was merged into.
 */
export async function findTarget(
  db: Db | Tx,
  { gtin14, productId }: Pick<Submission, 'gtin14' | 'productId'>,
): Promise<Target | undefined> {
  const ownerId = sql`(select b.product_id from barcodes b where b.gtin14 = ${gtin14})`;
  const [row] = await db
    .select({
      id: products.id,
      name: products.name,
      brand: brands.name,
      status: products.status,
      version: products.version,
      quality_score: products.qualityScore,
      matched_by: sql<Target['matched_by']>`case when ${ownerId} is null then 'product_id' else 'gtin' end`,
    })
    .from(products)
    .leftJoin(brands, eq(brands.id, products.brandId))
    .where(
      sql`${products.id} = (select coalesce(m.merged_into_id, m.id) from products m
        where m.id = coalesce(${ownerId}, ${productId}::uuid))`,
    );
  return row;
}

export async function listPendingOfBarcode(
  db: Db | Tx,
  gtin14: string,
  exceptId: string,
): Promise<Pick<Submission, 'id' | 'source' | 'content' | 'createdAt'>[]> {
  return await db
    .select({
      id: submissions.id,
      source: submissions.source,
      content: submissions.content,
      createdAt: submissions.createdAt,
    })
    .from(submissions)
    .where(
      and(eq(submissions.gtin14, gtin14), eq(submissions.status, 'pending'), ne(submissions.id, exceptId)),
    )
    .orderBy(asc(submissions.createdAt), asc(submissions.id))
    .limit(20);
}

/** Returns names of submissions: the submitted name, else that of the product. Omits unknown ids. */
export async function findSubmissionNames(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; name: string | null }>(sql`
    select s.id, coalesce(s.content->>'name', b.name, p.name) as name from submissions s
    left join (select gtin14, name from barcodes join products on products.id = product_id) b on b.gtin14 = s.gtin14
    left join products p on p.id = s.product_id
    where s.id = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}
