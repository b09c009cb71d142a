import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { answeredProductSchema } from '../../../src/catalog/products/product-contract.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { CARD_FIELDS } from '../../../src/search/search-contract.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { createBareSearch } from '../../support/search/bare-search.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { createTestApi, expectError } from '../../support/test-api.ts';

const hasEngine = inject('meilisearch') !== undefined;
const ENGINES = hasEngine ? (['postgres', 'engine'] as const) : (['postgres'] as const);
const FACTS = Object.keys(answeredProductSchema.shape);
// Pictures of the demo have addresses at the service.
const ROOT = 'https://facts.example.org';
const EVERY_FIELD = [...FACTS, 'score'].join(',');
const QUESTIONS = ['', 'q=hazelnut+spred', 'q=milk&lang=de', 'category=beverages&lang=fr', 'q=9521000000018'];

const metrics = createMetrics();
const logger = createLogger('test', 'error');
let database: TestDatabase;
let index: TestIndex | undefined;
const searches: Partial<Record<(typeof ENGINES)[number], Search>> = {};

beforeAll(async () => {
  database = await createDemoDatabase();
  const { db } = database;
  searches.postgres = createSearch({ db, metrics, logger, engine: undefined });
  if (!hasEngine) return;
  index = startTestIndex(database);
  await index.equal();
  searches.engine = createBareSearch({ db, metrics, index });
});
afterAll(async () => {
  for (const search of Object.values(searches)) search.close();
  await index?.close();
  await database.drop();
});

interface Page {
  items: (Record<string, unknown> & { id: string; name: string; score: number | null })[];
  total: number;
  total_is_exact: boolean;
}

describe.each(ENGINES)('with the %s engine', (engine) => {
  const searchOf = () => {
    const search = searches[engine];
    if (!search) throw new Error(`${engine} is not here`);
    return search;
  };
  const ask = async (query: string): Promise<Page> => {
    const api = createTestApi(database, { searchProducts: searchOf().searchProducts, publicUrl: ROOT });
    const { body, status } = await api.get(`/products/search?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as Page;
  };

  test.each(QUESTIONS)('items of %j have every fact as the detail has it, by name', async (question) => {
    const plain = await ask(`${question}&size=100`);
    const { items } = await ask(`${question}&size=100&fields=${EVERY_FIELD}`);
    expect(items.map(({ id, score }) => ({ id, score }))).toEqual(
      plain.items.map(({ id, score }) => ({ id, score })),
    );
    const lang = /lang=\w+/.exec(question)?.[0] ?? '';
    const { get } = createTestApi(database, { publicUrl: ROOT });
    for (const { score: _score, ...item } of items.slice(0, 20))
      expect(item).toEqual((await get(`/products/${item.id}?${lang}`)).body);
  });

  test('only the named facts come', async () => {
    const { items } = await ask('q=hazelnut&size=3&fields=nutri_score,pictures');
    expect(items.map((item) => Object.keys(item).toSorted())).toEqual(
      Array.from({ length: 3 }, () => ['gtin', 'id', 'name', 'nutri_score', 'pictures']),
    );
  });

  test('the facts of cards are those of the detail', async () => {
    const cards = `name_lang,brand,${CARD_FIELDS.join(',')}`;
    const light = await ask(`lang=de&size=50&fields=${cards}`);
    const whole = await ask(`lang=de&size=50&fields=${cards},sources,pictures`);
    expect(whole.items.map(({ sources: _sources, pictures: _pictures, ...item }) => item)).toEqual(
      light.items,
    );
    expect(light.items.some(({ nutri_score: score }) => score !== null)).toBe(true);
  });

  test.each([...QUESTIONS, 'q=milk&facets=brand', 'sort=name', 'q=choc&sort=name', 'q=zzzzz', 'page=7'])(
    'size=0 counts %j as a page does',
    async (question) => {
      const { items: _items, ...page } = await ask(`${question}&size=20`);
      expect(await ask(`${question}&size=0`)).toEqual({ ...page, items: [], size: 0 });
    },
  );

  test('a product that went out of use since it was indexed is left out', async () => {
    const { searchProducts } = searchOf();
    const setStatus = (id: string, status: 'archived' | 'active') =>
      database.db.update(products).set({ status }).where(eq(products.id, id));
    let gone = '';
    const { get } = createTestApi(database, {
      searchProducts: async (...asked) => {
        const page = await searchProducts(...asked);
        gone = page.items[1]?.id ?? '';
        await setStatus(gone, 'archived');
        return page;
      },
    });
    const { body, status } = await get(
      '/products/search?q=hazelnut&size=3&fields=name,allergens&explain=true',
    );
    await setStatus(gone, 'active');
    await index?.equal();
    const { items } = body as Page;
    expect(status).toBe(200);
    expect(items).toHaveLength(2);
    expect(items.map(({ id }) => id)).not.toContain(gone);
    for (const { name, explanation } of items)
      expect(name.toLowerCase()).toContain((explanation as { matched_text: string }).matched_text);
  });
});

test('a field that no product has is refused', async () => {
  const { get } = createTestApi(database, { publicUrl: ROOT });
  expectError(await get('/products/search?fields=name,nutriscore'), 400, 'invalid_parameter');
});
