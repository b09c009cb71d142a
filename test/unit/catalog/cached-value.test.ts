import { expect, test } from 'vitest';
import { createCachedValue } from '../../../src/catalog/statistics/cached-value.ts';

/** A clock and a loader that the test drives by hand. */
function setUp() {
  let time = 0;
  const loads: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const read = createCachedValue({
    load: () => new Promise<string>((resolve, reject) => loads.push({ resolve, reject })),
    freshMs: 10,
    maxAgeMs: 20,
    now: () => time,
  });
  return { read, loads, passMs: (ms: number) => (time += ms) };
}

test('loads once for all who ask at the same time', async () => {
  const { read, loads } = setUp();
  const readers = [read(), read(), read()];
  loads[0]?.resolve('first');
  expect(await Promise.all(readers)).toEqual(['first', 'first', 'first']);
  expect(await read()).toBe('first');
  expect(loads).toHaveLength(1);
});

test('gives the old value while it loads a new one, once', async () => {
  const { read, loads, passMs } = setUp();
  const first = read();
  loads[0]?.resolve('first');
  await first;
  passMs(11);
  expect([await read(), await read()]).toEqual(['first', 'first']);
  expect(loads).toHaveLength(2);
  loads[1]?.resolve('second');
  await new Promise(setImmediate);
  expect(await read()).toBe('second');
});

test('waits for a new value when the old one is past its age', async () => {
  const { read, loads, passMs } = setUp();
  const first = read();
  loads[0]?.resolve('first');
  await first;
  passMs(21);
  const later = read();
  loads[1]?.resolve('second');
  expect(await later).toBe('second');
});

test('counts the age from the moment the load began', async () => {
  const { read, loads, passMs } = setUp();
  const first = read();
  passMs(21);
  loads[0]?.resolve('first');
  await first;
  const later = read();
  loads[1]?.resolve('second');
  expect(await later).toBe('second');
});

test('tells those who wait of a failure, and tries again for the next', async () => {
  const { read, loads } = setUp();
  const first = read();
  loads[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  const second = read();
  loads[1]?.resolve('second');
  expect(await second).toBe('second');
});

test('keeps the old value when a load in the background fails', async () => {
  const { read, loads, passMs } = setUp();
  const first = read();
  loads[0]?.resolve('first');
  await first;
  passMs(11);
  expect(await read()).toBe('first');
  loads[1]?.reject(new Error('away'));
  await new Promise(setImmediate);
  expect(await read()).toBe('first');
});
