import { and, asc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { blockedPictures, submissionPictures } from '../../platform/db/schema/pictures.ts';
import type { StoredPicture } from '../../facts/registry/fact-list.ts';

export type PictureRow = typeof submissionPictures.$inferSelect;

/** Copies of a picture in other sizes and qualities differ in up to 4 of 64 bits. */
const ALIKE_BITS = 4;
/** Days that an unapproved picture is kept after its submission was decided. */
const KEPT_DAYS = 30;
/** Days that a picture of an undecided submission is kept after it arrived. */
const KEPT_UNREVIEWED_DAYS = 365;

/** Serialises taking and blocking pictures until the transaction ends, so that neither misses the other. */
export async function lockPictures(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('factshelf.pictures'))`);
}

export async function countPictures(
  db: Db | Tx,
  submissionId: string,
): Promise<{ own: number; waiting: number }> {
  const { rows } = await db.execute<{ own: number; waiting: number }>(sql`
    select (select count(*)::int from submission_pictures where submission_id = ${submissionId}) as own,
      (select count(*)::int from submission_pictures where state in ('pending', 'left_out')) as waiting`);
  return rows[0] ?? { own: 0, waiting: 0 };
}

export async function savePicture(
  tx: Tx,
  picture: Omit<typeof submissionPictures.$inferInsert, 'state' | 'createdAt'>,
): Promise<PictureRow> {
  const [row] = await tx.insert(submissionPictures).values(picture).returning();
  if (!row) throw new Error('an insert answered no row');
  return row;
}

export async function findUpload(
  db: Db | Tx,
  submissionId: string,
  uploadSha256: Buffer,
): Promise<PictureRow | undefined> {
  const [row] = await db
    .select()
    .from(submissionPictures)
    .where(
      and(
        eq(submissionPictures.submissionId, submissionId),
        eq(submissionPictures.uploadSha256, uploadSha256),
      ),
    );
  return row;
}

export async function findPicture(
  db: Db | Tx,
  submissionId: string,
  id: string,
): Promise<PictureRow | undefined> {
  const [row] = await db
    .select()
    .from(submissionPictures)
    .where(and(eq(submissionPictures.id, id), eq(submissionPictures.submissionId, submissionId)));
  return row;
}

/** Returns pictures in the order of their arrival. */
export async function listPictures(db: Db | Tx, submissionId: string): Promise<PictureRow[]> {
  return await db
    .select()
    .from(submissionPictures)
    .where(eq(submissionPictures.submissionId, submissionId))
    .orderBy(asc(submissionPictures.createdAt), asc(submissionPictures.id));
}

export async function deletePicture(tx: Tx, id: string): Promise<void> {
  await tx.delete(submissionPictures).where(eq(submissionPictures.id, id));
}

const differingBits = (one: SQL, other: SQL) => sql`bit_count((${one} # ${other})::bit(64))`;

/** Returns the ids of those pictures that look like a picture of the product. */
export async function listAlike(
  db: Db | Tx,
  productId: string,
  pictures: readonly Pick<PictureRow, 'id'>[],
): Promise<Set<string>> {
  if (pictures.length === 0) return new Set();
  const ids = pictures.map(({ id }) => id);
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from submission_pictures p where p.id = any(${sql.param(ids)}::uuid[]) and exists (
      select from submission_pictures held where held.product_id = ${productId} and held.state = 'approved'
        and held.id <> p.id and ${differingBits(sql`held.likeness`, sql`p.likeness`)} <= ${ALIKE_BITS})`);
  return new Set(rows.map(({ id }) => id));
}

/** Returns whether this file, or one that looks like it, was taken down. Without `likeness`, only compares the file. */
export async function isBlocked(
  db: Db | Tx,
  { uploadSha256, likeness }: { uploadSha256: Buffer; likeness?: bigint },
): Promise<boolean> {
  const isAlike =
    likeness === undefined
      ? sql`false`
      : sql`${differingBits(sql`likeness`, sql`${String(likeness)}::bigint`)} <= ${ALIKE_BITS}`;
  const { rows } = await db.execute(
    sql`select from blocked_pictures where ${uploadSha256} = any(upload_sha256s) or ${isAlike} limit 1`,
  );
  return rows.length > 0;
}

export async function savePictureBlock(
  tx: Tx,
  block: Pick<typeof blockedPictures.$inferSelect, 'sha256' | 'likeness' | 'uploadSha256s' | 'reason'> & {
    operatorId: string;
  },
): Promise<void> {
  const { sha256, likeness, uploadSha256s, reason, operatorId } = block;
  // Raw SQL, because the query builder does not handle an array of bytea.
  await tx.execute(sql`
    insert into ${blockedPictures} (sha256, likeness, upload_sha256s, reason, blocked_by)
    values (${sha256}, ${likeness}, ${sql.param(uploadSha256s)}::bytea[], ${reason}, ${operatorId})
    on conflict do nothing`);
}

/** Returns all pictures stored as these bytes, in any state. */
export async function listByHash(db: Db | Tx, sha256: Buffer): Promise<PictureRow[]> {
  return await db
    .select()
    .from(submissionPictures)
    .where(eq(submissionPictures.sha256, sha256))
    .orderBy(asc(submissionPictures.createdAt), asc(submissionPictures.id));
}

export async function isPublicPicture(db: Db | Tx, sha256: Buffer): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from submission_pictures where sha256 = ${sha256} and state = 'approved' and product_id is not null
    limit 1`);
  return rows.length > 0;
}

/** Returns the hashes whose files must stay, because a picture may still be shown. */
export async function listKept(db: Db | Tx, sha256s: readonly Buffer[]): Promise<Set<string>> {
  if (sha256s.length === 0) return new Set();
  const { rows } = await db.execute<{ sha256: string }>(sql`
    select distinct encode(sha256, 'hex') as sha256 from submission_pictures
    where sha256 = any(${sql.param(sha256s)}::bytea[]) and state <> 'taken_down'`);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Sets the state, except of pictures that were taken down meanwhile. */
export async function saveState(
  tx: Tx,
  ids: readonly string[],
  state: PictureRow['state'],
  productId: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(submissionPictures)
    .set({ state, productId, decidedAt: sql`now()` })
    .where(and(inArray(submissionPictures.id, [...ids]), ne(submissionPictures.state, 'taken_down')));
}

/** Makes the pictures of a submission pending again, except those taken down since. */
export async function reopenPictures(tx: Tx, submissionId: string): Promise<void> {
  await tx
    .update(submissionPictures)
    .set({ state: 'pending', productId: null, decidedAt: sql`now()` })
    .where(
      and(
        eq(submissionPictures.submissionId, submissionId),
        inArray(submissionPictures.state, ['approved', 'left_out']),
      ),
    );
}

/** Returns the ids of these products and of products that they were merged into. */
export async function listHolders(db: Db | Tx, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct unnest(array[id, merged_into_id]) as id from products
    where id = any(${sql.param(productIds)}::uuid[])`);
  return rows.flatMap(({ id }) => id ?? []).sort();
}

/** Deletes pictures that will never be approved, and those whose product was deleted. Returns how many. */
export async function deleteForgotten(db: Db | Tx): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from submission_pictures p using submissions s
    where s.id = p.submission_id and (p.state = 'approved' and p.product_id is null
      or p.state in ('pending', 'left_out') and (
        s.reviewed_at < now() - make_interval(days => ${KEPT_DAYS})
        or s.reviewed_at is null and p.created_at < now() - make_interval(days => ${KEPT_UNREVIEWED_DAYS})))`);
  return rowCount ?? 0;
}

/** Returns a picture as a fact of a product, keyed by its SHA-256. */
export function showAsFact({ sha256, role, url, width, height }: PictureRow): [string, StoredPicture] {
  return [sha256.toString('hex'), { role, lang: null, url, width, height }];
}
