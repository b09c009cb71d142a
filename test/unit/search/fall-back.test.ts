import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { fallBackTo, type FallingBackEngine } from '../../../src/search/engines/fall-back.ts';
import type { EnginePage, EngineQuery, SearchEngine } from '../../../src/search/search-engine.ts';
import { ANSWER_MS, ENOUGH_MS, PATIENCE_MS } from '../../../src/search/search-limits.ts';
import { expectInTime } from '../../support/in-time.ts';
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

type Plan = (signal: AbortSignal, query: EngineQuery) => Promise<EnginePage>;

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
function start(first: Plan, search: (query: EngineQuery) => Promise<EnginePage> = async () => EXACT) {
  const lines: { level: number; msg: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  const state = { plan: first, asked: 0, metrics: createMetrics(), lines };
  engine = fallBackTo(
    { name: 'postgres', search },
    {
      name: 'meilisearch',
      search: (query, signal) => {
        state.asked += 1;
        return state.plan(signal, query);
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
  // One patience, not three: of twelve, four at a time.
  await expectInTime(1_500, () => Promise.all(waiting));
  expect(settled).toEqual(Array.from({ length: 12 }, () => EXACT));
  expect(state.asked).toBeLessThanOrEqual(6);
});

test('nobody waits for the probe: it is made for nobody, until it succeeds', async () => {
  const state = start(failing);
  for (let i = 0; i < 3; i += 1) expect(await engine.search(QUERY, nobody)).toEqual(EXACT);
  state.plan = hanging;
  await waitFor('a probe', () => state.asked === 4);
  await expectInTime(300, async () => {
    for (let i = 0; i < 20; i += 1) expect(await engine.search(QUERY, nobody)).toEqual(EXACT);
  });
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

test('the engine gets a deadline for better matches, before the one of Postgres', async () => {
  let dueAt: number | undefined;
  start(async (_, query) => {
    ({ dueAt } = query);
    return PLANNED;
  });
  const askedAt = performance.now();
  expect(await engine.search(QUERY, nobody)).toBe(PLANNED);
  expect(dueAt).toBeGreaterThanOrEqual(askedAt + ENOUGH_MS);
  expect(dueAt).toBeLessThanOrEqual(performance.now() + ENOUGH_MS);
  expect(ENOUGH_MS).toBeLessThan(PATIENCE_MS);
});

test('Postgres gets its own deadline, however long the engine took', async () => {
  let dueAt: number | undefined;
  const state = start(hanging, async (query) => {
    ({ dueAt } = query);
    return EXACT;
  });
  const askedAt = performance.now();
  const search = engine.search(QUERY, nobody);
  await waitFor('the engine to be asked', () => state.asked === 1);
  const latest = performance.now() + ANSWER_MS;
  expect(await search).toBe(EXACT);
  expect(dueAt).toBeGreaterThanOrEqual(askedAt + ANSWER_MS);
  expect(dueAt).toBeLessThanOrEqual(latest);
});

test('a search that neither the engine nor Postgres answers fails with what Postgres says', async () => {
  start(failing, async () => {
    throw new Error('too many wait');
  });
  await expect(engine.search(QUERY, nobody)).rejects.toThrow('too many wait');
});

test('codes, and lists in an order of their own, are for Postgres alone', async () => {
  const state = start(working);
  expect(await engine.search({ ...QUERY, text: '', order: 'name' }, nobody)).toBe(EXACT);
  expect(await engine.search({ ...QUERY, text: '10000', digits: '10000' }, nobody)).toBe(EXACT);
  expect(state.asked).toBe(0);
});

test('an explained search hears the reason of each hand-over, in order', async () => {
  start(failing);
  const reasonsOf = async (asked: SearchEngine, query: EngineQuery = QUERY) => {
    const reasons: string[] = [];
    const page = await asked.search({ ...query, noteHandOver: (reason) => reasons.push(reason) }, nobody);
    return [page, reasons];
  };
  for (let i = 0; i < 3; i += 1) expect(await reasonsOf(engine)).toEqual([EXACT, ['failed']]);
  expect(await reasonsOf(engine)).toEqual([EXACT, ['not_tried']]);
  expect(await reasonsOf(engine, { ...QUERY, digits: '301762' })).toEqual([EXACT, ['barcode']]);
  expect(await reasonsOf(engine, { ...QUERY, text: '', order: 'name' })).toEqual([EXACT, ['order']]);
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

test('a bug of the first engine is an error in the log and counted apart; a failure of the engine is neither', async () => {
  const { metrics, lines } = start(async (_, { text }) => {
    if (text === 'three short words') return await Promise.reject(new TypeError('x is not iterable'));
    throw new Error('no connection');
  });
  const bugs = async () => (await metrics.searchBugs.get()).values[0]?.value;
  const errors = () => lines.filter(({ level }) => level >= 50).map(({ msg }) => msg);
  expect(await engine.search(QUERY, nobody)).toEqual(EXACT);
  expect({ bugs: await bugs(), errors: errors() }).toEqual({ bugs: 0, errors: [] });

  expect(await engine.search({ ...QUERY, text: 'three short words' }, nobody)).toEqual(EXACT);
  expect({ bugs: await bugs(), errors: errors() }).toEqual({
    bugs: 1,
    errors: [expect.stringContaining('a bug of the first engine')],
  });
  expect((await metrics.searchFallbacks.get()).values.map(({ labels, value }) => [labels, value])).toEqual([
    [{ reason: 'failed' }, 1],
    [{ reason: 'bug' }, 1],
  ]);
});
