import type { Logger } from 'pino';
import type { Db } from '../src/platform/db/client.ts';
import { saveLagSample } from '../src/search/index/index-lag-store.ts';
import { measureBacklog } from '../src/search/index/outbox-store.ts';
import type { IndexerMetrics } from './indexer-metrics.ts';
import { startLoop, type RunningLoop } from '../src/platform/start-loop.ts';

const MEASURE_EVERY_MS = 2_000;
const SAMPLE_EVERY_MS = 10_000;

interface WatchOptions {
  db: Db;
  metrics: IndexerMetrics;
  logger: Logger;
  signal: AbortSignal;
  /** Returns the number of differences that the last comparison found. */
  lastDrift: () => number;
}

/** Measures how far the index lags behind, even while the engine is unavailable, until told to stop. */
export function watchLag({ db, metrics, logger, signal, lastDrift }: WatchOptions): RunningLoop {
  let nextSampleAt = 0;

  async function measure(): Promise<void> {
    const backlog = await measureBacklog(db);
    metrics.outboxRows.set({ state: 'dirty' }, backlog.dirty);
    metrics.outboxRows.set({ state: 'parked' }, backlog.parked);
    metrics.lagSeconds.set({ lane: 'people' }, backlog.peopleLagSeconds);
    metrics.lagSeconds.set({ lane: 'all' }, backlog.lagSeconds);
    if (performance.now() < nextSampleAt) return;
    nextSampleAt = performance.now() + SAMPLE_EVERY_MS;
    await saveLagSample(db, { ...backlog, drift: lastDrift() });
  }

  // The drain already logs that the database is unavailable.
  const work = () =>
    measure().catch((error: unknown) => logger.debug({ err: error }, 'the lag cannot be measured'));
  return startLoop({
    name: 'measuring the lag of the index',
    everyMs: MEASURE_EVERY_MS,
    work,
    signal,
    logger,
  });
}
