import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { changeCategory } from '../../../src/catalog/categories/change-category.ts';
import { categories } from '../../../src/platform/db/schema/catalogue.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import { insertProduct, type ProductFacts } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createBareSearch } from '../../support/search/bare-search.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { createTestApi } from '../../support/test-api.ts';

/** A product by name and brand, and texts that are each to find it among the first three. */
const SPELLINGS: [name: string, brand: string | null, ...texts: string[]][] = [
  ['Wheat drink 500 g', null, 'wheat drink 500g', 'wheat drink 500 g'],
  ['Barley drink 500g', null, 'barley drink 500 g', 'barley drink 500g'],
  ['Tonic 1,5 l', 'Bubblo', 'tonic 1.5L', 'tonic 1,5l', 'tonic 1.5 l', 'bubblo 1,5 l'],
  ['Peanut candy', "M&M's", "m&m's peanut", 'm&ms peanut', 'm & m peanut', 'm and ms peanut'],
  [
    'Cookie dough',
    "Ben & Jerry's",
    'ben and jerrys',
    'ben et jerry',
    'ben und jerrys dough',
    'ben & jerry’s',
  ],
  ['Zero', 'Coca-Cola', 'coca cola zero', 'cocacola zero', 'coca-cola zero'],
  ['Free', '7up', '7 up free', '7up free', '7-up free'],
  ['Shampoo', "L'Oréal", 'loreal shampoo', "l'oreal shampoo", 'l oreal shampoo', 'l’oréal shampoo'],
  ['Tomatoes peeled', null, 'tomato peeled', 'tomatoes peeled', 'peeled tomato'],
  ['Biscuit nature', null, 'biscuits nature', 'biscuit nature'],
  ['Müsli Schoko', null, 'muesli schoko', 'müsli schoko', 'musli schoko'],
  ['Muesli Nuss', null, 'müsli nuss', 'musli nuss'],
  ['Käse in Würfeln', null, 'kaese in wuerfeln', 'kase würfeln'],
  ['Weißwein trocken', null, 'weisswein trocken', 'weisswein', 'WEISSWEIN'],
  ['Bœuf bourguignon', null, 'boeuf bourguignon', 'bœuf'],
  ['ﬁne pasta ﬂour', null, 'fine pasta flour'],
  ['Fındık ezmesi', null, 'findik ezmesi', 'FINDIK EZMESİ', 'fındık'],
  ['Smørrebrød', 'Åhus', 'smorrebrod', 'ahus smørrebrød'],
  ['Żółty ser', 'Łódź', 'zolty ser lodz', 'łódź ser'],
  ['Шоколад молочный', 'Алёнка', 'шоколад аленка', 'Алёнка молочный', 'ШОКОЛАД'],
  ['Σοκολάτα γάλακτος', null, 'σοκολατα', 'ΣΟΚΟΛΑΤΑ ΓΑΛΑΚΤΟΣ'],
  ['شُوكُولاتَة داكنة', null, 'شوكولاتة داكنة', 'شوكولاتة'],
  ['牛奶巧克力', null, '巧克力', '牛奶'],
  ['抹茶チョコレート', null, 'チョコレート', '抹茶'],
  ['グミぶどう味', null, 'ぶどう', 'グミ'],
  ['초콜릿 우유', null, '초콜릿', '우유'],
];

const OTHERS: ProductFacts[] = [
  {
    name: 'Noir intense 85 %',
    brand: 'Lindqvist',
    category: 'food/label-sweets/label-chocolates',
    qualityScore: 0.6,
  },
  {
    name: 'Milk bar',
    brand: 'Other Mill',
    category: 'food/label-sweets/label-chocolates',
    qualityScore: 0.9,
    countryOfOrigin: 'France',
  },
  {
    name: 'Hazelnut spread',
    brand: 'Avelotta',
    facts: {
      name_lang: 'en',
      names: { de: 'Haselnussaufstrich', fr: 'Pâte à tartiner' },
      generic_names: { de: 'Brotaufstrich mit Kakao' },
      brands: ['Avelotta', 'Harbour Foods'],
    },
    gtins: ['036000291452'],
  },
  ...Array.from({ length: 130 }, (_, n) => ({
    name: `Filler loaf ${n}`,
    brand: 'Fillmore',
    qualityScore: (n % 50) / 50,
  })),
];

