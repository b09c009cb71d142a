import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/logger.ts';
import { createMetrics } from '../../../src/metrics.ts';
import { fallBackTo, type FallingBackEngine } from '../../../src/search/fall-back.ts';
import type { EnginePage, EngineQuery } from '../../../src/search/search-engine.ts';
import { waitFor } from '../../support/wait-for.ts';

const QUERY: EngineQuery = {
  text: 'oats',
  digits: undefined,
  filters: {},
  offset: 0,
  limit: 20,
  caller: 'a',
};
const PLANNED: EnginePage = { items: [], total: 1, isTotalExact: true, isSettled: true };
const EXACT: EnginePage = { ...PLANNED, total: 2 };
const nobody = new AbortController().signal;

type Plan = (
  signal: AbortSignal,
  query: EngineQuery,
  onPage?: (page: EnginePage) => void,
) => Promise<EnginePage>;

/** Rejects when nobody waits any more. */
const hanging: Plan = (signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('called off')));
  });
const failing: Plan = async () => {
  throw new Error('no connection');
};
const working: Plan = async () => PLANNED;

let engine: FallingBackEngine;
afterEach(() => engine.close());

/** An engine that does as `plan` says, which may change, with one behind it that is always there. */
function start(first: Plan, search: () => Promise<EnginePage> = async () => EXACT) {
  const lines: { level: number; msg: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  const state = { plan: first, asked: 0, metrics: createMetrics(), lines };
  engine = fallBackTo(
    { name: 'postgres', search },
    {
      name: 'meilisearch',
      search: (query, signal, onPage) => {
        state.asked += 1;
        return state.plan(signal, query, onPage);
      },
    },
    state.metrics,
    createLogger('test', 'debug', { write }),
  );
  return state;
}

test('who waits for the engine when it is given up is answered at once', async () => {
  const state = start(hanging);
  const settled: EnginePage[] = [];
  const waiting = Array.from({ length: 12 }, (_, i) =>
    engine.search({ ...QUERY, caller: String(i) }, nobody).then((page) => settled.push(page)),
  );
  await waitFor('four to be under way', () => state.asked === 4);
  const startedAt = performance.now();
  await Promise.all(waiting);
  // One patience, not three: of twelve, four at a time.
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  expect(settled).toEqual(Array.from({ length: 12 }, () => EXACT));
  expect(state.asked).toBeLessThanOrEqual(6);
});

test('nobody waits for the probe: it is made for nobody, until it succeeds', async () => {
  const state = start(failing);
  for (let i = 0; i < 3; i += 1) expect(await engine.search(QUERY, nobody)).toEqual(EXACT);
  state.plan = hanging;
  await waitFor('a probe', () => state.asked === 4);
  const startedAt = performance.now();
  for (let i = 0; i < 20; i += 1) expect(await engine.search(QUERY, nobody)).toEqual(EXACT);
  expect(performance.now() - startedAt).toBeLessThan(300);
  expect(state.asked).toBe(4);
  state.plan = working;
  await waitFor('the engine to be used again', async () => (await engine.search(QUERY, nobody)) === PLANNED);
});

test('a search that the engine cannot do keeps it from others for a second, not for ever', async () => {
  start(async (_, { text }) => {
    if (text === 'bad') throw new Error('no answer');
    return PLANNED;
  });
  for (let i = 0; i < 3; i += 1) await engine.search({ ...QUERY, text: 'bad' }, nobody);
  expect(await engine.search(QUERY, nobody)).toBe(EXACT);
  await waitFor('the engine to be used again', async () => (await engine.search(QUERY, nobody)) === PLANNED);
});

test('when neither engine answers in time, the best page found until then does, and says that it is not settled', async () => {
  const sofar: EnginePage = { items: [], total: 3, isTotalExact: false, isSettled: false };
  const busy = async (): Promise<EnginePage> => {
    throw new Error('too many wait');
  };
  const state = start((signal, query, onPage) => {
    onPage?.(sofar);
    return hanging(signal, query);
  }, busy);
  expect(await engine.search(QUERY, nobody)).toEqual(sofar);
  state.plan = failing;
  await expect(engine.search(QUERY, nobody)).rejects.toThrow('too many wait');
});

test('callers who leave say nothing about the engine', async () => {
  const state = start(hanging);
  for (let i = 0; i < 6; i += 1) {
    const caller = new AbortController();
    const search = engine.search(QUERY, caller.signal);
    await waitFor('it to be asked', () => state.asked === i + 1);
    caller.abort();
    await expect(search).rejects.toThrow();
  }
  state.plan = working;
  expect(await engine.search(QUERY, nobody)).toBe(PLANNED);
});

test('a bug of the planner is an error in the log and counted apart; a failure of the engine is neither', async () => {
  const { metrics, lines } = start(async (_, { text }) => {
    if (text === 'three short words') return await Promise.reject(new TypeError('x is not iterable'));
    throw new Error('no connection');
  });
  const bugs = async () => (await metrics.searchPlannerBugs.get()).values[0]?.value;
  const errors = () => lines.filter(({ level }) => level >= 50).map(({ msg }) => msg);
  expect(await engine.search(QUERY, nobody)).toEqual(EXACT);
  expect({ bugs: await bugs(), errors: errors() }).toEqual({ bugs: 0, errors: [] });

  expect(await engine.search({ ...QUERY, text: 'three short words' }, nobody)).toEqual(EXACT);
  expect({ bugs: await bugs(), errors: errors() }).toEqual({
    bugs: 1,
    errors: [expect.stringContaining('a bug of the search planner')],
  });
  expect((await metrics.searchFallbacks.get()).values.map(({ labels, value }) => [labels, value])).toEqual([
    [{ reason: 'failed' }, 1],
    [{ reason: 'bug' }, 1],
  ]);
});
