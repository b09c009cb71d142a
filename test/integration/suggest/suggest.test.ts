import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listenForNotifications } from '../../../src/db/notifications/notification-listener.ts';
import { createLogger } from '../../../src/logger.ts';
import { createMetrics } from '../../../src/metrics.ts';
import type { IndexClient } from '../../../src/search/index-reader/index-reader.ts';
import { createMeilisearchClient } from '../../../src/search/index-reader/meilisearch/meilisearch-client.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import type { Suggestion } from '../../../src/search/suggest/suggest-contract.ts';
import { clearCatalogue, ensureBrand, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = createLogger('test', 'silent');
const FOUND_BY = ['what the process holds', 'Postgres'] as const;
let database: TestDatabase;
let index: TestIndex;
const searches: Search[] = [];
let listener: ReturnType<typeof listenForNotifications> | undefined;
const apis: Partial<Record<(typeof FOUND_BY)[number], TestApi>> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await clearCatalogue(db);
  const spreads = 'food/spreads';
  await insertProduct(db, {
    name: 'Nutfield spread',
    brand: 'Nutfield',
    category: spreads,
    gtins: ['3017620422003'],
    qualityScore: 0.7,
  });
  await insertProduct(db, { name: 'Nutfield spread', brand: 'Nutfield', category: spreads });
  await insertProduct(db, { name: 'Nutfield bar', category: spreads, qualityScore: 0.9 });
  await insertProduct(db, { name: 'Creamy nutfield', category: 'food/nut-creams' });
  await insertProduct(db, { name: 'Nutfield draft', status: 'draft' });
  await insertProduct(db, { name: 'Crème Straße', brand: 'Weißbräu', category: 'food/desserts' });
  await ensureBrand(db, 'Nutless');
  index = startTestIndex(database);
  await index.settled();
  const open = (client: IndexClient | undefined) => {
    const search = createSearch({ db, metrics: createMetrics(), logger, index: client });
    searches.push(search);
    return createTestApi(database, { suggest: search.suggest });
  };
  apis[FOUND_BY[0]] = open(index.openClient());
  apis[FOUND_BY[1]] = open(undefined);
  listener = listenForNotifications({
    databaseUrl: database.url,
    hearers: searches.flatMap(({ hearers }) => hearers),
    logger,
  });
  // Typos are found in what is held alone.
  await waitFor('the products are held', async () => (await ask(FOUND_BY[0], 'q=nutfielx')).length > 0);
});
afterAll(async () => {
  for (const search of searches) await search.close();
  await listener?.close();
  await index?.close();
  await database?.drop();
});

async function ask(by: (typeof FOUND_BY)[number], query: string): Promise<Suggestion[]> {
  const response = await (apis[by] as TestApi).get(`/suggest?${query}`);
  expect(response.status, response.text).toBe(200);
  return (response.body as { items: Suggestion[] }).items;
}
const texts = async (by: (typeof FOUND_BY)[number], query: string) =>
  (await ask(by, query)).map(({ type, text }) => `${type} ${text}`);

describe.skipIf(!inject('meilisearch')).each(FOUND_BY)('suggestions from %s', (by) => {
  it('begin with what is typed, then have words that do, the types in turn', async () => {
    expect(await texts(by, 'q=NUT')).toEqual([
      'brand Nutfield',
      'category Nut creams',
      'product Nutfield bar',
      'product Nutfield spread',
      'product Creamy nutfield',
    ]);
    expect(await texts(by, 'q=nutfield+sp')).toEqual(['product Nutfield spread']);
    expect(await texts(by, 'q=spread+nut')).toEqual(['product Nutfield spread']);
  });

  it('show what they are, the best product of a name, and what of them is alike', async () => {
    const [brand, category, product] = await ask(by, 'q=nut&size=3');
    expect(brand).toEqual({
      type: 'brand',
      text: 'Nutfield',
      highlights: [[0, 3]],
      slug: 'nutfield',
      count: 2,
    });
    expect(category).toEqual({
      type: 'category',
      text: 'Nut creams',
      highlights: [[0, 3]],
      code: 'nut-creams',
      path: 'food/nut-creams',
      count: 1,
    });
    expect(product).toMatchObject({ type: 'product', text: 'Nutfield bar', gtin: null, brand: null });
    const [spread] = await ask(by, 'q=nutfield+spread');
    expect(spread).toMatchObject({ gtin: '3017620422003', brand: 'Nutfield' });
  });

  it('count the products of a whole subtree', async () => {
    const [food] = await ask(by, 'q=foo&types=category');
    expect(food).toMatchObject({ text: 'Food', code: 'food', count: 5 });
  });

  it('take accents and ligatures for the plain letters, and mark the text as it is written', async () => {
    const [product] = await ask(by, 'q=creme+stras');
    expect(product?.highlights.map(([from, to]) => product.text.slice(from, to))).toEqual(['Crème', 'Straß']);
    expect(await texts(by, 'q=weissb')).toEqual(['brand Weißbräu']);
  });

  it('are of the types asked for, as many as asked for, and none for nothing', async () => {
    expect(await texts(by, 'q=nut&types=brand')).toEqual(['brand Nutfield']);
    expect(await texts(by, 'q=nut&types=product,category&size=2')).toEqual([
      'category Nut creams',
      'product Nutfield bar',
    ]);
    for (const nothing of ['', 'q=', 'q=%20', 'q=-!', 'q=nutl', 'q=%25', 'q=_utf'])
      expect(await texts(by, nothing), nothing).toEqual([]);
  });
});

