import { expect, test } from 'vitest';
import { limitPostgres } from '../../../src/search/engines/limit-postgres.ts';
import type { EnginePage, EngineQuery } from '../../../src/search/search-engine.ts';
import { waitFor } from '../../support/wait-for.ts';

const TEXT: EngineQuery = { text: 'a', digits: undefined, filters: {}, offset: 0, limit: 20, caller: 'one' };
const CODE: EngineQuery = { ...TEXT, text: '301762', digits: '301762' };
const PAGE: EnginePage = { items: [], total: 1, isTotalExact: true, isSettled: true };
const nobody = new AbortController().signal;

/** An engine whose searches for texts end one by one, on command, and codes at once. */
function start() {
  const running: { caller: string; end: () => void }[] = [];
  const engine = limitPostgres({
    name: 'postgres',
    search: ({ digits, caller }) =>
      digits
        ? Promise.resolve(PAGE)
        : new Promise((resolve) => running.push({ caller, end: () => resolve(PAGE) })),
  });
  /** What became of it; undefined while it waits. */
  const ask = (query: EngineQuery, signal = nobody) => {
    const asked: { outcome?: EnginePage | Error } = {};
    engine.search(query, signal).then(
      (page) => (asked.outcome = page),
      (error: Error) => (asked.outcome = error),
    );
    return asked;
  };
  const callers = () => running.map(({ caller }) => caller);
  return { engine, ask, running, callers };
}

test('codes are answered while texts have every slot and every place in the line', async () => {
  const { engine, ask, running } = start();
  for (let i = 0; i < 200; i += 1) ask({ ...TEXT, caller: `text ${i % 30}` });
  await waitFor('four texts to be under way', () => running.length === 4);
  expect(await engine.search(CODE, nobody)).toBe(PAGE);
});

test('one caller has two of the four slots and never the whole line', async () => {
  const { ask, callers, running } = start();
  const asked = Array.from({ length: 60 }, () => ask(TEXT));
  await waitFor('those past the caller’s line to be refused', () => asked.at(-1)?.outcome !== undefined);
  expect(asked.filter(({ outcome }) => outcome !== undefined)).toHaveLength(60 - 42);
  expect(asked.at(-1)?.outcome).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '1' } });
  const other = ask({ ...TEXT, caller: 'another' });
  await waitFor('the other caller’s turn', () => callers().includes('another'));
  expect(callers()).toEqual(['one', 'one', 'another']);
  running.at(-1)?.end();
  await waitFor('an answer', () => other.outcome === PAGE);
});

test('who leaves the line keeps nobody behind them waiting', async () => {
  const { ask, running } = start();
  const gone = new AbortController();
  ask(TEXT);
  ask(TEXT);
  const left = ask(TEXT, gone.signal);
  const last = ask(TEXT);
  await waitFor('two to be under way', () => running.length === 2);
  gone.abort();
  running[0]?.end();
  await waitFor('the last one’s turn', () => running.length === 3);
  running[2]?.end();
  await waitFor('an answer', () => last.outcome === PAGE);
  expect(left.outcome).toBeInstanceOf(Error);
});
