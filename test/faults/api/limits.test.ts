import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { findUsed } from '../../../src/access/limits/usage-store.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createOwnRedis, hasRedisServer, type OwnRedis } from '../../support/servers/redis-server.ts';
import { startApi, type ApiAnswer, type StartedApi } from '../../support/servers/started-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { waitFor } from '../../support/wait-for.ts';

const GTIN = '4006381333931';
const LOOKUP = `/api/v1/products/barcode/${GTIN}`;
/** Answered, with 400, without asking the database: only the counting is put to the test. */
const COUNTED_ONLY = '/api/v1/brands?page=0';
const ROUNDS = 5;

/** Two API processes on one Postgres and one Redis, which is killed, stopped, flushed and filled. */
describe.runIf(hasRedisServer)('limits while Redis breaks', () => {
  let database: TestDatabase;
  let redis: OwnRedis;
  let admin: Redis;
  let apis: StartedApi[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    await insertProduct(database.db, { gtins: [GTIN] });
    await database.db.insert(tiers).values([
      { code: 'thousand', perMinute: null, cumulative: 1_000 },
      { code: 'fast', perMinute: 1_000_000, cumulative: 1_000_000 },
    ]);
    redis = await createOwnRedis();
    await redis.start();
    admin = new Redis(redis.url, { retryStrategy: () => 100 });
    admin.on('error', () => undefined);
    const settings = { DATABASE_URL: database.url, REDIS_URL: redis.url, TRUST_PROXY: '1' };
    apis = await Promise.all([startApi(settings), startApi(settings)]);
  });
  afterAll(async () => {
    await Promise.all(apis.map((api) => api.stop()));
    admin.disconnect();
    await redis.remove();
    await database.drop();
  });

  const apiOf = (index: number): StartedApi => apis[index % apis.length] as StartedApi;
  const usedIn = (answer: ApiAnswer) => Number(answer.headers.get('x-quota-used'));
  const isCounted = (answer: ApiAnswer) => answer.headers.has('x-ratelimit-limit');
  const allCount = (headers: Record<string, string>) => async () => {
    const answers = await Promise.all(apis.map((api) => api.get(LOOKUP, headers)));
    return answers.every(isCounted);
  };

  /** Four callers, each asking again a little after its answer, until the time is over. */
  async function load(ms: number, headers: Record<string, string>): Promise<ApiAnswer[]> {
    const until = performance.now() + ms;
    const answers: ApiAnswer[] = [];
    await Promise.all(
      [0, 1, 2, 3].map(async (caller) => {
        while (performance.now() < until) {
          answers.push(await apiOf(caller).get(LOOKUP, headers));
          await new Promise((resolve) => {
            setTimeout(resolve, 5);
          });
        }
      }),
    );
    return answers;
  }

  const getCounted = async (headers: Record<string, string>) => {
    const answer = await apiOf(1).get(LOOKUP, headers);
    return isCounted(answer) && answer;
  };
  /** The same for a second, in which Redis has answered each time: when it does not for 50 ms, a call passes uncounted. */
  const loadCounted = (headers: Record<string, string>) =>
    waitFor('a second in which each call counts', async () => {
      const answers = await load(1_000, headers);
      return answers.every(isCounted) && answers;
    });

  const percentile = (answers: ApiAnswer[], share: number) => {
    const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
    return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  };
  const describeMs = (answers: ApiAnswer[]) =>
    `n ${answers.length}, p50 ${percentile(answers, 0.5).toFixed(1)}, p99 ${percentile(answers, 0.99).toFixed(1)}, ` +
    `max ${percentile(answers, 1).toFixed(1)} ms`;
  const report = (line: string) => process.stdout.write(`  limits: ${line}\n`);

  /**
   * What `attempt` gives, once every call of one has been counted. On a machine so busy that Redis does not come to
   * its turn for 50 ms, calls pass uncounted as they should: such an attempt says nothing about exactness.
   */
  async function attemptCounted(attempt: (n: number) => Promise<ApiAnswer[]>): Promise<ApiAnswer[]> {
    const { key } = await insertKey(database.db, 'fast');
    for (let n = 0; n < 40; n += 1) {
      await waitFor('both to count', allCount({ 'X-API-Key': key }));
      const answers = await attempt(n);
      if (answers.every(({ headers }) => headers.has('x-quota-used'))) return answers;
    }
    throw new Error('Redis was too slow each time');
  }

  test('of ten times as many calls to two processes as allowed in a minute exactly those allowed pass', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await attemptCounted((n) => {
        const address = { 'X-Forwarded-For': `203.0.${round}.${n + 1}` };
        return Promise.all(
          Array.from({ length: 600 }, (_, index) => apiOf(index).get(COUNTED_ONLY, address)),
        );
      });
      for (const reset of new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset')))) {
        const minute = answers.filter(({ headers }) => headers.get('x-ratelimit-reset') === reset);
        const passed = minute.filter(({ status }) => status === 400);
        expect(passed).toHaveLength(Math.min(60, minute.length));
        expect(minute.filter(({ status }) => status === 429)).toHaveLength(minute.length - passed.length);
      }
    }
  });

  test('64 callers of two processes get exactly the 1,000 calls of a quota', async () => {
    let accountId = '';
    const answers = await attemptCounted(async () => {
      const inserted = await insertKey(database.db, 'thousand');
      ({ accountId } = inserted);
      const all: ApiAnswer[] = [];
      await Promise.all(
        Array.from({ length: 64 }, async (_, caller) => {
          let status = 400;
          while (status === 400) {
            const answer = await apiOf(caller).get(COUNTED_ONLY, { 'X-API-Key': inserted.key });
            all.push(answer);
            ({ status } = answer);
          }
        }),
      );
      return all;
    });
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(1_000);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(64);
    await waitFor(
      'the checkpoint',
      async () => (await findUsed(database.db, { kind: 'account', id: accountId })) === 1_000,
    );
  });

  test('a flushed Redis forgets at most what came after the last checkpoint', async () => {
    const { key, accountId } = await insertKey(database.db, 'fast');
    const headers = { 'X-API-Key': key };
    const subject = { kind: 'account', id: accountId } as const;
    await load(500, headers);
    await waitFor('a checkpoint', async () => (await findUsed(database.db, subject)) > 0);
    const before = Math.max(...(await loadCounted(headers)).map(usedIn));
    const stored = await findUsed(database.db, subject);
    await admin.flushall();
    const after = usedIn(await waitFor('a counted call', () => getCounted(headers)));
    report(`FLUSHALL after ${before} calls, ${stored} of them written down: ${before + 1 - after} forgotten`);
    expect(after).toBeGreaterThan(stored);
    expect(after).toBeLessThanOrEqual(before + 1);
    expect(await findUsed(database.db, subject)).toBeGreaterThanOrEqual(stored);
  });

  test.each([
    { name: 'killed', fail: () => redis.kill(), heal: () => redis.start() },
    { name: 'stopped', fail: async () => redis.signal('SIGSTOP'), heal: async () => redis.signal('SIGCONT') },
  ])(
    'while Redis is $name every call passes, soon without delay, and is counted again after',
    async (fault) => {
      const { key, accountId } = await insertKey(database.db, 'fast');
      const headers = { 'X-API-Key': key };
      const subject = { kind: 'account', id: accountId } as const;
      await waitFor('both to count', allCount(headers));
      const healthy = await loadCounted(headers);
      const usedBefore = Math.max(...healthy.map(usedIn));
      await waitFor('a checkpoint', async () => (await findUsed(database.db, subject)) >= usedBefore);

      await fault.fail();
      const first = await load(400, headers);
      const later = await load(2_500, headers);
      const ready = await apiOf(0).get('/readyz');
      await fault.heal();
      const healedAt = performance.now();
      await waitFor('both to count again', allCount(headers));
      const backMs = performance.now() - healedAt;
      // What others do on the machine changes by the second: compared with before and after.
      const healed = await loadCounted(headers);

      report(`Redis well:          ${describeMs(healthy)}`);
      report(`${fault.name}, first 400 ms: ${describeMs(first)}`);
      report(
        `${fault.name}, after that:   ${describeMs(later)}; counting ${backMs.toFixed(0)} ms after its return`,
      );
      expect(new Set([...first, ...later].map(({ status }) => status))).toEqual(new Set([200]));
      expect(later.some(isCounted)).toBe(false);
      const usualMs = Math.max(percentile(healthy, 0.5), percentile(healed, 0.5));
      expect(percentile(later, 0.5)).toBeLessThan(usualMs + 50);
      expect(ready.status).toBe(200);
      expect(JSON.parse(ready.text)).toMatchObject({
        status: 'degraded',
        checks: { database: 'ok', counter_store: 'degraded' },
      });
      expect(Math.max(...healed.map(usedIn))).toBeGreaterThan(usedBefore);
    },
  );

  test('while Redis is full every call passes', async () => {
    const { key } = await insertKey(database.db, 'fast');
    const headers = { 'X-API-Key': key };
    await waitFor('both to count', allCount(headers));
    await admin.config('SET', 'maxmemory', '1');
    const answers = await load(1_000, headers);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.some(isCounted)).toBe(false);
    await admin.config('SET', 'maxmemory', '0');
    await waitFor('both to count again', allCount(headers));
  });

  test('readiness names a Redis that may lose counters', async () => {
    const policyOf = async () =>
      (JSON.parse((await apiOf(0).get('/readyz')).text) as { checks: Record<string, string> }).checks[
        'redis_policy'
      ];
    await waitFor('a good policy', async () => (await policyOf()) === 'ok');
    await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await policyOf()).toBe('degraded');
    await admin.config('SET', 'maxmemory-policy', 'noeviction');
    await admin.config('SET', 'appendonly', 'no');
    expect(await policyOf()).toBe('degraded');
    await admin.config('SET', 'appendonly', 'yes');
    await waitFor('a good policy', async () => (await policyOf()) === 'ok');
  });

  test('an API that starts without Redis answers, and counts when Redis comes', async () => {
    await redis.kill();
    const late = await startApi({ DATABASE_URL: database.url, REDIS_URL: redis.url });
    expect((await late.get(LOOKUP)).status).toBe(200);
    await redis.start();
    await waitFor('it to count', async () => isCounted(await late.get(LOOKUP)));
    await late.stop();
  });

  test('all this is a line a minute in each log, and a metric', async () => {
    for (const api of apis) {
      const lines = api.program
        .output()
        .split('\n')
        .filter((line) => line.includes('the counter store fails'));
      expect(lines.length).toBeGreaterThanOrEqual(1);
      const times = lines.map((line) => Date.parse((JSON.parse(line) as { time: string }).time));
      for (const [index, time] of times.entries()) {
        if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThan(59_000);
      }
      const metrics = await api.metrics();
      expect(metrics).toMatch(/factshelf_limiter_failures_total\{reason="failed"\} [1-9]/);
      expect(metrics).toMatch(/factshelf_limiter_failures_total\{reason="not_tried"\} [1-9]/);
    }
  });
});