describe.skipIf(!inject('meilisearch'))('suggestions of a process that holds the products', () => {
  const held = FOUND_BY[0];

  it('forgive one typo from five letters on', async () => {
    expect(await texts(held, 'q=nutfeild')).toEqual([
      'brand Nutfield',
      'product Nutfield bar',
      'product Nutfield spread',
      'product Creamy nutfield',
    ]);
    expect(await texts(held, 'q=spraed+nut')).toEqual(['product Nutfield spread']);
    expect(await texts(held, 'q=nxt')).toEqual([]);
  });

  it('follow a renamed brand and category, and a product out of use, within a second', async () => {
    const { db } = database;
    const id = await insertProduct(db, {
      name: 'Quillberry jam',
      brand: 'Quillmoor',
      category: 'food/quills',
    });
    const follows = (query: string, wanted: string[]) =>
      waitFor(query, async () => JSON.stringify(await texts(held, query)) === JSON.stringify(wanted));
    await follows('q=quill', ['brand Quillmoor', 'category Quills', 'product Quillberry jam']);
    await db.execute(
      sql`update brands set name = 'Mirrowed', brand_key = 'mirrowed' where slug = 'quillmoor'`,
    );
    await db.execute(sql`update categories set name = 'Feathers' where code = 'quills'`);
    await index.settled();
    await follows('q=mirrow', ['brand Mirrowed']);
    await follows('q=quill', ['product Quillberry jam']);
    await db.execute(sql`update products set status = 'archived' where id = ${id}`);
    // Before the index knows it, too.
    await follows('q=quillb', []);
    await index.settled();
    await follows('q=mirrow', []);
    await follows('q=feath', []);
  });

  it('come while the engine is away', async () => {
    const search = createSearch({
      db: database.db,
      metrics: createMetrics(),
      logger,
      index: createMeilisearchClient({ url: 'http://127.0.0.1:9', apiKey: undefined }, 'products'),
    });
    searches.push(search);
    const { get } = createTestApi(database, { suggest: search.suggest });
    const namesOf = async (q: string) =>
      ((await get(`/suggest?q=${q}`)).body as { items: Suggestion[] }).items.map(({ text }) => text);
    // From Postgres until all is held.
    expect(await namesOf('nutfield')).toContain('Nutfield bar');
    await waitFor('held', async () => (await namesOf('nutfielx')).includes('Nutfield bar'));
  });
});

describe('the request', () => {
  it.each([
    ['q', `q=${'x'.repeat(101)}`],
    ['q', 'q=a%00b'],
    ['q', 'q=a&q=b'],
    ['types', 'q=a&types=brand,shop'],
    ['types', 'q=a&types='],
    ['size', 'q=a&size=0'],
    ['size', 'q=a&size=21'],
    ['size', 'q=a&size=two'],
  ])('is refused for a bad %s: %s', async (parameter, query) => {
    const response = await createTestApi(database).get(`/suggest?${query}`);
    expectError(response, 400, 'invalid_parameter');
    expect((response.body as { error: { details: object } }).error.details).toMatchObject({ parameter });
  });

  it('may be kept for a minute, by shared caches only where the operator says so', async () => {
    const { headers, body } = await createTestApi(database).get('/suggest?q=Nut%20');
    expect(headers['cache-control']).toBe('private, max-age=60');
    expect(body).toMatchObject({ query: 'Nut ' });
    const shared = await createTestApi(database, { sharedCacheSeconds: 30 }).get('/suggest?q=nut');
    expect(shared.headers['cache-control']).toBe(
      'public, max-age=60, s-maxage=30, stale-while-revalidate=150',
    );
    expect(shared.headers['vary']).toContain('X-API-Key');
  });
});
