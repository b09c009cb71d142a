import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createDb, createPool } from '../../src/db/client.ts';
import type { LimitCheck, LimitState, LimitStore, LimitSubject } from '../../src/limits/limit-store.ts';
import { createMemoryLimitStore } from '../../src/limits/memory-limit-store.ts';
import { createRedisLimitStore } from '../../src/limits/redis-limit-store.ts';
import { findUsed, saveUsed, takeOne } from '../../src/limits/usage-store.ts';
import { createLogger } from '../../src/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { insertAccount, newAddress } from '../support/test-limits.ts';
import { waitFor } from '../support/wait-for.ts';

/** A busy machine must not turn a test of exactness into one of failing open. */
const PATIENCE_MS = 10_000;
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

const openMemory = async (now?: () => number) => {
  const store = createMemoryLimitStore({ db: database.db, patienceMs: PATIENCE_MS, ...(now ? { now } : {}) });
  opened.push(store);
  return store;
};

const openRedis = async (options: { prefix?: string; checkpointEveryMs?: number } = {}) => {
  const store = await createRedisLimitStore({
    url: redisUrl ?? '',
    db: database.db,
    logger,
    patienceMs: PATIENCE_MS,
    checkpointEveryMs: options.checkpointEveryMs ?? NEVER_MS,
    prefix: options.prefix,
  });
  opened.push(store);
  return store;
};

const check = (subject: LimitSubject, limits: Partial<LimitCheck> = {}): LimitCheck => ({
  subject,
  perMinute: null,
  cumulative: null,
  quota: 'take',
  ...limits,
});

/** Calls made in one minute by the store's clock, apart from those of the next one. */
function groupByMinute(states: LimitState[]): LimitState[][] {
  const groups = new Map<number, LimitState[]>();
  for (const state of states) groups.set(state.resetAtS, [...(groups.get(state.resetAtS) ?? []), state]);
  return [...groups.values()];
}

const STORES = [
  { name: 'memory and Postgres', open: openMemory, minuteIsShared: false },
  ...(redisUrl ? [{ name: 'Redis', open: openRedis, minuteIsShared: true }] : []),
];

