import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clearCatalogue, insertKindFields, insertProduct, sourceIdOf } from '../../support/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

const PICTURES = 'https://images.openfoodfacts.org/images/products/301/762/042/2003';
const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.drop());

describe('GET /products/{id}', () => {
  test('gives every fact of a food product', async () => {
    const id = await insertProduct(database.db, {
      name: 'Crème de noisettes',
      brand: 'Vieux Moulin',
      category: 'food/spreads/hazelnut-spreads',
      netContentValue: 0.4,
      netContentUnit: 'kg',
      countryOfOrigin: 'France',
      qualityScore: 0.731,
      images: ['https://images.example/front.jpg'],
      gtins: ['3017620422003', { gtin: '13017620422000', packLevel: 'case', region: 'EU' }],
      food: {
        nutriments: { energy_kj: 2252, fat_g: 30.9 },
        nutritionBasis: '100g',
        nutriScore: 'e',
        ingredientsText: 'sugar, hazelnuts',
        allergens: ['nuts'],
        servingSize: '15 g',
      },
      facts: {
        nova_group: 4,
        environmental_score: 'd',
        countries_sold: ['France', 'Germany'],
        manufacturing_places: ['Rouen'],
        packaging: ['glass jar'],
        stores: ['Dune'],
        pictures: [
          { role: 'front', lang: 'fr', url: `${PICTURES}/front_fr.4.full.jpg`, width: 911, height: 1200 },
          { role: 'nutrition', lang: null, url: 'https://dune.example/2.jpg', width: null, height: null },
        ],
      },
      provenance: { community: ['name'], open_food_facts: ['name', 'brand', 'pictures'] },
      createdAt: new Date('2026-01-31T09:15:00Z'),
      updatedAt: new Date('2026-02-01T10:00:00Z'),
    });

    const { status, body } = await api.get(`/products/${id}`);

    expect(status).toBe(200);
    const source = { license: 'ODbL 1.0' };
    expect(body).toEqual({
      id,
      gtin: '3017620422003',
      name: 'Crème de noisettes',
      brand: 'Vieux Moulin',
      category_path: 'food/spreads/hazelnut-spreads',
      category_code: 'hazelnut-spreads',
      archive_kind: 'food',
      status: 'active',
      net_content_value: 0.4,
      net_content_unit: 'kg',
      country_of_origin: 'France',
      quality_score: 0.731,
      nutriments: { energy_kj: 2252, fat_g: 30.9 },
      nutrition_basis: '100g',
      nutri_score: 'e',
      ingredients_text: 'sugar, hazelnuts',
      ingredients_lang: null,
      ingredients_texts: {},
      allergens: ['nuts'],
      allergens_other: [],
      allergens_status: 'stated',
      traces: [],
      traces_other: [],
      traces_status: 'unknown',
      additives: [],
      labels: [],
      labels_other: [],
      name_lang: null,
      names: {},
      generic_names: {},
      images: ['https://images.example/front.jpg'],
      serving_size: '15 g',
      serving_value: 15,
      serving_unit: 'g',
      nova_group: 4,
      environmental_score: 'd',
      countries_sold: ['France', 'Germany'],
      manufacturing_places: ['Rouen'],
      packaging: ['glass jar'],
      stores: ['Dune'],
      period_after_opening_months: null,
      pictures: [
        {
          role: 'front',
          lang: 'fr',
          urls: {
            100: `${PICTURES}/front_fr.4.100.jpg`,
            200: `${PICTURES}/front_fr.4.200.jpg`,
            400: `${PICTURES}/front_fr.4.400.jpg`,
            full: `${PICTURES}/front_fr.4.full.jpg`,
          },
          width: 911,
          height: 1200,
          source: 'open_food_facts',
          license: 'CC BY-SA 3.0',
          attribution: '© Open Food Facts contributors',
        },
        {
          role: 'nutrition',
          lang: null,
          urls: { 100: null, 200: null, 400: null, full: 'https://dune.example/2.jpg' },
          width: null,
          height: null,
          source: 'open_food_facts',
          license: 'ODbL 1.0',
          attribution: '© Open Food Facts contributors',
        },
      ],
      msrp: [],
      barcodes: [
        { gtin: '3017620422003', type: 'gtin13', pack_level: 'each', region: null, is_primary: true },
        { gtin: '13017620422000', type: 'gtin14', pack_level: 'case', region: 'EU', is_primary: false },
      ],
      specifications: [],
      sources: [
        {
          ...source,
          id: await sourceIdOf(database.db, 'open_food_facts'),
          code: 'open_food_facts',
          name: 'Open Food Facts',
          trust: 0.6,
          fields: ['brand', 'name', 'pictures'],
          claims: {},
        },
        {
          ...source,
          id: await sourceIdOf(database.db, 'community'),
          code: 'community',
          name: 'Community contributions',
          trust: 0.5,
          fields: ['name'],
          claims: {},
        },
      ],
      created_at: '2026-01-31T09:15:00.000Z',
      updated_at: '2026-02-01T10:00:00.000Z',
    });
  });

  test('names what is not known as null, and lists as empty', async () => {
    const id = await insertProduct(database.db, { name: 'Bare product' });
    const { body } = await api.get(`/products/${id}`);
    expect(body).toMatchObject({
      gtin: null,
      brand: null,
      net_content_value: null,
      net_content_unit: null,
      country_of_origin: null,
      nutriments: null,
      nutrition_basis: null,
      nutri_score: null,
      ingredients_text: null,
      msrp: [],
      barcodes: [],
      specifications: [],
      sources: [],
      allergens: [],
      images: [],
      serving_size: null,
      serving_value: null,
      serving_unit: null,
      nova_group: null,
      countries_sold: [],
      pictures: [],
    });
  });

  test('shows no facts of a kind that it is not of any more', async () => {
    const facts = { nova_group: 4, period_after_opening_months: 12, stores: ['Dune'] };
    const cream = await insertProduct(database.db, { category: 'beauty', kind: 'beauty', facts });
    const food = await insertProduct(database.db, { facts });
    expect((await api.get(`/products/${cream}`)).body).toMatchObject({ ...facts, nova_group: null });
    expect((await api.get(`/products/${food}`)).body).toMatchObject({
      ...facts,
      period_after_opening_months: null,
    });
  });

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
      expect((await api.get(`${path}?lang=it`)).text).toBe(plain.text);
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

  test('orders prices by effective date, undated ones last, and never shows an amount of 0', async () => {
    const id = await insertProduct(database.db, {
      msrp: [
        { amount: 2, effectiveDate: null, note: 'recorded later', recordedAt: new Date('2026-02-01') },
        { amount: 1, effectiveDate: null, note: 'recorded first', recordedAt: new Date('2026-01-01') },
        { amount: 3.99, effectiveDate: '2025-01-01', currency: 'USD', region: 'US' },
        { amount: 4.49, effectiveDate: '2026-01-01', sourceUrl: 'https://maker.example/prices' },
        { amount: 0, effectiveDate: '2026-06-01' },
      ],
    });
    const { body } = await api.get(`/products/${id}`);
    expect(body.msrp.map((entry: { amount: number }) => entry.amount)).toEqual([4.49, 3.99, 2, 1]);
    expect(body.msrp[0]).toEqual({
      amount: 4.49,
      currency: 'EUR',
      region: 'GLOBAL',
      effective_date: '2026-01-01',
      source_url: 'https://maker.example/prices',
      note: null,
    });
  });

  test('shows the attributes of a non-food product as a labelled table', async () => {
    await insertKindFields(database.db, 'electronics', [
      { key: 'screen_size', label: 'Screen', unit: 'in', group: 'Display', type: 'number' },
      { key: 'wireless', label: 'Wireless', type: 'boolean' },
      { key: 'ports', label: 'Ports' },
      { key: 'colour', label: 'Colour' },
    ]);
    const id = await insertProduct(database.db, {
      category: 'gadgets/phones',
      kind: 'electronics',
      attributes: {
        zoom: 3,
        ports: ['USB-C', 'audio'],
        wireless: true,
        screen_size: 6.1,
        colour: ' ',
        made_by: 'Ada',
      },
      food: { nutriments: { fat_g: 1 } },
    });
    const { body } = await api.get(`/products/${id}`);
    expect(body.specifications).toEqual([
      { key: 'screen_size', label: 'Screen', value: '6.1', unit: 'in', group: 'Display' },
      { key: 'wireless', label: 'Wireless', value: 'Yes', unit: null, group: null },
      { key: 'ports', label: 'Ports', value: 'USB-C, audio', unit: null, group: null },
      { key: 'made_by', label: 'Made by', value: 'Ada', unit: null, group: null },
      { key: 'zoom', label: 'Zoom', value: '3', unit: null, group: null },
    ]);
    expect(body).toMatchObject({ archive_kind: 'electronics', nutriments: null });
  });

  test('takes the id in capitals', async () => {
    const id = await insertProduct(database.db);
    const { status, body } = await api.get(`/products/${id.toUpperCase()}`);
    expect([status, body.id]).toEqual([200, id]);
  });

  test('does not show drafts, archived products and merged ones', async () => {
    const winner = await insertProduct(database.db);
    const hidden = [
      await insertProduct(database.db, { status: 'draft' }),
      await insertProduct(database.db, { status: 'archived' }),
      await insertProduct(database.db, { status: 'archived', mergedIntoId: winner }),
    ];
    for (const id of hidden) {
      for (const part of ['', '/nutriments', '/quality']) {
        expectError(await api.get(`/products/${id}${part}`), 404, 'not_found');
      }
      expect((await api.get(`/products/${id}/msrp`)).body.items).toEqual([]);
    }
  });
});

