import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { createMeilisearchEngine } from '../../../src/search/engines/meilisearch/meilisearch-engine.ts';
import type { IndexedEngine } from '../../../src/search/search-engine.ts';
import type { Suggestion } from '../../../src/search/suggest/suggest-contract.ts';
import { clearCatalogue, ensureBrand, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createBareSearch } from '../../support/search/bare-search.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = createLogger('test', 'silent');
const FOUND_BY = ['the engine', 'Postgres'] as const;
const ENGINE = FOUND_BY[0];
let database: TestDatabase;
let index: TestIndex;
/** Runs before brands and categories are sent to the engine. */
let beforeSent: (() => Promise<void>) | undefined;
const searches: Search[] = [];
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
    facts: {
      pictures: ['packaging', 'front'].map((role) => ({
        role,
        lang: null,
        url: `https://images.openfoodfacts.org/images/products/301/762/042/2003/${role}_en.6.full.jpg`,
        width: null,
        height: null,
      })),
    },
  });
  await insertProduct(db, { name: 'Nutfield spread', brand: 'Nutfield', category: spreads });
  await insertProduct(db, { name: 'Nutfield bar', category: spreads, qualityScore: 0.9 });
  await insertProduct(db, { name: 'Creamy nutfield', category: 'food/nut-creams' });
  await insertProduct(db, { name: 'Nutfield draft', status: 'draft' });
  await insertProduct(db, { name: 'Crème Straße', brand: 'Weißbräu', category: 'food/desserts' });
  await insertProduct(db, { name: 'Kakaocreme', brand: 'Ferrulo', category: spreads, qualityScore: 0.4 });
  await insertProduct(db, { name: 'Haselriegel', brand: 'Ferrulo', category: spreads });
  await insertProduct(db, {
    name: 'Nougat cream',
    facts: { name_lang: 'en', names: { de: 'Haselnussaufstrich' } },
  });
  await insertProduct(db, { name: '抹茶チョコレート' });
  await ensureBrand(db, 'Nutless');
  index = startTestIndex(database, {
    interceptSuggestions: (suggestions) => ({
      ...suggestions,
      async sendDocuments(lines) {
        await beforeSent?.();
        return await suggestions.sendDocuments(lines);
      },
    }),
  });
  await index.settled();
  apis[ENGINE] = serve(createBareSearch({ db, metrics: createMetrics(), index }));
  apis.Postgres = open(undefined);
  // Postgres finds no typos.
  await waitFor(
    'products and brands in the engine',
    async () => (await ask(ENGINE, 'q=nutfielx')).length === 4,
  );
});
afterAll(async () => {
  for (const search of searches) search.close();
  await index?.close();
  await database?.drop();
});

function open(engine: IndexedEngine | undefined): TestApi {
  return serve(createSearch({ db: database.db, metrics: createMetrics(), logger, engine }));
}

function serve(search: Search): TestApi {
  searches.push(search);
  return createTestApi(database, { suggest: search.suggest });
}

async function ask(by: (typeof FOUND_BY)[number], query: string): Promise<Suggestion[]> {
  const response = await (apis[by] as TestApi).get(`/suggest?${query}`);
  expect(response.status, response.text).toBe(200);
  return (response.body as { items: Suggestion[] }).items;
}
const texts = async (by: (typeof FOUND_BY)[number], query: string) =>
  (await ask(by, query)).map(({ type, text }) => `${type} ${text}`);
const follows = (query: string, wanted: string[]) =>
  waitFor(query, async () => JSON.stringify(await texts(ENGINE, query)) === JSON.stringify(wanted));

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

  it('find a brand and a name together, but no product by its brand alone', async () => {
    for (const query of ['q=kakaocreme+ferr', 'q=ferrulo+kak'])
      expect(await texts(by, query), query).toEqual(['product Kakaocreme']);
    expect(await texts(by, 'q=ferr')).toEqual(['brand Ferrulo']);
    const [product] = await ask(by, 'q=ferrulo+kak');
    expect(product).toMatchObject({ brand: 'Ferrulo', highlights: [[0, 3]] });
  });

  it('find a product by six digits or more of its barcode', async () => {
    for (const query of ['q=301762', 'q=2042+2003', 'q=204220&types=product'])
      expect(await ask(by, query), query).toMatchObject([{ gtin: '3017620422003', highlights: [] }]);
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
      name: 'Nut creams',
      path: 'food/nut-creams',
      count: 1,
    });
    expect(product).toMatchObject({
      type: 'product',
      text: 'Nutfield bar',
      gtin: null,
      brand: null,
      thumbnail: null,
    });
    const [spread] = await ask(by, 'q=nutfield+spread');
    expect(spread).toMatchObject({
      gtin: '3017620422003',
      brand: 'Nutfield',
      thumbnail: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.6.200.jpg',
    });
  });

  it('count the products of a whole subtree', async () => {
    const [food] = await ask(by, 'q=foo&types=category');
    expect(food).toMatchObject({ text: 'Food', code: 'food', count: 9 });
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
    for (const nothing of ['', 'q=', 'q=%20', 'q=-!', 'q=nutl', 'q=%25', 'q=_utf', 'q=30176'])
      expect(await texts(by, nothing), nothing).toEqual([]);
  });
});

