import { expect, test } from 'vitest';
import { expectInTime } from '../../support/in-time.ts';
import type { EnginePage, EngineQuery, FirstEngine } from '../../../src/search/search-engine.ts';
import { LAG_PATIENCE_MS } from '../../../src/search/search-limits.ts';
import { withLagHint } from '../../../src/search/create-search.ts';

const QUERY: EngineQuery = {
  text: 'oats',
  digits: undefined,
  filters: {},
  offset: 0,
  limit: 20,
  caller: '',
};
const COMPLETE: EnginePage = { items: [], total: 1, isTotalExact: true, isSettled: true };
const INCOMPLETE: EnginePage = { ...COMPLETE, isTotalExact: false, isSettled: false };

function askWith(isIndexBehind: () => Promise<boolean>, page: EnginePage | undefined = COMPLETE) {
  const engine = withLagHint<FirstEngine>({ name: 'meilisearch', search: async () => page }, isIndexBehind);
  return () => engine.search(QUERY, new AbortController().signal);
}

test.each([
  ['that cannot be looked at', () => Promise.reject(new Error('no connection'))],
  ['of which nothing is heard', () => new Promise<boolean>(() => undefined)],
])('an index %s is taken for one that lags, without a long wait', async (_, look) => {
  const ask = askWith(look);
  expect(await expectInTime(2 * LAG_PATIENCE_MS, async () => await ask())).toEqual(INCOMPLETE);
});

test('searches at once share one look', async () => {
  let looks = 0;
  const ask = askWith(async () => ++looks === 0);
  await Promise.all([ask(), ask(), ask()]);
  await ask();
  expect(looks).toBe(1);
});

test('the index is looked at before the engine is asked', async () => {
  const asked: string[] = [];
  const engine = withLagHint<FirstEngine>(
    { name: 'meilisearch', search: async () => void asked.push('engine') },
    async () => asked.push('index') === 0,
  );
  await engine.search(QUERY, new AbortController().signal);
  expect(asked).toEqual(['index', 'engine']);
});
