import { Redis } from 'ioredis';
import { createWakeUpQueue } from '../../../src/platform/job-queue/wake-up-queue.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { waitFor } from '../../support/wait-for.ts';
import { checkIndex, listLockPids, touchProducts } from '../indexer/indexer-scenarios.ts';
import { measureFreshness } from '../indexer/measure-freshness.ts';
import { createOperatorCaller } from '../load/operator-caller.ts';
import { describeFailures, slowest, startReadLoad } from '../load/read-load.ts';
import { atLeast, atMost, exactly, pause, percentile, type Finding, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

const COUNTED_CALLS = 30;
const LONGEST_UNSAVED_MS = 10_000;

async function withRedis<T>(world: World, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(world.redis.url, { retryStrategy: () => 100 });
  redis.on('error', () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** How long the engine had a batch of documents at most, in seconds: the rest of what freshness takes is ours. */
async function slowestTask(world: World, since: Date): Promise<number> {
  const { results } = await world.client.tasks.getTasks({
    types: ['documentAdditionOrUpdate'],
    statuses: ['succeeded'],
    afterEnqueuedAt: since.toISOString(),
    limit: 1_000,
  });
  const took = ({ enqueuedAt, finishedAt }: (typeof results)[number]) =>
    finishedAt ? Date.parse(finishedAt) - Date.parse(enqueuedAt) : 0;
  return Math.max(0, ...results.map(took)) / 1_000;
}

/** After how many seconds a wake-up that is sent now has been taken. */
async function wakeUpTaken(world: World): Promise<number> {
  const queue = createWakeUpQueue({
    databaseUrl: world.postgres.url,
    redisUrl: world.redis.url,
    logger: createLogger('faults', 'silent'),
  });
  const startedAt = performance.now();
  await queue.wake();
  await withRedis(world, async (redis) => {
    await waitFor(
      'the wake-up to be taken',
      async () =>
        (await redis.llen('bull:index-sync:wait')) + (await redis.llen('bull:index-sync:active')) === 0,
      60_000,
    );
  });
  await queue.close();
  return (performance.now() - startedAt) / 1_000;
}

export const REDIS_SCENARIOS: Scenario[] = [
  {
    id: 'F15',
    title: 'kill -9 of Redis, away for a while',
    async run(world, rounds) {
      const findings: Finding[] = [];
      // The scenario before may have put another indexer in place.
      await waitFor('the lock', async () => (await listLockPids(world)).length > 0, 30_000);
      await touchProducts(world, 1);
      await world.converge();
      for (const seconds of rounds([3, 20, 120], [3, 10])) {
        const reads = await startReadLoad(world, world.api.origin, 20);
        const begunAt = new Date();
        await world.redis.kill();
        const freshness = measureFreshness(world, (seconds + 3) * 1_000);
        await pause(seconds * 1_000);
        await world.redis.start();
        const taken = await wakeUpTaken(world);
        const fresh = await freshness;
        const done = await reads.stop();
        const task = (await slowestTask(world, begunAt)).toFixed(1);
        findings.push(
          exactly(`${seconds} s: of ${done.length} reads failed`, 'none', describeFailures(done)),
          atMost(
            `${seconds} s: freshness p99 (the slowest task of the engine took ${task} s)`,
            3_000,
            percentile(fresh, 0.99),
            'ms',
          ),
          atMost(`${seconds} s: wake-up taken after return`, 3, taken, 's'),
        );
      }
      return [...findings, ...(await checkIndex(world))];
    },
  },
  {
    id: 'F16',
    title: 'FLUSHALL with 1 000 products dirty',
    async run(world) {
      const operator = await createOperatorCaller(world, 'reviewer', () => world.api.origin);
      const headers = { 'X-API-Key': (await insertKey(world.db)).key };
      for (let i = 0; i < COUNTED_CALLS; i++) await world.api.get('/api/v1/stats', headers);
      await pause(LONGEST_UNSAVED_MS);
      const startedAt = performance.now();
      await touchProducts(world, 1_000);
      await withRedis(world, async (redis) => await redis.flushall());
      await world.converge();
      const settled = (performance.now() - startedAt) / 1_000;
      const used = Number((await world.api.get('/api/v1/stats', headers)).headers.get('x-quota-used'));
      const session = await operator.get('/me');
      return [
        atLeast('quota used, of calls more than 10 s before and one after', COUNTED_CALLS + 1, used, 'calls'),
        exactly('session of an operator', 200, session.status),
        atMost('convergence', 10, settled, 's'),
        atMost('wake-up taken afterwards', 3, await wakeUpTaken(world), 's'),
        ...(await checkIndex(world)),
      ];
    },
  },
  {
    id: 'F17',
    title: 'Redis stands still',
    async run(world, rounds) {
      const load = await startReadLoad(world, world.api.origin, 40);
      await pause(4_000);
      const before = await load.stop();
      world.redis.signal('SIGSTOP');
      const stopped = await startReadLoad(world, world.api.origin, 40);
      await pause(rounds(60_000, 8_000));
      const reads = await stopped.stop();
      world.redis.signal('SIGCONT');
      const continuedAt = performance.now();
      const isCounted = async () =>
        (await world.api.get('/api/v1/brands?page=0')).headers.has('x-ratelimit-limit');
      await waitFor('calls to be counted', isCounted, 30_000);
      const closed = (performance.now() - continuedAt) / 1_000;
      const kinds = ({ kind }: { kind: string }) => kind === 'lookup' || kind === 'detail';
      const base = slowest(before.filter(kinds), 0.99);
      const later = reads.filter(kinds).filter(({ at }) => at > 2_000);
      return [
        exactly(`of ${reads.length} reads failed`, 'none', describeFailures(reads)),
        atMost(
          'added to p99, first 2 s',
          60,
          Math.max(
            0,
            slowest(
              reads.filter(kinds).filter(({ at }) => at <= 2_000),
              0.99,
            ) - base,
          ),
          'ms',
        ),
        atMost(
          'added to p50 afterwards',
          5,
          Math.max(0, slowest(later, 0.5) - slowest(before.filter(kinds), 0.5)),
          'ms',
        ),
        atMost('counted again', 2, closed, 's'),
      ];
    },
  },
  {
    id: 'F18',
    title: 'Redis is full and evicts nothing',
    async run(world) {
      return await withRedis(world, async (redis) => {
        await redis.config('SET', 'maxmemory', '1');
        const reads = await startReadLoad(world, world.api.origin, 20);
        await touchProducts(world, 500);
        const settled = await world.converge();
        await pause(2_000);
        const done = await reads.stop();
        await redis.config('SET', 'maxmemory', '0');
        const isAlive = (await world.indexer.metric('factshelf_index_writer')) === 1;
        return [
          exactly(`of ${done.length} reads failed: limits let pass`, 'none', describeFailures(done)),
          atMost('outbox drained', 10, settled, 's'),
          exactly('indexer lives', 'true', String(isAlive)),
          ...(await checkIndex(world)),
        ];
      });
    },
  },
  {
    id: 'F19',
    title: 'Redis evicts keys, or keeps nothing on disk, at the start',
    async run(world) {
      return await withRedis(world, async (redis) => {
        const readiness = async () => {
          const api = await world.startApi();
          const { text, status } = await api.get('/readyz');
          await pause(500);
          for (let i = 0; i < 5; i++) await api.get('/readyz');
          const lines = api.program
            .output()
            .split('\n')
            .filter((line) => line.includes('redis_policy'));
          await api.stop();
          const { checks } = JSON.parse(text) as { checks: Record<string, string> };
          return `${status} ${checks['redis_policy']}, ${lines.length} line`;
        };
        await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
        const evicting = await readiness();
        await redis.config('SET', 'maxmemory-policy', 'noeviction');
        await redis.config('SET', 'appendonly', 'no');
        const forgetting = await readiness();
        await redis.config('SET', 'appendonly', 'yes');
        return [
          exactly('allkeys-lru: readiness, log', '200 degraded, 1 line', evicting),
          exactly('no append-only file: readiness, log', '200 degraded, 1 line', forgetting),
        ];
      });
    },
  },
];
