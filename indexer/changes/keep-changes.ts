import type { Logger } from 'pino';
import { keepPortion } from '../../src/publish/feed/kept-change-store.ts';
import type { Db } from '../../src/platform/db/client.ts';
import { startLoop, type RunningLoop } from '../../src/platform/start-loop.ts';
import { areManyDirty } from '../../src/search/index/outbox-store.ts';
import { createTrouble } from '../trouble.ts';

/** Changes per portion: about 50 ms of work. */
const PORTION = 500;
/** A product that changes several times within this interval is rendered once. */
const LOOK_EVERY_MS = 5_000;
/** Rests this many times as long as the portion took: no caller waits for stored texts, and others need the CPU. */
const RESTS = 3;

/**
 * Stores the feed's text of each change that has a position, so that readers of the whole catalogue get stored text.
 * Runs apart from stamping: a failure here delays no change, because the feed can render a missing text itself.
 */
export function startChangeKeeper({ db, logger }: { db: Db; logger: Logger }): RunningLoop {
  return startLoop({
    name: 'storing texts of the change feed',
    everyMs: LOOK_EVERY_MS,
    async work() {
      const startedAt = performance.now();
      const isMore = await keepInQuiet(db, PORTION);
      return isMore ? RESTS * (performance.now() - startedAt) : LOOK_EVERY_MS;
    },
    trouble: createTrouble(logger),
    logger,
  });
}

/**
 * Stores the texts of the next changes, unless an import is being written to the index: the import uses the whole
 * machine, and changes by people wait with it.
 * @returns whether there may be more to do at once
 */
export async function keepInQuiet(db: Db, limit: number): Promise<boolean> {
  if (await areManyDirty(db)) return false;
  return await keepPortion(db, limit);
}
