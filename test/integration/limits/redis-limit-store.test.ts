import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import type { LimitState, LimitStore } from '../../../src/access/limits/stores/limit-store.ts';
import { createRedisLimitStore } from '../../../src/access/limits/stores/redis-limit-store.ts';
import { findUsed, saveUsed } from '../../../src/access/limits/usage-store.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { callOf, newAddress, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';
import { waitFor } from '../../support/wait-for.ts';

const NEVER_MS = 1_000_000;
const logger = createLogger('test', 'silent');
const redisUrl = inject('redisUrl');

let database: TestDatabase;
const opened: LimitStore[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(opened.splice(0).map((store) => store.close()));
});
afterAll(() => database.drop());

const openRedis = async (options: { prefix?: string; checkpointEveryMs?: number } = {}) => {
  const store = await createRedisLimitStore({
    url: redisUrl ?? '',
    db: database.db,
    logger,
    patienceMs: TEST_PATIENCE_MS,
    checkpointEveryMs: options.checkpointEveryMs ?? NEVER_MS,
    prefix: options.prefix,
  });
  opened.push(store);
  return store;
};

describe.runIf(redisUrl)('counters in Redis', () => {
  let redis: Redis;
  beforeAll(() => {
    redis = new Redis(redisUrl ?? '');
  });
  afterAll(() => redis.disconnect());

  const newPrefix = () => `test-${randomBytes(6).toString('hex')}:`;

  test('the minute is that of Redis, whatever the clock of the process says', async () => {
    const store = await openRedis();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    const [before] = await redis.time();
    const state = await store.check(callOf(newAddress(), { perMinute: 5 }));
    const nowS = state.resetAtS - state.resetInS;
    expect(nowS).toBeGreaterThanOrEqual(Number(before));
    expect(nowS).toBeLessThan(Number(before) + 60);
  });

  test('calls of the minute before do not count', async () => {
    const prefix = newPrefix();
    const store = await openRedis({ prefix });
    const subject = newAddress();
    const first = await store.check(callOf(subject, { perMinute: 3 }));
    const keys = await redis.keys(`${prefix}rl:*`);
    const minute = first.resetAtS / 60 - 1;
    expect(keys).toEqual([`${prefix}rl:{address:${subject.id}}:${minute}`]);
    // Exactly what is left of a full minute when the next one begins.
    await redis.del(...keys);
    await redis.set(`${prefix}rl:{address:${subject.id}}:${minute - 1}`, '3');
    expect((await store.check(callOf(subject, { perMinute: 3 }))).count).toBe(1);
  });

  test('every counter has an end of its own, and none names an address', async () => {
    const prefix = newPrefix();
    const store = await openRedis({ prefix });
    await Promise.all(
      Array.from({ length: 20 }, () => store.check(callOf(newAddress(), { perMinute: 5, cumulative: 9 }))),
    );
    const keys = await redis.keys(`${prefix}*`);
    expect(keys.length).toBeGreaterThanOrEqual(40);
    for (const key of keys) {
      expect(await redis.pttl(key)).toBeGreaterThan(0);
      expect(key).toMatch(/\{address:[0-9a-f]{64}\}/);
    }
  });

  test('a Redis that forgot everything takes up what Postgres and this process know', async () => {
    const prefix = newPrefix();
    const store = await openRedis({ prefix, checkpointEveryMs: 100 });
    const other = await openRedis({ prefix, checkpointEveryMs: 100 });
    const subject = newAddress();
    for (let call = 0; call < 40; call += 1) await store.check(callOf(subject, { cumulative: 1_000 }));
    await waitFor('the checkpoint', async () => (await findUsed(database.db, subject)) === 40);
    await redis.del(...(await redis.keys(`${prefix}*`)));
    expect(await other.check(callOf(subject, { cumulative: 1_000 }))).toMatchObject({ used: 41 });
  });

  test('what is not written down yet is not forgotten by the process that counted it', async () => {
    const prefix = newPrefix();
    const store = await openRedis({ prefix });
    const subject = newAddress();
    for (let call = 0; call < 7; call += 1) await store.check(callOf(subject));
    expect(await findUsed(database.db, subject)).toBe(0);
    await redis.del(...(await redis.keys(`${prefix}*`)));
    expect(await store.check(callOf(subject))).toMatchObject({ used: 8 });
  });

  test('a counter that came back lower is lifted to what Postgres holds', async () => {
    const prefix = newPrefix();
    const store = await openRedis({ prefix, checkpointEveryMs: 50 });
    const subject = newAddress();
    await saveUsed(database.db, [{ subject, used: 500 }]);
    await redis.set(`${prefix}q:{address:${subject.id}}`, '3', 'PX', 60_000);
    expect(await store.check(callOf(subject))).toMatchObject({ used: 4 });
    await waitFor(
      'the counter to be lifted',
      async () => ((await store.check(callOf(subject))).used ?? 0) > 500,
    );
    expect(await findUsed(database.db, subject)).toBeGreaterThanOrEqual(500);
  });

  test('without Postgres the minute still counts, and the quota is not known', async () => {
    const pool = createPool({
      url: 'postgres://nobody@127.0.0.1:1/none',
      applicationName: 'factshelf-test',
      statementTimeoutMs: 1_000,
      logger,
    });
    const store = await createRedisLimitStore({
      url: redisUrl ?? '',
      db: createDb(pool),
      logger,
      patienceMs: TEST_PATIENCE_MS,
    });
    const subject = newAddress();
    const states: LimitState[] = [];
    for (let call = 0; call < 3; call += 1) {
      states.push(await store.check(callOf(subject, { perMinute: 1, cumulative: 10 })));
    }
    expect(states.every(({ used }) => used === undefined)).toBe(true);
    expect(states.some(({ refusal }) => refusal === 'rate_limited')).toBe(true);
    await store.close();
    await pool.end();
  });
});