let database: TestDatabase;
let index: TestIndex | undefined;
const searches: { postgres?: Search; engine?: Search } = {};
const engines = inject('meilisearch') ? (['postgres', 'engine'] as const) : (['postgres'] as const);

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  for (const [name, brand] of SPELLINGS) await insertProduct(db, { name, brand });
  for (const facts of OTHERS) await insertProduct(db, facts);
  const metrics = createMetrics();
  searches.postgres = createSearch({ db, metrics, logger: createLogger('test', 'error'), engine: undefined });
  if (!inject('meilisearch')) return;
  index = startTestIndex(database);
  await index.settled();
  searches.engine = createBareSearch({ db, metrics, index });
});
afterAll(async () => {
  for (const search of Object.values(searches)) search.close();
  await index?.close();
  await database.drop();
});

const finderOf = (engine: keyof typeof searches) => async (parameters: Record<string, string>) => {
  const search = searches[engine];
  if (!search) throw new Error(`${engine} is not here`);
  return await search.searchProducts(
    searchQuerySchema.parse({ in: 'all', ...parameters }),
    AbortSignal.timeout(10_000),
  );
};

describe.skipIf(!inject('meilisearch'))('a search of all labels', () => {
  const find = finderOf('engine');
  const namesOf = async (parameters: Record<string, string>) =>
    (await find(parameters)).items.map(({ name }) => name);

  it.each(SPELLINGS)('finds %s of %s, however it is spelt', async (name, _brand, ...texts) => {
    for (const q of texts) expect((await namesOf({ q })).slice(0, 3), q).toContain(name);
  });

  it('says which kind of label holds most of the text', async () => {
    const matchedOf = async (q: string) => {
      const [first] = (await find({ q })).items;
      return [first?.name, first?.matched];
    };
    expect(await matchedOf('lindqvist noir intense')).toEqual(['Noir intense 85 %', 'name']);
    expect(await matchedOf('lindqvist')).toEqual(['Noir intense 85 %', 'brand']);
    expect(await matchedOf('lindqvist label chocolates')).toEqual(['Noir intense 85 %', 'category']);
    expect(await matchedOf('haselnussaufstrich')).toEqual(['Hazelnut spread', 'name']);
    expect(await matchedOf('brotaufstrich kakao')).toEqual(['Hazelnut spread', 'name']);
    expect(await matchedOf('harbour foods spread')).toEqual(['Hazelnut spread', 'brand']);
    expect(await matchedOf('036000291452')).toEqual(['Hazelnut spread', 'barcode']);
  });

  it('finds products by a synonym of their category, and of one above it', async () => {
    const { db } = database;
    const changeSynonyms = async (code: string, synonyms: string[]) => {
      const [category] = await db
        .select({ id: categories.id })
        .from(categories)
        .where(eq(categories.code, code));
      await changeCategory(db, { actor: 'cli:import' }, category?.id ?? '', { synonyms, dry_run: false });
    };
    await changeSynonyms('label-chocolates', ['Tablettchen']);
    await changeSynonyms('label-sweets', ['Naschwerk']);
    await index?.settled();
    const both = { q: 'tablettchen lindqvist' };
    // A product that lacks a word is left out by Meilisearch, and ranked behind by OpenSearch.
    const lacking = inject('searchEngine') === 'opensearch' ? ['Milk bar'] : [];
    expect(await namesOf(both)).toEqual(['Noir intense 85 %', ...lacking]);
    for (const q of [both.q, 'lindqvist tablettchen'])
      expect(await namesOf({ q, sort: 'quality' }), q).toEqual(['Noir intense 85 %']);
    expect((await namesOf({ q: 'naschwerk' })).toSorted()).toEqual(['Milk bar', 'Noir intense 85 %']);
    await changeSynonyms('label-sweets', []);
    await index?.settled();
    expect(await namesOf({ q: 'naschwerk' })).toEqual([]);
  });

  it('ranks by similarity × (0.5 + quality), with the similarity as score', async () => {
    const { items } = await find({ q: 'label chocolates' });
    expect(items.map(({ name }) => name).slice(0, 2)).toEqual(['Milk bar', 'Noir intense 85 %']);
    const ranks = items.map(({ score, quality_score }) => (score ?? 0) * (0.5 + quality_score));
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    const [best] = (await find({ q: 'hazelnut spread avelotta' })).items;
    expect(best?.score).toBe(1);
  });

  it('shows each product once from page to page, also beyond the first window', async () => {
    const pages = [];
    for (let page = 1; page <= 7; page++)
      pages.push(...(await find({ q: 'fillmore loaf', size: '20', page: String(page) })).items);
    const ids = pages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(pages.filter(({ brand }) => brand === 'Fillmore')).toHaveLength(130);
  });

  it('is settled with an exact total where every candidate was fetched', async () => {
    expect(await find({ q: 'lindqvist' })).toMatchObject({ is_settled: true, total_is_exact: true });
    expect(await find({ q: 'fillmore loaf' })).toMatchObject({ is_settled: false });
  });

  it('filters, counts facets and explains', async () => {
    expect(await namesOf({ q: 'label chocolates', country: 'France' })).toEqual(['Milk bar']);
    expect(await namesOf({ q: 'label chocolates', brand: 'lindqvist' })).toEqual(['Noir intense 85 %']);
    expect(await namesOf({ q: 'label chocolates', brand: 'nobody' })).toEqual([]);
    const counted = await find({ q: 'label chocolates', facets: 'brand', size: '0' });
    expect(counted).toMatchObject({ items: [], total: 2 });
    expect(counted.facets?.brand?.values.map(({ label, count }) => [label, count])).toEqual([
      ['Lindqvist', 1],
      ['Other Mill', 1],
    ]);
    const { explanation } = await find({ q: 'lindqvist', explain: 'true' });
    expect(explanation).toMatchObject({ in: 'all', similarity_threshold: 0, names_looked_at: 1 });
  });

  it.each([
    ['name', ['Milk bar', 'Noir intense 85 %']],
    ['quality', ['Milk bar', 'Noir intense 85 %']],
    ['-created', ['Milk bar', 'Noir intense 85 %']],
    ['nutrient:salt', undefined],
  ])('orders by %s', async (sort, expected) => {
    const { items } = await find({ q: 'label chocolates', sort });
    expect(items).toHaveLength(2);
    if (expected) expect(items.map(({ name }) => name)).toEqual(expected);
  });

  it('finds a new name of a category above the product', async () => {
    expect(await namesOf({ q: 'leckereien' })).toEqual([]);
    await database.pool.query(
      `update categories set names = '{"de": "Leckereien"}' where code = 'label-sweets'`,
    );
    await index?.settled();
    expect((await namesOf({ q: 'leckereien' })).toSorted()).toEqual(['Milk bar', 'Noir intense 85 %']);
  });
});

