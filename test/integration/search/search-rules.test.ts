import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import { createBareSearch } from '../../support/search/bare-search.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { SIMILARITY_SETTINGS } from '../../../src/search/search-limits.ts';

const hasMeilisearch = inject('meilisearch') !== undefined;
const TWINS = 30;
/** Descending: whatever keeps the order of insertion is wrong. */
const twinIds = Array.from(
  { length: TWINS },
  (_, i) => `0190a000-0000-7000-8000-0000000000${String(TWINS - i).padStart(2, '0')}`,
);

let database: TestDatabase;
let unsorted: Pool;
let index: TestIndex | undefined;
const searches: { postgres?: Search; meilisearch?: Search } = {};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  // Plans that go through the ids in their order would hide that nobody has asked for it.
  unsorted = createPool({
    url: database.url,
    applicationName: 'factshelf-test',
    statementTimeoutMs: 15_000,
    settings: {
      ...SIMILARITY_SETTINGS,
      enable_sort: 'off',
      enable_indexscan: 'off',
      enable_indexonlyscan: 'off',
    },
    logger: createLogger('test', 'warn'),
  });
  if (hasMeilisearch) {
    // Before the products: an index that is filled at once is filled in the order of ids.
    index = startTestIndex(database);
    await index.settled();
  }
  for (const id of twinIds) {
    await insertProduct(db, { id, name: 'Brindlewick twin', qualityScore: 0.5, category: 'rule-twins' });
  }
  const named = [
    { name: 'Ostrava cola', category: 'goods/rule-drinks', brand: 'Plain & Co', countryOfOrigin: 'Poland' },
    {
      name: 'Ostrava tea',
      category: 'goods/rule-drinks-hot',
      brand: '50%_off',
      countryOfOrigin: 'New Poland',
    },
    { name: 'Ostrava malt', category: 'goods/rule-drinks/rule-beers', countryOfOrigin: 'Polynesia' },
    { name: 'Kvassolin', qualityScore: 0.9 },
  ];
  for (const facts of named) await insertProduct(db, facts);
  const metrics = createMetrics();
  const logger = createLogger('test', 'error');
  searches.postgres = createSearch({ db: createDb(unsorted), metrics, logger, engine: undefined });
  if (!index) return;
  await index.settled();
  searches.meilisearch = createBareSearch({ db, metrics, index });
});
afterAll(async () => {
  searches.meilisearch?.close();
  await index?.close();
  await unsorted.end();
  await database.drop();
});

describe.each(hasMeilisearch ? (['postgres', 'meilisearch'] as const) : (['postgres'] as const))(
  'with the %s engine',
  (engine) => {
    const find = async (parameters: Record<string, string>) => {
      const search = searches[engine];
      if (!search) throw new Error(`${engine} is not here`);
      return await search.searchProducts(searchQuerySchema.parse(parameters), AbortSignal.timeout(10_000));
    };
    const namesOf = async (parameters: Record<string, string>) =>
      (await find(parameters)).items.map(({ name }) => name).toSorted();

    it.each<Record<string, string>>([
      { q: 'brindlewick twin' },
      { q: 'brindlewick' },
      { q: 'brindelwick twin' },
      { category: 'rule-twins' },
      { category: 'rule-twins', q: 'brindlewick twin' },
    ])('products of one rank come by id, on one page and from page to page: %o', async (query) => {
      const ids = async (page: Record<string, string>) =>
        (await find({ ...query, ...page })).items.map(({ id }) => id);
      const expected = twinIds.toSorted();
      expect(await ids({ size: '100' })).toEqual(expected);
      const paged = [];
      for (const page of ['1', '2', '3', '4', '5']) paged.push(...(await ids({ size: '7', page })));
      expect(paged).toEqual(expected);
    });

    it('a category is not its sibling whose code begins alike', async () => {
      expect(await namesOf({ category: 'rule-drinks' })).toEqual(['Ostrava cola', 'Ostrava malt']);
      expect(await namesOf({ q: 'ostrava', category: 'rule-drinks' })).toEqual([
        'Ostrava cola',
        'Ostrava malt',
      ]);
      expect(await namesOf({ q: 'ostrava', category: 'rule-drinks-hot' })).toEqual(['Ostrava tea']);
    });

    it('a country is named by its beginning, not by what is inside it', async () => {
      expect(await namesOf({ q: 'ostrava', country: 'pol' })).toEqual(['Ostrava cola', 'Ostrava malt']);
      expect(await namesOf({ q: 'ostrava', country: 'poland' })).toEqual(['Ostrava cola']);
    });

    it.each(['%', '_'])('a brand is named by a plain %s, which stands for nothing else', async (brand) => {
      expect(await namesOf({ q: 'ostrava', brand })).toEqual(['Ostrava tea']);
    });

    it('all filters at once cut the set, with a text and without one', async () => {
      const filters = { category: 'rule-drinks', brand: 'plain', country: 'pol' };
      expect(await namesOf(filters)).toEqual(['Ostrava cola']);
      expect(await namesOf({ ...filters, q: 'ostrava cola please' })).toEqual(['Ostrava cola']);
      expect(await namesOf({ ...filters, q: 'ostrava', country: 'polyn' })).toEqual([]);
    });

    it('a score has six decimals, whatever a 4-byte float has', async () => {
      // 6 of 10 trigrams: 0.6000000238418579 as a float of 4 bytes.
      const [found] = (await find({ q: 'kvassolan' })).items;
      expect(found).toMatchObject({ name: 'Kvassolin', score: expect.any(Number) });
      expect(String(found?.score)).toMatch(/^0\.\d{1,6}$/);
    });
  },
);
