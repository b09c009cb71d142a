import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../src/platform/db/client.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch } from '../../../src/search/create-search.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const BRANDS = ['Mt. Olive', 'Ben & Jerry’s', 'Ölmühle Süd', 'Мельница', '7-Up'];
const WRITTEN = ['MT OLIVE', 'ben jerrys', 'OLMUHLE-SUD', 'мельница!', '7 UP'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const brand of BRANDS) await insertProduct(database.db, { name: `Of ${brand}`, brand });
});
afterAll(() => database.drop());

/** Searches over a connection whose statements are counted. */
function openSearch() {
  const counts = { asked: 0, running: 0, most: 0 };
  const db = new Proxy(database.db, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (name !== 'execute') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return async (statement: Parameters<Db['execute']>[0]) => {
        counts.asked += 1;
        counts.running += 1;
        counts.most = Math.max(counts.most, counts.running);
        try {
          return await target.execute(statement);
        } finally {
          counts.running -= 1;
        }
      };
    },
  });
  const { searchProducts } = createSearch({
    db,
    metrics: createMetrics(),
    logger: createLogger('test', 'error'),
    engine: undefined,
  });
  const ask = (query: Record<string, string>, caller = 'one') =>
    searchProducts(searchQuerySchema.parse(query), new AbortController().signal, caller);
  return { counts, ask };
}

const unknown = (count: number) => Array.from({ length: count }, (_, n) => `nobody ${n}`).join(',');

it.each(['brand_in', 'category_in', 'country_in', 'kind_in', 'sold_in'])(
  '100 unknown values of %s cost one statement, and the first of them is named',
  async (name) => {
    const { counts, ask } = openSearch();
    await expect(ask({ [name]: unknown(100) })).rejects.toMatchObject({
      code: 'invalid_parameter',
      details: { parameter: name, value: 'nobody 0' },
    });
    // Of brands: by slug, and by name.
    expect(counts.asked).toBeLessThanOrEqual(2);
  },
);

it('finds brands by any spelling in one statement, up to the first that nobody has', async () => {
  const { counts, ask } = openSearch();
  const { items } = await ask({ brand_in: WRITTEN.join(',') });
  expect(new Set(items.map(({ brand }) => brand))).toEqual(new Set(BRANDS));
  expect(counts.asked).toBeLessThanOrEqual(3);
  await expect(ask({ brand_in: `${WRITTEN[0]},${unknown(2)},${WRITTEN[1]}` })).rejects.toMatchObject({
    details: { value: 'nobody 0' },
  });
  for (const noName of ['!!', '-', '…'])
    await expect(ask({ brand_in: noName })).rejects.toMatchObject({ details: { value: noName } });
});

it('reads the filters of one caller two at a time', async () => {
  const { counts, ask } = openSearch();
  const refused = await Promise.allSettled(
    Array.from({ length: 20 }, () => ask({ brand_in: unknown(100), category_in: 'none' })),
  );
  expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
  // Each reads brands and categories.
  expect(counts.most).toBeLessThanOrEqual(4);
});