describe.each(STORES)('counters in $name', ({ open, minuteIsShared }) => {
  test('of ten times as many parallel calls as allowed in a minute exactly those allowed pass', async () => {
    const first = await open();
    const second = minuteIsShared ? await open() : first;
    for (const perMinute of [1, 7, 60]) {
      const subject = newAddress();
      const states = await Promise.all(
        Array.from({ length: perMinute * 10 }, (_, index) =>
          (index % 2 ? first : second).check(check(subject, { perMinute })),
        ),
      );
      for (const minute of groupByMinute(states)) {
        const passed = minute.filter(({ refusal }) => refusal === undefined);
        expect(passed).toHaveLength(Math.min(perMinute, minute.length));
        expect(minute.map(({ count }) => count).sort((a, b) => a - b)).toEqual(minute.map((_, i) => i + 1));
      }
    }
  });

  test('the end of the minute lies 1 to 60 whole seconds ahead', async () => {
    const state = await (await open()).check(check(newAddress(), { perMinute: 5 }));
    expect(state.resetAtS % 60).toBe(0);
    expect(state.resetInS).toBeGreaterThanOrEqual(1);
    expect(state.resetInS).toBeLessThanOrEqual(60);
    const nowS = state.resetAtS - state.resetInS;
    expect(Math.abs(nowS - Date.now() / 1_000)).toBeLessThan(10);
  });

  test('64 parallel callers on two stores take exactly the 1,000 calls of a quota', async () => {
    const stores = [await open(), await open()];
    const subject = newAddress();
    let taken = 0;
    const highest: number[] = [];
    await Promise.all(
      Array.from({ length: 64 }, async (_, caller) => {
        for (;;) {
          const state = await stores[caller % 2]?.check(check(subject, { cumulative: 1_000 }));
          if (state?.refusal) {
            expect(state).toMatchObject({ refusal: 'quota_exhausted', used: 1_000 });
            return;
          }
          taken += 1;
          highest.push(state?.used ?? 0);
        }
      }),
    );
    expect(taken).toBe(1_000);
    expect(new Set(highest).size).toBe(1_000);
    await Promise.all(stores.map((store) => store.close()));
    expect(await findUsed(database.db, subject)).toBe(1_000);
  }, 60_000);

  test('calls refused for their rate, and calls that only look, use no quota', async () => {
    const store = await open();
    const subject = newAddress();
    const states: LimitState[] = [];
    for (let call = 0; call < 20; call += 1) {
      states.push(await store.check(check(subject, { perMinute: 4, cumulative: 100 })));
    }
    const passed = states.filter(({ refusal }) => !refusal).length;
    expect(passed).toBeLessThan(20);
    expect(states.at(-1)?.used).toBe(passed);
    const look = await store.check(check(subject, { perMinute: 1_000, cumulative: 100, quota: 'look' }));
    expect(look).toMatchObject({ refusal: undefined, used: passed });
    expect(await store.findUsed(subject)).toBe(passed);
  });

  test('looking counts against the minute', async () => {
    const store = await open();
    const subject = newAddress();
    const states = await Promise.all(
      Array.from({ length: 30 }, () => store.check(check(subject, { perMinute: 5, quota: 'look' }))),
    );
    for (const minute of groupByMinute(states)) {
      expect(minute.filter(({ refusal }) => refusal === 'rate_limited')).toHaveLength(
        Math.max(0, minute.length - 5),
      );
    }
  });

  test('without limits nothing is refused and calls are counted', async () => {
    const store = await open();
    const subject: LimitSubject = { kind: 'account', id: await insertAccount(database.db, 'internal') };
    const states = await Promise.all(Array.from({ length: 50 }, () => store.check(check(subject))));
    expect(states.filter(({ refusal }) => refusal)).toEqual([]);
    await store.close();
    expect(await findUsed(database.db, subject)).toBe(50);
  });

  test('a quota of none refuses the first call', async () => {
    const store = await open();
    const state = await store.check(check(newAddress(), { cumulative: 0 }));
    expect(state).toMatchObject({ refusal: 'quota_exhausted', used: 0 });
  });

  test('what was used stays used in the next process, and when the quota becomes smaller', async () => {
    const subject: LimitSubject = { kind: 'account', id: await insertAccount(database.db) };
    const store = await open();
    for (let call = 0; call < 5; call += 1) await store.check(check(subject, { cumulative: 10 }));
    await store.close();
    const next = await open();
    expect(await next.findUsed(subject)).toBe(5);
    expect(await next.check(check(subject, { cumulative: 10 }))).toMatchObject({ used: 6 });
    expect(await next.check(check(subject, { cumulative: 3 }))).toMatchObject({
      refusal: 'quota_exhausted',
      used: 6,
    });
    expect(await next.check(check(subject, { cumulative: 7 }))).toMatchObject({
      refusal: undefined,
      used: 7,
    });
  });

  test('subjects do not share counters', async () => {
    const store = await open();
    const limits = { perMinute: 1, cumulative: 1 };
    expect((await store.check(check(newAddress(), limits))).refusal).toBeUndefined();
    expect((await store.check(check(newAddress(), limits))).refusal).toBeUndefined();
  });

  test('the store says that it can count', async () => {
    await expect((await open()).probe()).resolves.toBeUndefined();
  });
});

describe('minutes in memory', () => {
  test('a window ends with the minute of the clock, not a minute after the first call', async () => {
    let now = Date.UTC(2026, 0, 31, 9, 15, 59, 999);
    const store = await openMemory(() => now);
    const subject = newAddress();
    const call = () => store.check(check(subject, { perMinute: 1 }));
    const endS = Date.UTC(2026, 0, 31, 9, 16) / 1_000;
    expect(await call()).toMatchObject({ refusal: undefined, count: 1, resetAtS: endS, resetInS: 1 });
    expect(await call()).toMatchObject({ refusal: 'rate_limited', count: 2 });
    now += 1;
    expect(await call()).toMatchObject({ refusal: undefined, count: 1, resetAtS: endS + 60, resetInS: 60 });
    now += 59_999;
    expect(await call()).toMatchObject({ refusal: 'rate_limited', resetAtS: endS + 60, resetInS: 1 });
  });
});

