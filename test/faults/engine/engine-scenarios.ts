import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { INDEX_SETTINGS } from '../../../src/search/engines/meilisearch/meilisearch.ts';
import { SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import { waitFor } from '../../support/wait-for.ts';
import { checkIndex, touchProducts } from '../indexer/indexer-scenarios.ts';
import { describeFailures, slowest, startReadLoad } from '../load/read-load.ts';
import { atMost, exactly, pause, type Scenario } from '../scenario.ts';
import { insertProducts, type World } from '../world.ts';
import { startWriteLoad } from '../load/write-load.ts';

/** The engine takes what an outage left in its queue; then the breaker lets searches through again. */
export async function settleSearch(world: World): Promise<void> {
  await world.converge();
  await pause(1_500);
}

export const mount = (dir: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir]).status === 0;
export const unmount = (dir: string) => spawnSync('umount', ['-l', dir]).status === 0;

/** It is away, stands still, has lost everything, or has no room. */
export const ENGINE_SCENARIOS: Scenario[] = [
  {
    id: 'F6',
    title: 'kill -9 of Meilisearch in the middle of a large change',
    async run(world, rounds) {
      await insertProducts(world.db, rounds(10_000, 3_000));
      const recoveries: number[] = [];
      const load = await startWriteLoad(world, 5);
      for (let i = 0; i < rounds(20, 4); i++) {
        await touchProducts(world, rounds(10_000, 3_000));
        await pause(200 + Math.random() * 1_000);
        await world.engine.kill();
        await pause(300);
        await world.engine.start();
        const startedAt = performance.now();
        // The load goes on: what was dirty by now has to be written.
        const { rows } = await world.db.execute<{ version: number }>(
          sql`select coalesce(max(version), 0)::float8 as version from search_outbox`,
        );
        await waitFor(
          'what was dirty to be written',
          async () => {
            const left = await world.db.execute(
              sql`select from search_outbox where version <= ${rows[0]?.version ?? 0} limit 1`,
            );
            return left.rows.length === 0;
          },
          60_000,
        );
        recoveries.push((performance.now() - startedAt) / 1_000);
      }
      const { missing } = await load.stop();
      await world.converge();
      return [
        atMost('slowest convergence after its restart', 10, Math.max(...recoveries), 's'),
        exactly('acknowledged writes missing', 0, missing),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F7',
    title: 'Meilisearch stands still',
    async run(world, rounds) {
      const ms = rounds(30_000, 8_000);
      const baseline = await startReadLoad(world, world.api.origin, 40);
      await pause(ms / 2);
      const before = await baseline.stop();
      world.engine.signal('SIGSTOP');
      const load = await startReadLoad(world, world.api.origin, 40);
      await pause(ms);
      const reads = await load.stop();
      const text = await world.api.metrics();
      world.engine.signal('SIGCONT');
      const continuedAt = performance.now();
      await settleSearch(world);
      const searches = reads.filter(({ kind }) => kind === 'search');
      // The first three have to find out; after that nobody waits for the engine.
      const fallenBack = searches.filter(({ at }) => at > 1_000);
      const others = (list: typeof reads) => list.filter(({ kind }) => kind !== 'search');
      return [
        atMost('slowest search', 1_000, slowest(searches, 1), 'ms'),
        atMost('searches answered by Postgres, p95', 400, slowest(fallenBack, 0.95), 'ms'),
        exactly(`of ${reads.length} reads failed`, 'none', describeFailures(reads)),
        exactly(
          'breaker shown open',
          'true',
          String(/factshelf_breaker_open\{breaker="search_engine"\} 1/.test(text)),
        ),
        atMost(
          'p99 of other reads, at least 20 ms allowed',
          Math.max(20, Math.round(1.2 * slowest(others(before), 0.99))),
          slowest(others(reads), 0.99),
          'ms',
        ),
        atMost('settled after it goes on', 10, (performance.now() - continuedAt) / 1_000, 's'),
      ];
    },
  },
  {
    id: 'F8',
    title: 'Meilisearch loses everything',
    async run(world, rounds) {
      await insertProducts(world.db, rounds(100_000, 8_000));
      await world.converge(180_000);
      const total = await world.client.index(SEARCH_INDEX).getStats();
      const reads = await startReadLoad(world, world.api.origin, 10);
      const load = await startWriteLoad(world, 5);
      await world.engine.kill();
      await world.engine.wipe();
      await world.engine.start();
      const startedAt = performance.now();
      const since = () => (performance.now() - startedAt) / 1_000;
      await waitFor(
        'the detection',
        async () => {
          const { rows } = await world.db.execute(sql`
            select from index_rebuilds where requested_by like 'indexer:%' and finished_at is null`);
          return rows.length > 0;
        },
        30_000,
      );
      const detected = since();
      const partial: number[] = [];
      await waitFor(
        'the documents',
        async () => {
          const stats = await world.client
            .index(SEARCH_INDEX)
            .getStats()
            .catch(() => undefined);
          const count = stats?.numberOfDocuments ?? 0;
          if (count > 0 && count < total.numberOfDocuments * 0.9) partial.push(count);
          return count > total.numberOfDocuments * 0.9;
        },
        180_000,
      );
      const refilled = since();
      const { missing } = await load.stop();
      const done = await reads.stop();
      await world.converge(120_000);
      const settings = await world.client.index(SEARCH_INDEX).getSettings();
      return [
        atMost('detected', 10, detected, 's'),
        atMost(`${total.numberOfDocuments} documents back`, 90, refilled, 's'),
        exactly('moments at which a part of the index could be searched', 0, partial.length),
        exactly(`of ${done.length} reads failed`, 'none', describeFailures(done)),
        exactly('settings restored', String(INDEX_SETTINGS.rankingRules), String(settings.rankingRules)),
        exactly('acknowledged writes missing', 0, missing),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F9',
    title: 'the disk of Meilisearch is full',
    cannotRun: () => (process.getuid?.() === 0 ? undefined : 'only root may mount a small disk'),
    async run(world) {
      const dataDir = path.join(world.root, 'small-disk');
      await mkdir(dataDir, { recursive: true });
      await world.engine.kill();
      if (!mount(dataDir, 60)) {
        await world.engine.start();
        throw new Error('cannot mount a tmpfs');
      }
      const filler = path.join(dataDir, 'filler');
      try {
        await world.engine.start({ dataDir });
        await world.converge(120_000);
        // What is left of the disk is taken by somebody else.
        spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M', 'count=100']);
        const changedAt = performance.now();
        await touchProducts(world, 1_500);
        const alarmAfter = await waitFor(
          'the lag alarm',
          async () => {
            const lag = await world.indexer.metric('factshelf_index_lag_seconds{lane="all"}');
            return lag !== undefined && lag > 10 && (performance.now() - changedAt) / 1_000;
          },
          60_000,
        );
        const search = await world.api.get('/api/v1/products/search?q=milk', world.headers);
        const tasks = await world.client.tasks
          .getTasks({ statuses: ['enqueued', 'processing'], limit: 1 })
          .catch(() => ({ total: 0 }));
        spawnSync('rm', ['-f', filler]);
        const freedAt = performance.now();
        await world.converge(120_000);
        const healed = (performance.now() - freedAt) / 1_000;
        return [
          atMost('lag shown above 10 s', 30, alarmAfter, 's'),
          exactly('search meanwhile', 200, search.status),
          atMost('open tasks', 2, tasks.total, 'tasks'),
          atMost('index equal after space returns', 30, healed, 's'),
          ...(await checkIndex(world)),
        ];
      } finally {
        await world.engine.kill();
        unmount(dataDir);
        await world.engine.start();
        await world.converge(120_000);
      }
    },
  },
];
