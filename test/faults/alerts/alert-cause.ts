import { sql } from 'drizzle-orm';
import type { HttpProxy } from '../servers/http-proxy.ts';
import { startReadLoad } from '../load/read-load.ts';
import { pause } from '../scenario.ts';
import type { World } from '../world.ts';

export interface Drilled {
  world: World;
  /** Stands between the indexer and Meilisearch. */
  proxy: HttpProxy;
}

export interface AlertCause {
  alert: string;
  /** What is done to the real parts. */
  cause: string;
  /** What the runbook says to do about it. */
  remedy: string;
  /** Brings it about, and returns how it is put right. */
  bringAbout(parts: Drilled): Promise<() => Promise<void>>;
}

/** Reads go on, so that what is wrong shows. */
export async function withReads({ world }: Drilled, end: () => Promise<void>): Promise<() => Promise<void>> {
  const load = await startReadLoad(world, world.api.origin, 20);
  return async () => {
    await end();
    // An alert about a share of the calls needs calls to end, too.
    await pause(3_000);
    await load.stop();
  };
}

/** Lets a process run for a part of the time only, as a machine does that has too much to do. */
export function starve(
  stop: () => void,
  go: () => void,
  stoppedMs: number,
  runningMs: number,
): () => Promise<void> {
  const ending = new AbortController();
  const loop = (async () => {
    while (!ending.signal.aborted) {
      stop();
      await pause(stoppedMs);
      go();
      await pause(runningMs);
    }
  })();
  return async () => {
    ending.abort();
    await loop;
  };
}

/** As a second thought in `psql`: who holds the lock, and away with him. */
export async function terminate(world: World, where: ReturnType<typeof sql>): Promise<void> {
  const { rowCount } = await world.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where ${where}`,
  );
  if (!rowCount) throw new Error('nobody to terminate');
}