describe('usage in Postgres', () => {
  test('a figure is raised, never lowered, and the higher one is told', async () => {
    const { db } = database;
    const subject = newAddress();
    expect(await saveUsed(db, [{ subject, used: 10 }])).toEqual([{ subject, used: 10 }]);
    expect(await saveUsed(db, [{ subject, used: 4 }])).toEqual([{ subject, used: 10 }]);
    expect(await findUsed(db, subject)).toBe(10);
  });

  test('an account that is gone does not keep the others from being written', async () => {
    const { db } = database;
    const gone: LimitSubject = { kind: 'account', id: '00000000-0000-4000-8000-000000000000' };
    const there: LimitSubject = { kind: 'account', id: await insertAccount(db) };
    await saveUsed(db, [
      { subject: gone, used: 3 },
      { subject: there, used: 2 },
    ]);
    expect(await findUsed(db, there)).toBe(2);
  });

  test('processes that write the same figures in opposite order do not deadlock', async () => {
    const { db } = database;
    const subjects = Array.from({ length: 300 }, newAddress);
    await Promise.all(
      Array.from({ length: 12 }, (_, round) => {
        const batch = subjects.map((subject, index) => ({ subject, used: round + index + 1 }));
        return saveUsed(db, round % 2 ? batch : batch.toReversed());
      }),
    );
    expect(await Promise.all(subjects.map((subject) => findUsed(db, subject)))).toEqual(
      subjects.map((_, index) => index + 12),
    );
  });

  test('a call that waits for the last one of a quota is told that it is used up', async () => {
    const { db } = database;
    const subject = newAddress();
    await saveUsed(db, [{ subject, used: 9 }]);
    const results = await Promise.all(Array.from({ length: 8 }, () => takeOne(db, subject, 10)));
    expect(results.filter(({ taken }) => taken)).toHaveLength(1);
    expect(results.every(({ used }) => used === 10)).toBe(true);
  });
});

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
    const state = await store.check(check(newAddress(), { perMinute: 5 }));
    const nowS = state.resetAtS - state.resetInS;
    expect(nowS).toBeGreaterThanOrEqual(Number(before));
    expect(nowS).toBeLessThan(Number(before) + 60);
  });

  test('calls of the minute before do not count', async () => {
    const prefix = newPrefix();
    const store = await openRedis({ prefix });
    const subject = newAddress();
    const first = await store.check(check(subject, { perMinute: 3 }));
    const keys = await redis.keys(`${prefix}rl:*`);
    const minute = first.resetAtS / 60 - 1;
    expect(keys).toEqual([`${prefix}rl:{address:${subject.id}}:${minute}`]);
    // Exactly what is left of a full minute when the next one begins.
    await redis.del(...keys);
    await redis.set(`${prefix}rl:{address:${subject.id}}:${minute - 1}`, '3');
    expect((await store.check(check(subject, { perMinute: 3 }))).count).toBe(1);
  });

  test('every counter has an end of its own, and none names an address', async () => {
    const prefix = newPrefix();
    const store = await openRedis({ prefix });
    await Promise.all(
      Array.from({ length: 20 }, () => store.check(check(newAddress(), { perMinute: 5, cumulative: 9 }))),
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
    for (let call = 0; call < 40; call += 1) await store.check(check(subject, { cumulative: 1_000 }));
    await waitFor('the checkpoint', async () => (await findUsed(database.db, subject)) === 40);
    await redis.del(...(await redis.keys(`${prefix}*`)));
    expect(await other.check(check(subject, { cumulative: 1_000 }))).toMatchObject({ used: 41 });
  });

  test('what is not written down yet is not forgotten by the process that counted it', async () => {
    const prefix = newPrefix();
    const store = await openRedis({ prefix });
    const subject = newAddress();
    for (let call = 0; call < 7; call += 1) await store.check(check(subject));
    expect(await findUsed(database.db, subject)).toBe(0);
    await redis.del(...(await redis.keys(`${prefix}*`)));
    expect(await store.check(check(subject))).toMatchObject({ used: 8 });
  });

  test('a counter that came back lower is lifted to what Postgres holds', async () => {
    const prefix = newPrefix();
    const store = await openRedis({ prefix, checkpointEveryMs: 50 });
    const subject = newAddress();
    await saveUsed(database.db, [{ subject, used: 500 }]);
    await redis.set(`${prefix}q:{address:${subject.id}}`, '3', 'PX', 60_000);
    expect(await store.check(check(subject))).toMatchObject({ used: 4 });
    await waitFor('the counter to be lifted', async () => (await store.check(check(subject))).used! > 500);
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
      patienceMs: PATIENCE_MS,
    });
    const subject = newAddress();
    const states: LimitState[] = [];
    for (let call = 0; call < 3; call += 1) {
      states.push(await store.check(check(subject, { perMinute: 1, cumulative: 10 })));
    }
    expect(states.every(({ used }) => used === undefined)).toBe(true);
    expect(states.some(({ refusal }) => refusal === 'rate_limited')).toBe(true);
    await store.close();
    await pool.end();
  });

  test('a Redis that may lose counters is named, with the reason', async () => {
    const store = await openRedis();
    const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
    const [, appendOnly] = (await redis.config('GET', 'appendonly')) as string[];
    const isSafe = policy === 'noeviction' && appendOnly === 'yes';
    if (isSafe) await expect(store.checkPolicy?.()).resolves.toBeUndefined();
    else await expect(store.checkPolicy?.()).rejects.toThrow(/appendonly is off|maxmemory-policy/);
  });
});
