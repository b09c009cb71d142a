import type { Registry } from '@prometheus-io/client';
import type { Db } from '../platform/db/client.ts';
import type { ReadinessCheck } from '../platform/health.ts';
import { measureGauges } from '../platform/scrapes/measure-gauges.ts';
import { findFollow, type Follow } from './follow-store.ts';
import { countSkipped } from './copy/skipped-store.ts';

/** A healthy follower hears from its leader every 20 s, even without changes. Filling a catalogue takes longer. */
const READY_LAG_SECONDS = 120;

/** Readiness check: degraded while a follower lags. Reports nothing if the catalogue does not follow. */
export function createFollowCheck(db: Db): ReadinessCheck<(Follow & { skipped: number }) | undefined> {
  return {
    name: 'following',
    required: false,
    async run() {
      const follow = await findFollow(db);
      return follow && { ...follow, skipped: await countSkipped(db) };
    },
    detail: (follow) =>
      follow && {
        lag_seconds: Math.round(follow.lagSeconds),
        is_failing: follow.error !== null,
        skipped: follow.skipped,
        // Omitted once the feed is being read.
        ...(follow.cursor === null && follow.dump
          ? { filling: { products: follow.dumpLines, of: follow.dump.rows } }
          : {}),
      },
    judge(follow) {
      if (!follow || follow.lagSeconds <= READY_LAG_SECONDS) return;
      const { leader, lagSeconds, error } = follow;
      throw new Error(`${Math.round(lagSeconds)} s behind ${leader}: ${error ?? 'it is being read'}`);
    },
  };
}

/** Exposes a follower's lag behind its leader; no value if the catalogue does not follow. */
export function measureFollow(registry: Registry, find: () => ReturnType<typeof findFollow>): void {
  measureGauges(registry, find, [
    {
      name: 'factshelf_follow_lag_seconds',
      help: 'Followers only: time since the catalogue was last up to date with its leader; 0 while a call waits for the next change',
      labelNames: ['leader'],
      read: (follow) => (follow ? [[{ leader: follow.leader }, follow.lagSeconds]] : []),
    },
  ]);
}
