import path from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createReport } from '../../import/import-report.ts';
import { createDb, type Db } from '../../platform/db/client.ts';
import { reasonOf } from '../../platform/error-code.ts';
import { fetchFile, removeFetched, type FetchedFile, type Fetching } from './fetch-file.ts';
import { importFetched } from './import-fetched.ts';
import { planRun, requireFreshIndex, type Step } from './plan-run.ts';
import { UpstreamFault } from '../upstream-fault.ts';
import {
  beginRun,
  listUpstreams,
  saveOutcome,
  saveRun,
  saveUpstream,
  tidyRuns,
  type Upstream,
} from '../upstream-store.ts';
import type { UpstreamSettings } from '../known-upstreams.ts';

export interface RunDependencies {
  pool: pg.Pool;
  maintenancePool: pg.Pool;
  settings: UpstreamSettings;
  /** `folder` is the root: each upstream has a folder in it. */
  fetching: Fetching;
  logger: Logger;
  /** Told of each file. */
  onStep?: (upstream: Upstream, step: Step) => void;
}

/** How often to look for new files, and the waits after failures, which double. */
const LOOK_EVERY_MS = 6 * 3_600_000;
const FIRST_RETRY_MS = 10 * 60_000;
const SAVE_PROGRESS_MS = 2_000;
/** A whole file and the deltas after it, and deltas that appeared meanwhile. */
const MOST_PLANS = 4;

/**
 * Fetches and imports what is missing of the chosen upstreams, one after the other. The caller holds the lock. What was
 * imported is saved after each file, so that the next run goes on after a kill.
 * @returns the codes of those that failed
 */
export async function runUpstreams(
  deps: RunDependencies,
  isWanted: (upstream: Upstream) => boolean,
  asksWhole: boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const db = createDb(deps.maintenancePool);
  await tidyRuns(db);
  const failed: string[] = [];
  for (const upstream of (await listUpstreams(db, deps.settings)).filter(isWanted)) {
    try {
      await bringInStep(deps, db, upstream, asksWhole || upstream.requested === 'whole', signal);
    } catch (error) {
      signal.throwIfAborted();
      failed.push(upstream.code);
      await saveFailure(db, deps, upstream.code, error);
    }
  }
  return failed;
}

async function bringInStep(
  deps: RunDependencies,
  db: Db,
  { code }: Upstream,
  asksWhole: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { client } = deps.fetching;
  const find = async () => {
    const found = (await listUpstreams(db, deps.settings)).find((one) => one.code === code);
    if (!found) throw new Error(`no upstream ${code}`);
    return found;
  };
  await saveUpstream(db, code, { requested: null });
  for (let plans = 0; plans < MOST_PLANS; plans += 1) {
    const upstream = await find();
    const { steps, reason } = await planRun(client, upstream, asksWhole && plans === 0, signal);
    if (reason !== undefined) deps.logger.info({ source: code, reason }, 'a whole file is to be imported');
    if (steps.length === 0) break;
    for (const step of steps) {
      deps.onStep?.(upstream, step);
      await takeStep(deps, db, upstream, step, signal);
    }
  }
  await removeFetched(path.join(deps.fetching.folder, code));
  await requireFreshIndex(client, await find(), signal);
  await saveOutcome(db, code, {
    isInStep: true,
    error: null,
    failures: 0,
    failedFile: null,
    waitMs: LOOK_EVERY_MS,
  });
}

async function takeStep(
  deps: RunDependencies,
  db: Db,
  upstream: Upstream,
  step: Step,
  signal: AbortSignal,
): Promise<void> {
  const { code } = upstream;
  const report = createReport();
  const id = await beginRun(db, { sourceCode: code, kind: step.kind, file: step.name });
  const progress = saveProgress(db, id);
  const folder = path.join(deps.fetching.folder, code);
  try {
    const file = await fetchFile({ ...deps.fetching, folder }, step, signal, (bytes) =>
      progress.note({ bytes }),
    );
    await saveRun(db, id, { state: 'importing', bytes: file.bytes });
    try {
      await importFetched({
        ...deps,
        upstream,
        step,
        file,
        report,
        onRows: (rows) => progress.note({ rows }),
        signal,
      });
    } catch (error) {
      if (error instanceof UpstreamFault && error.kind === 'file') await removeFetched(folder);
      throw error;
    }
    await progress.end();
    await db.transaction(async (tx) => {
      await saveUpstream(tx, code, {
        ...positionAfter(step, file),
        error: null,
        failures: 0,
        failedFile: null,
      });
      await saveRun(tx, id, { state: 'done', rows: report.rowsRead, report });
    });
    await removeFetched(folder);
  } catch (error) {
    await progress.end();
    await saveRun(db, id, { state: 'failed', rows: report.rowsRead, report, error: describe(error) }).catch(
      (cause: unknown) => deps.logger.warn({ err: cause }, 'a failed run could not be saved'),
    );
    throw error instanceof UpstreamFault && error.kind === 'file'
      ? new FileFault(step.name, error.message, { cause: error })
      : error;
  }
}

/** A file that cannot be used. */
class FileFault extends UpstreamFault {
  readonly file: string;
  constructor(file: string, message: string, options: ErrorOptions) {
    super(message, 'file', 0, options);
    this.file = file;
  }
}

/** After a whole file the deltas go on from the time at which it was certainly complete. */
function positionAfter(step: Step, file: FetchedFile): Parameters<typeof saveUpstream>[2] {
  if (step.kind === 'delta') return { position: step.to ?? null };
  if (step.kind === 'release') return { release: step.name, wholeAt: new Date() };
  return { position: Math.floor(file.changedUntil.getTime() / 1_000), wholeAt: new Date() };
}

async function saveFailure(
  db: Db,
  { settings, logger }: RunDependencies,
  code: Upstream['code'],
  error: unknown,
): Promise<void> {
  const before = (await listUpstreams(db, settings)).find((one) => one.code === code);
  const failedFile = error instanceof FileFault ? error.file : null;
  const failures = before?.failedFile === failedFile ? before.failures + 1 : 1;
  const waitMs = Math.min(LOOK_EVERY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  const retryAfterMs = error instanceof UpstreamFault ? error.retryAfterMs : 0;
  logger.warn({ source: code, reason: describe(error) }, 'a source could not be brought in step');
  await saveOutcome(db, code, {
    isInStep: false,
    error: describe(error),
    failures,
    failedFile,
    waitMs: Math.max(waitMs, retryAfterMs),
  });
}

const describe = (error: unknown) =>
  (error instanceof UpstreamFault ? error.message : reasonOf(error)).slice(0, 500);

/** Saves the progress of a run now and then; failures do not matter. */
function saveProgress(db: Db, id: number) {
  let savedAt = 0;
  let saving = Promise.resolve();
  return {
    note(progress: { bytes?: number; rows?: number }) {
      const now = performance.now();
      if (now - savedAt < SAVE_PROGRESS_MS) return;
      savedAt = now;
      saving = saving.then(() => saveRun(db, id, progress)).catch(() => undefined);
    },
    end: () => saving,
  };
}
