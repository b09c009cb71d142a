import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../platform/db/client.ts';
import { upstreamRuns, upstreams } from '../platform/db/schema/upstreams.ts';
import {
  KNOWN_UPSTREAMS,
  UPSTREAM_CODES,
  type UpstreamCode,
  type UpstreamForm,
  type UpstreamSettings,
} from './known-upstreams.ts';

type UpstreamRow = typeof upstreams.$inferSelect;
export type UpstreamRun = typeof upstreamRuns.$inferSelect;

/** The key of the lock of a run: any number that no other lock uses. */
export const UPSTREAM_LOCK = 7_305_243;
const KEPT_DAYS = 90;

/** An upstream as settings and console have it, with its state. */
export interface Upstream extends Omit<UpstreamRow, 'sourceCode' | 'isOn' | 'address' | 'wholeDays'> {
  code: UpstreamCode;
  form: UpstreamForm;
  prefix: string;
  isOn: boolean;
  address: string;
  wholeDays: number;
  /** Whether it has a row. */
  isKept: boolean;
  /** Whether a run is due. */
  isDue: boolean;
  /** Seconds since it was in step, or since it was to be. */
  ageSeconds: number;
}

/** Lists all upstreams. What an operator chose in the console stays, whatever the settings say. */
export async function listUpstreams(db: Db | Tx, settings: UpstreamSettings): Promise<Upstream[]> {
  const rows = await db
    .select({
      row: upstreams,
      isDue: sql<boolean>`${upstreams.nextAt} <= now() or ${upstreams.requested} is not null`,
      ageSeconds: sql<number>`extract(epoch from now() - coalesce(${upstreams.inStepAt}, ${upstreams.begunAt}))::float8`,
    })
    .from(upstreams);
  const found = new Map(rows.map((one) => [one.row.sourceCode, one]));
  return UPSTREAM_CODES.map((code): Upstream => {
    const { form, prefix, address: usual } = KNOWN_UPSTREAMS[code];
    const { row, isDue = true, ageSeconds = 0 } = found.get(code) ?? {};
    const isOn = row?.isOn ?? settings.on.has(code);
    return {
      position: row?.position ?? null,
      release: row?.release ?? null,
      wholeAt: row?.wholeAt ?? null,
      inStepAt: row?.inStepAt ?? null,
      begunAt: row?.begunAt ?? new Date(),
      nextAt: row?.nextAt ?? new Date(),
      error: row?.error ?? null,
      failures: row?.failures ?? 0,
      failedFile: row?.failedFile ?? null,
      requested: row?.requested ?? null,
      code,
      isKept: row !== undefined,
      form,
      prefix,
      isOn,
      address: row?.address ?? settings.on.get(code) ?? usual,
      wholeDays: row?.wholeDays ?? settings.wholeDays,
      isDue: isOn && isDue,
      ageSeconds,
    };
  });
}

/** Changes the row of an upstream, which is created if need be. */
export async function saveUpstream(
  db: Db | Tx,
  code: UpstreamCode,
  change: Partial<Omit<typeof upstreams.$inferInsert, 'sourceCode'>>,
): Promise<void> {
  await db
    .insert(upstreams)
    .values({ sourceCode: code, ...change })
    .onConflictDoUpdate({ target: upstreams.sourceCode, set: { sourceCode: code, ...change } });
}

/**
 * Saves how a run ended, unless an operator switched the upstream off meanwhile or asked for another run.
 * @param waitMs until the next look
 */
export async function saveOutcome(
  db: Db,
  code: UpstreamCode,
  outcome: Pick<UpstreamRow, 'error' | 'failures' | 'failedFile'> & { isInStep: boolean; waitMs: number },
): Promise<void> {
  const { isInStep, waitMs, ...rest } = outcome;
  await db
    .update(upstreams)
    .set({
      ...rest,
      ...(isInStep && { inStepAt: sql`now()` }),
      nextAt: sql`now() + make_interval(secs => ${waitMs / 1_000}::float8)`,
    })
    .where(eq(upstreams.sourceCode, code));
}

/** Marks what a killed process left, and removes old rows. The caller holds the lock. */
export async function tidyRuns(db: Db): Promise<void> {
  await db
    .update(upstreamRuns)
    .set({ state: 'failed', error: 'The process was killed.', finishedAt: sql`now()` })
    .where(inArray(upstreamRuns.state, ['fetching', 'importing']));
  await db
    .delete(upstreamRuns)
    .where(lt(upstreamRuns.startedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}

export async function beginRun(
  db: Db,
  run: Pick<UpstreamRun, 'sourceCode' | 'kind' | 'file'>,
): Promise<number> {
  const [row] = await db.insert(upstreamRuns).values(run).returning({ id: upstreamRuns.id });
  if (!row) throw new Error('no row for the run');
  return row.id;
}

/** Updates a run under way. A late update of a finished one has no effect. */
export async function saveRun(
  db: Db | Tx,
  id: number,
  run: Partial<Pick<UpstreamRun, 'state' | 'bytes' | 'rows' | 'report' | 'error'>>,
): Promise<void> {
  const isOver = run.state === 'done' || run.state === 'failed';
  await db
    .update(upstreamRuns)
    .set({ ...run, ...(isOver && { finishedAt: sql`now()` }) })
    .where(and(eq(upstreamRuns.id, id), inArray(upstreamRuns.state, ['fetching', 'importing'])));
}

/** Returns the last runs, newest first. */
export async function listRuns(db: Db, limit: number): Promise<UpstreamRun[]> {
  return await db.select().from(upstreamRuns).orderBy(desc(upstreamRuns.id)).limit(limit);
}
