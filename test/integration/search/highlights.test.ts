import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { createMeilisearchEngine } from '../../../src/search/engines/meilisearch/meilisearch-engine.ts';
import type { ShownItem } from '../../../src/search/search-contract.ts';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createBareSearch } from '../../support/search/bare-search.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { createTestApi, expectError } from '../../support/test-api.ts';

/** Name, brand, what is typed, and the marked parts of both. */
const MARKED: [name: string, brand: string | null, q: string, inName: string[], inBrand: string[]][] = [
  ['Haselnusscreme zart', 'Nussberg', 'haselnuss nuss', ['Haselnuss'], ['Nuss']],
  ['Cre\u0300me bru\u0302le\u0301e', null, 'crème brûlée', ['Cre\u0300me', 'bru\u0302le\u0301e'], []],
  ['Weiße Straße', null, 'weiße straße', ['Weiße', 'Straße'], []],
  ['Grande ﬁgue ﬂambée', null, 'figue flamb', ['ﬁgue', 'ﬂamb'], []],
  ['İZMİR üzümü', 'Fındık', 'izmir üzüm findik', ['İZMİR', 'üzüm'], ['Fındık']],
  ['🍫🥛 Kakao 👩‍🍳 Traum', null, 'kakao traum', ['Kakao', 'Traum'], []],
  ['שוקולד חלב', 'עלית', 'שוקולד עלית', ['שוקולד'], ['עלית']],
  ['شُوكُولاتَة داكنة', null, 'شوكولاتة', ['شُوكُولاتَة'], []],
  ['牛奶巧克力', null, '巧克力', ['巧克力'], []],
  ['Zwetschgenröster', null, 'zwetschgenroster', ['Zwetschgenröster'], []],
  ['Kürbissuppe scharf', null, 'kurbisuppe', ['Kürbissuppe'], []],
  ['Tee & <b>Minze</b>', 'B & B', 'minze b', ['b', 'Minze', 'b'], ['B', 'B']],
];
const AWAY = { url: 'http://127.0.0.1:9', apiKey: undefined };
const logger = createLogger('test', 'silent');
let database: TestDatabase;
let index: TestIndex | undefined;
const searches: Record<string, Search> = {};
const engines = ['Postgres', 'the engine away', ...(inject('meilisearch') ? ['the engine'] : [])];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await clearCatalogue(db);
  for (const [name, brand] of MARKED) await insertProduct(db, { name, brand });
  await insertProduct(db, {
    name: 'Oat drink',
    gtins: ['3017620422003'],
    facts: { name_lang: 'en', names: { de: 'Hafergetränk' } },
  });
  const metrics = createMetrics();
  const engine = createMeilisearchEngine({ access: AWAY, indexUid: 'none', metrics });
  searches['Postgres'] = createSearch({ db, metrics, logger, engine: undefined });
  searches['the engine away'] = createSearch({ db, metrics: createMetrics(), logger, engine });
  if (!inject('meilisearch')) return;
  index = startTestIndex(database);
  await index.settled();
  searches['the engine'] = createBareSearch({ db, metrics: createMetrics(), index });
});
afterAll(async () => {
  for (const search of Object.values(searches)) search.close();
  await index?.close();
  await database?.drop();
});

describe.each(engines)('matched parts, found by %s', (by) => {
  const getRaw = async (query: Record<string, string>) => {
    const { searchProducts } = searches[by] as Search;
    const response = await createTestApi(database, { searchProducts }).get(
      `/products/search?${new URLSearchParams(query)}`,
    );
    expect(response.status, response.text).toBe(200);
    return response;
  };
  const find = async (query: Record<string, string>) =>
    ((await getRaw(query)).body as { items: ShownItem[] }).items;

  it.each(['name', 'all'])('are those of the shown name and brand, with in=%s', async (place) => {
    for (const [name, brand, q, inName, inBrand] of MARKED) {
      const items = await find({ q, in: place, highlight: 'true' });
      const item = items.find((one) => one.name === name);
      // The contract's mode finds no brands.
      if (!item && place === 'name') continue;
      const cut = (text: string, parts: { start: number; length: number }[] = []) =>
        parts.map(({ start, length }) => text.slice(start, start + length));
      expect(cut(name, item?.highlights?.name), q).toEqual(inName);
      expect(cut(brand ?? '', item?.highlights?.brand), q).toEqual(inBrand);
    }
  });

  it('may stand inside words, where the name contains the text', async () => {
    const [item] = await find({ q: 'schgenr', highlight: 'true' });
    expect(item?.highlights).toEqual({ name: [{ start: 4, length: 7 }], brand: [] });
  });

  it('are of the name in the wanted language, and of the fields that come', async () => {
    const query = { q: 'oat', lang: 'de', highlight: 'true' };
    const [item] = await find(query);
    expect(item).toMatchObject({ name: 'Hafergetränk', highlights: { name: [], brand: [] } });
    const [chosen] = await find({ q: 'kakao', fields: 'name', highlight: 'true' });
    expect(chosen?.highlights?.name).toEqual([{ start: 5, length: 5 }]);
    const [nussberg] = await find({ q: 'haselnuss nuss', fields: 'quality_score', highlight: 'true' });
    expect(nussberg?.highlights?.brand).toEqual([]);
  });

  it('are none without a text or for a barcode', async () => {
    const queries: Record<string, string>[] = [{}, { q: '3017620422003' }, { q: '3017620422003', in: 'all' }];
    for (const query of queries)
      for (const item of await find({ ...query, highlight: 'true' }))
        expect(item.highlights, JSON.stringify(query)).toEqual({ name: [], brand: [] });
  });

  it('do not come unless they are wanted', async () => {
    for (const place of ['name', 'all']) {
      const plain = (await getRaw({ q: 'kakao', in: place })).text;
      expect(plain).not.toContain('highlights');
      expect((await getRaw({ q: 'kakao', in: place, highlight: 'false' })).text).toBe(plain);
      const marked = await getRaw({ q: 'kakao', in: place, highlight: 'true' });
      const without = JSON.stringify(marked.body, (key, value: unknown) =>
        key === 'highlights' ? undefined : value,
      );
      expect(without).toBe(plain);
    }
  });
});

it.each(['yes', '1', '', 'TRUE'])('refuses highlight=%s', async (value) => {
  const response = await createTestApi(database).get(`/products/search?q=a&highlight=${value}`);
  expectError(response, 400, 'invalid_parameter');
  expect(response.body.error.details).toMatchObject({ parameter: 'highlight' });
});
