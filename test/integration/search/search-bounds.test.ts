import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { startApi } from '../../support/servers/started-api.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = createLogger('test', 'error');
const metrics = createMetrics();
const hasMeilisearch = inject('meilisearch') !== undefined;

let database: TestDatabase;
let index: TestIndex | undefined;
let exact: Search;
let planned: Search | undefined;

beforeAll(async () => {
  database = await createDemoDatabase();
  const { db } = database;
  exact = createSearch({ db, metrics, logger, engine: undefined });
  if (!hasMeilisearch) return;
  index = startTestIndex(database);
  await index.settled();
  planned = createSearch({ db, metrics, logger, engine: index.openEngine() });
  await waitFor('an answer by Meilisearch', async () => {
    await find(planned, 'milk');
    return (await metrics.searchPages.get()).values.length > 0;
  });
});

afterAll(async () => {
  planned?.close();
  await index?.close();
  await database.drop();
});

const find = (search: Search | undefined, q: string) =>
  search?.searchProducts(searchQuerySchema.parse({ q }), new AbortController().signal);

it.each(['a', 'milk', '1-', '0-', '.', '4006381333931'])(
  'a page of %s that is deeper than 1,000 products is 400, and says what else can be done',
  async (q) => {
    const api = createTestApi(database);
    const search = (query: string) => api.get(`/products/search?q=${q}&${query}`);
    for (const query of ['page=51', 'page=11&size=100', 'page=1000000&size=100']) {
      const { status, body } = await search(query);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error: {
          code: 'invalid_parameter',
          message: expect.stringContaining('page × size may be at most 1000'),
          details: { parameter: 'page' },
        },
      });
    }
    for (const query of ['page=50', 'page=10&size=100']) expect((await search(query)).status).toBe(200);
  },
);

it('without a text every page can be read', async () => {
  const { status, body } = await createTestApi(database).get('/products/search?q=%20&page=1000000&size=100');
  expect([status, body]).toMatchObject([200, { items: [] }]);
});

it.each(['1-', '0-', '-5', '57 -'])('%s is searched as its digits', async (q) => {
  expect(await find(exact, q)).toEqual(await find(exact, q.replaceAll(/\D/g, '')));
});

describe.runIf(hasMeilisearch)('few digits', () => {
  it.each(['1-', '0-', '-12'])(
    '%s are handed over to Postgres, which has the barcodes, where products are few',
    async (q) => {
      expect(await find(planned, q)).toEqual(await find(exact, q));
    },
  );

  it.each(['1-2', '0 0', '3 5 1'])('%s are words, and no code', async (q) => {
    const handedOver = async () =>
      (await metrics.searchHandOvers.get()).values.reduce((sum, { value }) => sum + value, 0);
    const before = await handedOver();
    expect(await find(planned, q)).toMatchObject({ total: (await find(exact, q))?.total });
    expect(await handedOver()).toBe(before);
  });
});

it('the program’s own connections know the threshold: what is less alike than pg_trgm’s own asks for is found', async () => {
  await insertProduct(database.db, { name: 'Wexmoor pantaloon' });
  const api = await startApi({ DATABASE_URL: database.url });
  try {
    const { text } = await api.get('/api/v1/products/search?q=wexmir');
    // 4 of 7 trigrams.
    expect(JSON.parse(text)).toMatchObject({ items: [{ name: 'Wexmoor pantaloon', score: 0.571429 }] });
  } finally {
    await api.stop();
  }
});
