import { and, desc, eq, getTableColumns, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { dumpRuns } from '../../platform/db/schema/operations.ts';
import { findLastErasure } from '../../erasure/erased-key-store.ts';
import { CURSOR_FORM } from '../feed/change-cursor.ts';
import type { Manifest } from './dump-contract.ts';

export type DumpRun = typeof dumpRuns.$inferSelect;

const KEPT_DAYS = 90;
/** The most tries of a scheduled dump; then it waits for the next night. */
const MOST_TRIES = 3;
const TRY_AGAIN_AFTER = '1 hour';

/** Saves the start of a dump. The caller holds the dump lock, so an earlier row in state `running` is of a killed process. */
export async function beginRun(db: Db, requestedBy: DumpRun['requestedBy']): Promise<number> {
  return await db.transaction(async (tx) => {
    await tx
      .update(dumpRuns)
      .set({ state: 'failed', error: 'The process was killed.', finishedAt: sql`now()` })
      .where(eq(dumpRuns.state, 'running'));
    await tx
      .delete(dumpRuns)
      .where(
        and(
          lt(dumpRuns.startedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
          ne(dumpRuns.id, sql`(select coalesce(max(id), 0) from dump_runs where state = 'published')`),
        ),
      );
    const [row] = await tx.insert(dumpRuns).values({ requestedBy }).returning({ id: dumpRuns.id });
    if (!row) throw new Error('no row for the dump');
    return row.id;
  });
}

/** Updates a running dump. A late update of a finished one has no effect. */
export async function saveRun(
  db: Db,
  id: number,
  run: Partial<Pick<DumpRun, 'state' | 'name' | 'products' | 'error'>> & { manifest?: Manifest },
): Promise<void> {
  const isOver = run.state !== undefined && run.state !== 'running';
  await db
    .update(dumpRuns)
    .set({ ...run, ...(isOver && { finishedAt: sql`now()` }) })
    .where(and(eq(dumpRuns.id, id), eq(dumpRuns.state, 'running')));
}

/** Returns the last runs, newest first, without their manifests. */
export async function listRuns(db: Db, limit: number): Promise<Omit<DumpRun, 'manifest'>[]> {
  const { manifest: _manifest, ...columns } = getTableColumns(dumpRuns);
  return await db.select(columns).from(dumpRuns).orderBy(desc(dumpRuns.id)).limit(limit);
}

/** Returns the manifest of the dump that was published last, or undefined. */
export async function findLastManifest(db: Db): Promise<Manifest | undefined> {
  const [row] = await db
    .select({ manifest: dumpRuns.manifest })
    .from(dumpRuns)
    .where(eq(dumpRuns.state, 'published'))
    .orderBy(desc(dumpRuns.id))
    .limit(1);
  return row?.manifest as Manifest | undefined;
}

/**
 * Returns whether a scheduled dump is due. It is due when no dump was published or refused since `dueSince`, or when data was
 * erased on request after the last one. It is also due when the change feed has another history than the last dump, because
 * no copy could continue from that dump. A failed dump is tried again after an hour, three times in all.
 */
export async function isDumpDue(db: Db, dueSince: Date): Promise<boolean> {
  const since = sql`${dueSince.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ isDue: boolean }>(sql`
    select count(*) filter (where started_at >= ${since}) < ${MOST_TRIES}
      and coalesce(max(started_at) filter (where state in ('running', 'failed')) < now() - ${TRY_AGAIN_AFTER}::interval, true)
      and (count(*) filter (where started_at >= ${since} and state in ('published', 'refused')) = 0
        or (array_agg(substring(manifest->>'cursor' from ${`^${CURSOR_FORM}`}) order by id desc)
          filter (where state = 'published'))[1] <> change_feed_epoch()
        or (array_agg(manifest->>'created_at' order by id desc) filter (where state = 'published'))[1]::timestamptz
          < ${(await findLastErasure(db))?.toISOString() ?? null}::timestamptz) as "isDue"
    from dump_runs`);
  return rows[0]?.isDue ?? false;
}

interface DumpState {
  /** Age in seconds of the snapshot that was published last; undefined: no dump was published. */
  ageSeconds: number | undefined;
  /** The state of the last finished run; undefined: no run has finished. */
  lastState: DumpRun['state'] | undefined;
  products: number | undefined;
  bytes: number | undefined;
}

/** Returns the values of the dump metrics. */
export async function measureDumpState(db: Db): Promise<DumpState> {
  const { rows } = await db.execute<{ [Name in keyof DumpState]: DumpState[Name] | null }>(sql`
    select extract(epoch from now() - (p.manifest->>'created_at')::timestamptz)::float8 as "ageSeconds",
      p.products, (select sum((file->>'bytes')::float8) from jsonb_array_elements(p.manifest->'files') file) as bytes,
      (select state from dump_runs where state <> 'running' order by id desc limit 1) as "lastState"
    from (select) one left join lateral (
      select * from dump_runs where state = 'published' order by id desc limit 1) p on true`);
  const [row] = rows;
  return {
    ageSeconds: row?.ageSeconds ?? undefined,
    lastState: row?.lastState ?? undefined,
    products: row?.products ?? undefined,
    bytes: row?.bytes ?? undefined,
  };
}
