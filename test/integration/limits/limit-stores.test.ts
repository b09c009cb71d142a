import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type {
  Ceiling,
  LimitState,
  LimitStore,
  LimitSubject,
} from '../../../src/access/limits/stores/limit-store.ts';
import { createMemoryLimitStore } from '../../../src/access/limits/stores/memory-limit-store.ts';
import { createRedisLimitStore } from '../../../src/access/limits/stores/redis-limit-store.ts';
import { findUsed } from '../../../src/access/limits/usage-store.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { callOf, insertAccount, newAddress, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';

const redisUrl = inject('redisUrl');

let database: TestDatabase;
const opened: LimitStore[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));
afterAll(() => database.drop());

const openMemory = async (now: () => number = Date.now) => {
  const store = createMemoryLimitStore({ db: database.db, patienceMs: TEST_PATIENCE_MS, now });
  opened.push(store);
  return store;
};

const openRedis = async () => {
  const store = await createRedisLimitStore({
    url: redisUrl ?? '',
    db: database.db,
    logger: createLogger('test', 'silent'),
    patienceMs: TEST_PATIENCE_MS,
  });
  opened.push(store);
  return store;
};

/** Calls made in one minute by the store's clock, apart from those of the next one. */
function groupByMinute(states: LimitState[]): LimitState[][] {
  const groups = new Map<number, LimitState[]>();
  for (const state of states) groups.set(state.resetAtS, [...(groups.get(state.resetAtS) ?? []), state]);
  return [...groups.values()];
}

const STORES = [
  { name: 'memory and Postgres', open: () => openMemory(), minuteIsShared: false },
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
          (index % 2 ? first : second).check(callOf(subject, { perMinute })),
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
    const state = await (await open()).check(callOf(newAddress(), { perMinute: 5 }));
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
          const state = await stores[caller % 2]?.check(callOf(subject, { cumulative: 1_000 }));
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
  });

  test('calls refused for their rate, and calls that only look, use no quota', async () => {
    const store = await open();
    const subject = newAddress();
    const states: LimitState[] = [];
    for (let call = 0; call < 20; call += 1) {
      states.push(await store.check(callOf(subject, { perMinute: 4, cumulative: 100 })));
    }
    const passed = states.filter(({ refusal }) => !refusal).length;
    expect(passed).toBeLessThan(20);
    expect(states.at(-1)?.used).toBe(passed);
    const look = await store.check(callOf(subject, { perMinute: 1_000, cumulative: 100, quota: 'look' }));
    expect(look).toMatchObject({ refusal: undefined, used: passed });
    expect(await store.findUsed(subject)).toBe(passed);
  });

  test('looking counts against the minute', async () => {
    const store = await open();
    const subject = newAddress();
    const states = await Promise.all(
      Array.from({ length: 30 }, () => store.check(callOf(subject, { perMinute: 5, quota: 'look' }))),
    );
    for (const minute of groupByMinute(states)) {
      expect(minute.filter(({ refusal }) => refusal === 'rate_limited')).toHaveLength(
        Math.max(0, minute.length - 5),
      );
    }
  });

  test('ceilings count what its own minute lets pass, and what they refuse uses no quota', async () => {
    const store = await open();
    let states: LimitState[];
    let others: LimitSubject;
    let address: Ceiling;
    // All of it within one minute of the store's clock.
    do {
      const network = { subject: newAddress(), perMinute: 6 };
      address = { subject: newAddress(), perMinute: 5 };
      const call = (subject: LimitSubject, ceilings: Ceiling[]) =>
        store.check(callOf(subject, { perMinute: 3, cumulative: 100, ceilings }));
      const greedy = newAddress();
      others = newAddress();
      states = [];
      for (let n = 0; n < 5; n += 1) states.push(await call(greedy, [address, network]));
      for (let n = 0; n < 3; n += 1) states.push(await call(others, [address, network]));
      states.push(await call(newAddress(), [network]));
    } while (groupByMinute(states).length > 1);
    expect(states.map(({ refusal }) => refusal)).toEqual([
      undefined,
      undefined,
      undefined,
      'rate_limited',
      'rate_limited',
      undefined,
      undefined,
      'address_limited',
      'address_limited',
    ]);
    expect(states[7]).toMatchObject({ ceiling: address, count: 6 });
    expect(states[8]).toMatchObject({ ceiling: { perMinute: 6 }, count: 7 });
    expect(await store.findUsed(others)).toBe(2);
  });

  test('without limits nothing is refused and calls are counted', async () => {
    const store = await open();
    const subject: LimitSubject = { kind: 'account', id: await insertAccount(database.db, 'internal') };
    const states = await Promise.all(Array.from({ length: 50 }, () => store.check(callOf(subject))));
    expect(states.filter(({ refusal }) => refusal)).toEqual([]);
    await store.close();
    expect(await findUsed(database.db, subject)).toBe(50);
  });

  test('a quota of none refuses the first call', async () => {
    const store = await open();
    const state = await store.check(callOf(newAddress(), { cumulative: 0 }));
    expect(state).toMatchObject({ refusal: 'quota_exhausted', used: 0 });
  });

  test('what was used stays used in the next process, and when the quota becomes smaller', async () => {
    const subject: LimitSubject = { kind: 'account', id: await insertAccount(database.db) };
    const store = await open();
    for (let call = 0; call < 5; call += 1) await store.check(callOf(subject, { cumulative: 10 }));
    await store.close();
    const next = await open();
    expect(await next.findUsed(subject)).toBe(5);
    expect(await next.check(callOf(subject, { cumulative: 10 }))).toMatchObject({ used: 6 });
    expect(await next.check(callOf(subject, { cumulative: 3 }))).toMatchObject({
      refusal: 'quota_exhausted',
      used: 6,
    });
    expect(await next.check(callOf(subject, { cumulative: 7 }))).toMatchObject({
      refusal: undefined,
      used: 7,
    });
  });

  test('each call is held to the limit it came with, as while a tier changes', async () => {
    const store = await open();
    const subject = newAddress();
    const states = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        store.check(callOf(subject, { cumulative: index % 2 ? null : 5 })),
      ),
    );
    const refusals = states.map(({ refusal }) => refusal);
    expect(refusals.filter((_, index) => index % 2 === 1)).toEqual(Array.from({ length: 15 }));
    expect(refusals.filter((refusal) => refusal === 'quota_exhausted').length).toBeGreaterThanOrEqual(10);
    expect(await store.findUsed(subject)).toBe(refusals.filter((refusal) => !refusal).length);
  });

  test('subjects do not share counters', async () => {
    const store = await open();
    const limits = { perMinute: 1, cumulative: 1 };
    expect((await store.check(callOf(newAddress(), limits))).refusal).toBeUndefined();
    expect((await store.check(callOf(newAddress(), limits))).refusal).toBeUndefined();
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
    const call = () => store.check(callOf(subject, { perMinute: 1 }));
    const endS = Date.UTC(2026, 0, 31, 9, 16) / 1_000;
    expect(await call()).toMatchObject({ refusal: undefined, count: 1, resetAtS: endS, resetInS: 1 });
    expect(await call()).toMatchObject({ refusal: 'rate_limited', count: 2 });
    now += 1;
    expect(await call()).toMatchObject({ refusal: undefined, count: 1, resetAtS: endS + 60, resetInS: 60 });
    now += 59_999;
    expect(await call()).toMatchObject({ refusal: 'rate_limited', resetAtS: endS + 60, resetInS: 1 });
  });
});