describe('Postgres, where the engine is away', () => {
  const find = finderOf('postgres');

  it('finds names and brands, and says that the page is not settled', async () => {
    for (const q of ['lindqvist', 'lindqvist noir', 'noir intense lindqvist', 'noir intens']) {
      const page = await find({ q });
      expect(page.items[0]?.name, q).toBe('Noir intense 85 %');
      expect(page).toMatchObject({ is_settled: false, total_is_exact: false });
    }
  });
});

describe.each(engines)('with the %s', (engine) => {
  const find = finderOf(engine);

  it.each([
    ['a long text', 'ab '.repeat(66)],
    ['signs only', '%&/()=?!"§$'],
    ['an open quote', '"chocolate'],
    ['operators', '-chocolate -milk'],
    ['one letter', 'a'],
    ['60 words', Array.from({ length: 60 }, (_, n) => `w${n % 10}`).join(' ')],
    ['emoji', '🍫🥛'],
    ['right to left', 'שוקולד חלב'],
    ['zero width', 'haz​el‍nut'],
    ['marks', 'é̂̃̄̅'.repeat(20)],
    ['a blank', '   '],
  ])('answers %s', async (_what, q) => {
    const page = await find({ q });
    expect(page.items.length).toBeLessThanOrEqual(20);
  });

  it('looks for a code in barcodes as ever', async () => {
    const inAll = await find({ q: '036000291452' });
    expect(inAll).toEqual(await find({ q: '036000291452', in: 'name' }));
    expect(inAll).toMatchObject({ is_settled: true, total: 1 });
  });
});

it('refuses another place to search than those there are', async () => {
  const { searchProducts } = searches.postgres ?? {};
  if (!searchProducts) throw new Error('there is no search');
  const { request } = createTestApi(database, { searchProducts });
  const { status, body } = await request().get('/api/v1/products/search?q=a&in=foo');
  expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
  expect(body.error.message).toContain('name or all');
});