describe('GET /products/{id}/nutriments', () => {
  test('gives the food record with its disclaimer', async () => {
    const food = {
      nutriments: { salt_g: 0.1 },
      nutritionBasis: '100ml',
      nutriScore: 'b',
      servingSize: '250 ml',
    } as const;
    const id = await insertProduct(database.db, { food });
    const { body } = await api.get(`/products/${id}/nutriments`);
    expect(body).toEqual({
      product_id: id,
      nutriments: { salt_g: 0.1 },
      nutrition_basis: '100ml',
      serving_size: '250 ml',
      serving_value: 250,
      serving_unit: 'ml',
      nutriments_per_serving: { salt_g: 0.25 },
      nutri_score: 'b',
      disclaimer: expect.stringContaining('not medical advice'),
    });
  });

  test.each([
    ['100g', '2 biscuits (25 g)', { fat_g: 7.725, alcohol_pct: 4 }],
    ['100ml', '0.2 l', { fat_g: 61.8, alcohol_pct: 4 }],
    // Amounts for a serving are sure, whatever it weighs.
    ['serving', '2 biscuits', { fat_g: 30.9, alcohol_pct: 4 }],
    ['100ml', '25 g', null],
    ['100g', '25 ml', null],
    ['100g', '20-30 g', null],
    ['100g', null, null],
    [null, '25 g', null],
  ] as const)('per %s, a serving of %s has the amounts %j', async (nutritionBasis, servingSize, expected) => {
    const food = { nutriments: { fat_g: 30.9, alcohol_pct: 4 }, nutritionBasis, servingSize };
    const id = await insertProduct(database.db, { food });
    const { body } = await api.get(`/products/${id}/nutriments`);
    expect(body.nutriments_per_serving).toEqual(expected);
  });

  test('is null, not an error, without a food record', async () => {
    const unknown = await insertProduct(database.db);
    const phone = await insertProduct(database.db, { category: 'phones', kind: 'electronics' });
    for (const id of [unknown, phone]) {
      const { status, body } = await api.get(`/products/${id}/nutriments`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        nutriments: null,
        nutrition_basis: null,
        serving_size: null,
        serving_value: null,
        serving_unit: null,
        nutriments_per_serving: null,
        nutri_score: null,
      });
    }
  });

  test('answers 404 for an id that nobody has', async () => {
    expectError(await api.get(`/products/${NOBODY}/nutriments`), 404, 'not_found');
  });
});

describe('GET /products/{id}/msrp', () => {
  test('lists the prices newest first with a disclaimer', async () => {
    const id = await insertProduct(database.db, {
      msrp: [
        { amount: 5, effectiveDate: '2024-05-01' },
        { amount: 6, effectiveDate: '2025-05-01' },
      ],
    });
    const { body } = await api.get(`/products/${id}/msrp`);
    expect(body.items.map((entry: { amount: number }) => entry.amount)).toEqual([6, 5]);
    expect(body).toMatchObject({ product_id: id, disclaimer: expect.stringContaining('not an offer') });
  });

  test('is an empty list for an id that nobody has', async () => {
    const { status, body } = await api.get(`/products/${NOBODY.toUpperCase()}/msrp`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ product_id: NOBODY, items: [] });
  });
});
