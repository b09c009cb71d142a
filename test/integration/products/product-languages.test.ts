import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.drop());

test('shows name and ingredients in the language that is asked for, where they are held in it', async () => {
  const id = await insertProduct(database.db, {
    name: 'Beurre doux',
    gtins: ['3017620422003'],
    facts: {
      name_lang: 'fr',
      names: { de: 'Süßrahmbutter', en: 'Butter' },
      ingredients_lang: 'fr',
      ingredients_texts: { en: 'Cream' },
    },
    food: { ingredientsText: 'Crème' },
  });
  const plain = await api.get(`/products/${id}`);
  expect(plain.body).toMatchObject({
    name: 'Beurre doux',
    name_lang: 'fr',
    names: { fr: 'Beurre doux', de: 'Süßrahmbutter', en: 'Butter' },
    ingredients_text: 'Crème',
    ingredients_texts: { fr: 'Crème', en: 'Cream' },
  });
  expect(plain.headers).toMatchObject({
    'content-language': 'fr',
    vary: expect.stringContaining('Accept-Language'),
  });
  const german = {
    name: 'Süßrahmbutter',
    name_lang: 'de',
    ingredients_text: 'Crème',
    ingredients_lang: 'fr',
  };
  const english = { name: 'Butter', name_lang: 'en', ingredients_text: 'Cream', ingredients_lang: 'en' };
  for (const path of [`/products/${id}`, '/products/barcode/3017620422003']) {
    const asked = await api.get(`${path}?lang=de`, { 'Accept-Language': 'en' });
    expect(asked.body).toMatchObject({ ...german, names: plain.body.names });
    expect(asked.headers['content-language']).toBe('de');
    const preferred = await api.get(path, { 'Accept-Language': 'it;q=0.9, en-GB;q=0.8, fr;q=0.1, de;q=0' });
    expect(preferred.body).toMatchObject(english);
    expect(preferred.headers.vary).toContain('Accept-Language');
    for (const accepted of ['it', 'fr-CH', '*', ';;;', 'constructor']) {
      expect((await api.get(path, { 'Accept-Language': accepted })).text).toBe(plain.text);
    }
    const { code_names: names, ...italian } = (await api.get(`${path}?lang=it`)).body;
    expect(italian).toEqual(plain.body);
    expect(names).toMatchObject({ language: 'it' });
    for (const lang of ['german', 'DE', 'xx', '']) {
      expectError(await api.get(`${path}?lang=${lang}`), 400, 'invalid_parameter');
    }
  }
  // What a cache holds in one language is never taken for the answer in another.
  const { etag } = plain.headers;
  const again = (language: string) =>
    api.get(`/products/${id}`, { 'If-None-Match': etag ?? '', 'Accept-Language': language });
  const fresh = await again('fr');
  expect([fresh.status, fresh.headers['vary']]).toEqual([304, expect.stringContaining('Accept-Language')]);
  expect(await again('de')).toMatchObject({ status: 200, body: german });

  const found = (address: string, headers = {}) => api.get(`/products/search?q=beurre${address}`, headers);
  expect((await found('')).body.items).toMatchObject([{ name: 'Beurre doux', name_lang: null }]);
  expect((await found('&lang=de')).body.items).toMatchObject([{ name: 'Süßrahmbutter', name_lang: 'de' }]);
  const italian = await found('', { 'Accept-Language': 'it' });
  expect(italian.body.items).toMatchObject([{ name: 'Beurre doux', name_lang: 'fr' }]);
  expect(italian.headers['vary']).toContain('Accept-Language');
  expectError(await found('&lang=xx'), 400, 'invalid_parameter');
});

test('tells allergens that are stated from none stated and from what nobody knows', async () => {
  const rows = [
    [{ food: { allergens: ['milk'] } }, 'stated', 'unknown'],
    [{ food: {}, facts: { allergens_other: ['coconut'], traces: ['nuts'] } }, 'stated', 'stated'],
    [
      { food: {}, facts: { no_allergens_stated: true, no_traces_stated: true } },
      'none_stated',
      'none_stated',
    ],
    [{ food: { allergens: ['milk'] }, facts: { no_allergens_stated: true } }, 'stated', 'unknown'],
    [{}, 'unknown', 'unknown'],
  ] as const;
  for (const [facts, allergens, traces] of rows) {
    const id = await insertProduct(
      database.db,
      structuredClone(facts) as Parameters<typeof insertProduct>[1],
    );
    const { body } = await api.get(`/products/${id}`);
    expect(body).toMatchObject({ allergens_status: allergens, traces_status: traces });
    expect(body).not.toHaveProperty('no_allergens_stated');
  }
});
