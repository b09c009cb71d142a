import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { DAY_MS, startLoop } from '../../src/platform/start-loop.ts';

const MINUTE_MS = 60_000;
let lines: string[];
beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Work that fails as often as it is said; `times`: how often it was done. */
function start(failures = 0) {
  const state = { times: 0 };
  const logger = createLogger('test', 'warn', { write: (line: string) => void lines.push(line) });
  const work = async () => {
    state.times += 1;
    if (state.times <= failures) throw new Error('the database is busy');
  };
  return { state, daily: startLoop({ name: 'the work', everyMs: DAY_MS, leastRestMs: 1_000, work, logger }) };
}

test('daily work is done at once, and once a day', async () => {
  const { state, daily } = start();
  expect(state.times).toBe(1);
  await vi.advanceTimersByTimeAsync(DAY_MS - 1);
  expect(state.times).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.times).toBe(2);
  await vi.advanceTimersByTimeAsync(3 * DAY_MS);
  expect(state.times).toBe(5);
  void daily.close();
});

test('daily work that fails is done after a minute, and the log says so', async () => {
  const { state, daily } = start(2);
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(state.times).toBe(3);
  expect(lines.join('')).toMatch(/the database is busy.*the work failed: next try in a minute/s);
  await vi.advanceTimersByTimeAsync(DAY_MS - 1);
  expect(state.times).toBe(3);
  void daily.close();
});

test('a database that is away is said by the listener for notifications, not by each loop', async () => {
  const logger = createLogger('test', 'warn', { write: (line: string) => void lines.push(line) });
  const work = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  const daily = startLoop({ name: 'the work', everyMs: DAY_MS, work, logger });
  await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
  expect(lines).toEqual([]);
  void daily.close();
});

test.each([0, 1])('daily work is not done again once it is closed, after %d failures', async (failures) => {
  const { state, daily } = start(failures);
  // Under way still.
  void daily.close();
  await vi.advanceTimersByTimeAsync(2 * DAY_MS);
  expect(state.times).toBe(1);
  // The stop closes the database under it: no failure, and no next try to announce.
  expect(lines).toEqual([]);
});

test('work that is woken is done soon, and at most once a second', async () => {
  const { state, daily } = start();
  await vi.advanceTimersByTimeAsync(5_000);
  for (let times = 0; times < 3; times += 1) daily.wake();
  await vi.advanceTimersByTimeAsync(1);
  expect(state.times).toBe(2);
  daily.wake();
  await vi.advanceTimersByTimeAsync(900);
  expect(state.times).toBe(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(state.times).toBe(3);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(state.times).toBe(3);
  void daily.close();
});

test.each([undefined, 1_000])(
  'work that is stopped before it begins is not done, after %s ms',
  async (startAfterMs) => {
    const logger = createLogger('test', 'silent');
    const work = vi.fn(async () => undefined);
    const signal = AbortSignal.abort();
    const loop = startLoop({
      name: 'the work',
      everyMs: DAY_MS,
      work,
      signal,
      logger,
      ...(startAfterMs !== undefined && { startAfterMs }),
    });
    await vi.advanceTimersByTimeAsync(2 * DAY_MS);
    expect(work).not.toHaveBeenCalled();
    await loop.close();
  },
);

test('a run continues the trace of what woke it, and the next run does not', async () => {
  const trace = new AsyncLocalStorage<string>();
  const runs: (string | undefined)[] = [];
  const work = async () => void runs.push(trace.getStore());
  const logger = createLogger('test', 'silent');
  const loop = startLoop({ name: 'the work', everyMs: MINUTE_MS, work, logger });
  trace.run('a request', loop.wake);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(runs).toEqual([undefined, 'a request', undefined]);
  void loop.close();
});
