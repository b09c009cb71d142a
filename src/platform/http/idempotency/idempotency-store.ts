import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { idempotencyKeys } from '../../db/schema/accounts.ts';

const KEPT_MS = 24 * 3_600_000;
/** Caps of a caller in the time that answers are kept. */
export const MOST_KEYS = 1_000;
export const MOST_ANSWER_BYTES = 16 * 1_048_576;

type Row = typeof idempotencyKeys.$inferSelect;
/** One run of a write under a key. */
export type Run = Pick<Row, 'id' | 'runId'>;

const oldestKept = (now: Date) => new Date(now.getTime() - KEPT_MS);

/**
 * Takes a key that is free: unknown, expired, or of a run that died. Returns when the caller may have another one, if it is
 * at its caps. Concurrent calls may slightly exceed these.
 */
export async function takeKey(
  db: Db,
  { id, caller, requestHash, runId, runEndsAt }: Omit<Row, 'answer' | 'createdAt'>,
  now: Date,
): Promise<{ isTaken: boolean; fullUntil: Date | undefined }> {
  const since = oldestKept(now);
  const { rows } = await db.execute<{ isTaken: boolean; oldest: Date | null }>(sql`
    with own as (
      select min(created_at) as oldest,
        count(*) >= ${MOST_KEYS} or coalesce(sum(octet_length(answer)), 0) >= ${MOST_ANSWER_BYTES} as is_full
      from idempotency_keys where caller = ${caller} and created_at > ${since}),
    taken as (
      insert into idempotency_keys as kept (id, caller, request_hash, run_id, run_ends_at, created_at)
      select ${id}, ${caller}, ${requestHash}, ${runId}, ${runEndsAt}, ${now} from own where not is_full
      on conflict (id) do update set request_hash = excluded.request_hash, run_id = excluded.run_id,
        run_ends_at = excluded.run_ends_at, created_at = excluded.created_at, answer = null
        where kept.created_at <= ${since} or kept.answer is null and kept.run_ends_at <= ${now}
      returning 1)
    select exists (select from taken) as "isTaken", case when is_full then oldest end as oldest from own`);
  const { isTaken = false, oldest = null } = rows[0] ?? {};
  return { isTaken, fullUntil: oldest === null ? undefined : new Date(new Date(oldest).getTime() + KEPT_MS) };
}

/** Returns the request hash and the answer that are kept under a key. */
export async function findKept(
  db: Db,
  id: Buffer,
  now: Date,
): Promise<Pick<Row, 'requestHash' | 'answer'> | undefined> {
  const [row] = await db
    .select({ requestHash: idempotencyKeys.requestHash, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.id, id), sql`${idempotencyKeys.createdAt} > ${oldestKept(now)}`));
  return row;
}

const isRunning = ({ id, runId }: Run) =>
  and(eq(idempotencyKeys.id, id), eq(idempotencyKeys.runId, runId), isNull(idempotencyKeys.answer));

/** Returns false if the run has lost the key to another one, or has kept its answer already. */
export async function saveAnswer(db: Db | Tx, run: Run, answer: Buffer): Promise<boolean> {
  const { rowCount } = await db.update(idempotencyKeys).set({ answer }).where(isRunning(run));
  return rowCount === 1;
}

/** Frees the key of a run that failed, unless its answer is kept. */
export async function freeKey(db: Db, run: Run): Promise<void> {
  await db.delete(idempotencyKeys).where(isRunning(run));
}

/** Deletes the answers that are no longer kept. */
export async function forgetOldAnswers(db: Db, now = new Date()): Promise<void> {
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, oldestKept(now)));
}