describe.skipIf(!inject('meilisearch'))('suggestions from the engine alone', () => {
  it('forgive one typo from five letters on', async () => {
    expect(await texts(ENGINE, 'q=nutfeild')).toEqual([
      'brand Nutfield',
      'product Nutfield bar',
      'product Nutfield spread',
      'product Creamy nutfield',
    ]);
    expect(await texts(ENGINE, 'q=spraed+nut')).toEqual(['product Nutfield spread']);
    expect(await texts(ENGINE, 'q=nxt')).toEqual([]);
  });

  it('find names in other languages, and parts of words in scripts without blanks', async () => {
    expect(await texts(ENGINE, 'q=haselnussa')).toEqual(['product Nougat cream']);
    expect((await ask(ENGINE, 'q=haselnussa'))[0]?.highlights).toEqual([]);
    expect((await ask(ENGINE, 'q=チョコ'))[0]).toMatchObject({
      text: '抹茶チョコレート',
      highlights: [[2, 5]],
    });
  });

  it('follow a renamed brand and category, and a product out of use at once', async () => {
    const { db } = database;
    const id = await insertProduct(db, {
      name: 'Quillberry jam',
      brand: 'Quillmoor',
      category: 'food/quills',
    });
    await follows('q=quill', ['brand Quillmoor', 'category Quills', 'product Quillberry jam']);
    await db.execute(
      sql`update brands set name = 'Mirrowed', brand_key = 'mirrowed' where slug = 'quillmoor'`,
    );
    await db.execute(sql`update categories set name = 'Feathers' where code = 'quills'`);
    // Old names go before the engine knows the new ones.
    expect(await texts(ENGINE, 'q=quill')).toEqual(['product Quillberry jam']);
    await follows('q=mirrow', ['brand Mirrowed']);
    await follows('q=feath', ['category Feathers']);
    await db.execute(sql`update products set status = 'archived' where id = ${id}`);
    for (const query of ['q=quillb', 'q=mirrow', 'q=feath']) expect(await texts(ENGINE, query)).toEqual([]);
  });

  it('count products as they come and go', async () => {
    const { db } = database;
    const add = (name: string) => insertProduct(db, { name, brand: 'Tallow', category: 'food/tallies' });
    const first = await add('Candle one');
    await follows('q=tall', ['brand Tallow', 'category Tallies']);
    await add('Candle two');
    expect((await ask(ENGINE, 'q=tallow&types=brand'))[0]).toMatchObject({ count: 2 });
    await waitFor('two in the category', async () => {
      const [category] = await ask(ENGINE, 'q=tallies&types=category');
      return category?.type === 'category' && category.count === 2;
    });
    await db.execute(sql`update products set status = 'archived' where id = ${first}`);
    expect((await ask(ENGINE, 'q=tallow&types=brand'))[0]).toMatchObject({ count: 1 });
  });

  it('show each name once, however many products have it', async () => {
    for (let n = 0; n < 45; n++) await insertProduct(database.db, { name: 'Plumstone', qualityScore: 0.9 });
    await insertProduct(database.db, { name: 'Plumstone tart', qualityScore: 0.1 });
    await follows('q=plumst', ['product Plumstone', 'product Plumstone tart']);
  });

  it('come back by themselves when the index of brands and categories is lost', async () => {
    const engine = index.openEngine();
    const answers: unknown[] = [];
    const brands = { words: ['nutfield'], types: ['brand' as const], most: 5 };
    const query = { text: 'nutfield', typed: 'nutfield', digits: undefined, suggested: brands };
    const asked = { ...query, filters: {}, offset: 0, limit: 0, caller: '' };
    beforeSent = async () => {
      answers.push((await engine.search(asked, AbortSignal.timeout(10_000))) ?? 'handed over');
    };
    await index.engine.suggestions.remove(AbortSignal.timeout(10_000));
    // Postgres finds no typos. It answers while the engine refuses.
    await follows('q=nutfeild&types=brand', ['brand Nutfield']);
    beforeSent = undefined;
    engine.close();
    // OpenSearch has its mapping from the start, and answers nothing for a moment.
    if (inject('searchEngine') !== 'opensearch') expect(answers[0]).toBe('handed over');
    else expect(answers).not.toEqual([]);
  });

  it('come from Postgres while the engine is away', async () => {
    const away = { url: 'http://127.0.0.1:9', apiKey: undefined };
    const options = { access: away, indexUid: index.indexUid, metrics: createMetrics() };
    const { get } = open(createMeilisearchEngine(options));
    const { body } = await get('/suggest?q=nutfield');
    expect((body as { items: Suggestion[] }).items.map(({ text }) => text)).toContain('Nutfield bar');
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
