import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createOffDesk, OFF_HOST, type OffDesk } from '../../support/compatible/off-desk.ts';

const SPREAD = '3017620422003';

let desk: OffDesk;

beforeAll(async () => {
  desk = await createOffDesk();
});
afterAll(async () => {
  await desk.close();
});

const read: OffDesk['read'] = (path, headers) => desk.read(path, headers);
const readProduct = async (code: string, query = '') =>
  (
    (await read(`/off/api/v2/product/${code}.json${query}`).expect(200)).body as {
      product: Record<string, unknown>;
    }
  ).product;

describe('a product', () => {
  test.each(['v0', 'v1', 'v2'])('in %s has a number as its status', async (version) => {
    const { body, headers } = await read(`/off/api/${version}/product/${SPREAD}.json`).expect(200);
    expect(body).toMatchObject({ code: SPREAD, status: 1, status_verbose: 'product found' });
    expect(headers['link']).toContain('rel="license"');
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  test.each(['v3', 'v3.3'])('in %s has a text as its status', async (version) => {
    const { body } = await read(`/off/api/${version}/product/${SPREAD}`).expect(200);
    expect(body).toMatchObject({
      code: SPREAD,
      status: 'success',
      result: { id: 'product_found' },
      errors: [],
      warnings: [],
    });
  });

  test('has the fields of its row', async () => {
    const product = await readProduct(SPREAD);
    expect(product).toMatchObject({
      code: SPREAD,
      lang: 'fr',
      product_name: 'Pâte à tartiner aux noisettes',
      product_name_de: 'Haselnussaufstrich',
      generic_name_fr: 'Pâte à tartiner aux noisettes et au cacao',
      brands: 'Avelotta, Harbour Foods',
      brands_tags: ['avelotta', 'harbour-foods'],
      quantity: '14 oz (400 g)',
      product_quantity: 400,
      product_quantity_unit: 'g',
      serving_size: '15 g',
      serving_quantity: 15,
      labels_tags: ['en:no-gluten', 'en:organic', 'xx:made-in-france'],
      countries_tags: ['en:france', 'en:united-states'],
      stores: 'Harbour Market',
      manufacturing_places: 'Garray, Spain',
      additives_tags: ['en:e322'],
      additives_n: 1,
      nutriscore_grade: 'e',
      nova_group: 4,
      ecoscore_grade: 'd',
      unique_scans_n: 39,
      created_t: 1_489_055_730,
      last_modified_t: 1_682_719_941,
      nutrition_data_per: '100g',
      data_sources: 'Open Food Facts',
      image_front_url: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_fr.4.400.jpg',
    });
    expect(product['allergens_tags']).toEqual(expect.arrayContaining(['en:milk', 'en:nuts', 'en:soybeans']));
    expect(product['traces_tags']).toEqual(['en:peanuts']);
    expect(product['sources_fields']).toMatchObject({ open_food_facts: { license: 'ODbL 1.0' } });
  });

  test('has its ingredients as data, and what the whole label says of diets and palm oil', async () => {
    const product = await readProduct(SPREAD);
    const { ingredients, ingredients_n, ingredients_tags, ingredients_analysis_tags } = product;
    expect(ingredients).toEqual([
      { id: 'fr:sucre', text: 'Sucre', vegan: 'yes', vegetarian: 'yes', from_palm_oil: 'no' },
      {
        id: 'fr:huile-de-palme',
        text: 'huile de palme',
        vegan: 'yes',
        vegetarian: 'yes',
        from_palm_oil: 'yes',
      },
      {
        id: 'fr:noisettes',
        text: 'noisettes',
        percent: 13,
        vegan: 'yes',
        vegetarian: 'yes',
        from_palm_oil: 'no',
      },
      expect.objectContaining({ text: 'lait écrémé en poudre', percent: 8.7, vegan: 'no' }),
      expect.objectContaining({ text: 'émulsifiant: lécithine de soja', from_palm_oil: 'maybe' }),
    ]);
    expect(ingredients_n).toBe(5);
    expect(ingredients_tags).toContain('fr:noisettes');
    expect(ingredients_analysis_tags).toEqual(['en:palm-oil', 'en:non-vegan', 'en:maybe-vegetarian']);
    const { ingredients_analysis_tags: unknown } = await readProduct('40123455');
    expect(unknown).toEqual([
      'en:palm-oil-content-unknown',
      'en:vegan-status-unknown',
      'en:vegetarian-status-unknown',
    ]);
    const { body } = await read('/off/api/v2/search?ingredients_analysis_tags=en:vegan&fields=code').expect(
      200,
    );
    expect(body).toMatchObject({ products: [{ code: '0000101209159' }] });
    expect((await readProduct('101209159'))['ingredients_analysis_tags']).toContain('en:vegan');
  });

  test('has minerals and vitamins in grams, energy in kJ and kcal, salt and sodium', async () => {
    const { nutriments } = (await readProduct(SPREAD)) as { nutriments: Record<string, unknown> };
    expect(nutriments).toMatchObject({
      'energy-kj_100g': 2252,
      energy_100g: 2252,
      energy_unit: 'kJ',
      'energy-kcal_100g': 539,
      calcium_100g: 0.117,
      calcium_value: 117,
      calcium_unit: 'mg',
      'vitamin-b12_100g': 0.0000012,
      salt_100g: 0.107,
      sodium_100g: 0.0428,
      fat_serving: 4.635,
    });
  });

  test('of amounts per serving has those for 100 ml where they are sure', async () => {
    const { nutriments, nutrition_data_per: per } = (await readProduct('101209159')) as {
      nutriments: Record<string, unknown>;
      nutrition_data_per: string;
    };
    expect(per).toBe('serving');
    expect(nutriments).toMatchObject({
      sugars: 25,
      sugars_serving: 25,
      sugars_100g: 10,
      sodium_serving: 0.1,
    });
  });

  test('whose source says no times has those of this service', async () => {
    const product = await readProduct('40123455');
    const { created_t, last_modified_t, last_updated_t } = product;
    expect(last_modified_t).toBe(last_updated_t);
    expect(Number(created_t)).toBeGreaterThan(1_700_000_000);
    expect(product).not.toHaveProperty('unique_scans_n');
  });

  test('of which little is known has an object of nutriments and no nulls', async () => {
    const product = await readProduct('40123455');
    expect(product).toMatchObject({ nutriments: {}, nutriscore_grade: 'unknown', brands: '' });
    expect(Object.values(product)).not.toContain(null);
    expect(product).not.toHaveProperty('additives_n');
    expect(product).not.toHaveProperty('nova_group');
  });

  test('with a list of ingredients and no known additive is not said to have none', async () => {
    expect(await readProduct('101209159')).not.toHaveProperty('additives_n');
  });

  test('that was merged is answered as the one that it was merged into', async () => {
    const { db } = desk.catalogue.database;
    const winner = await insertProduct(db, { name: 'The one that stays' });
    const loser = await insertProduct(db, {
      name: 'The one that goes',
      status: 'archived',
      mergedIntoId: winner,
    });
    const { body } = await read(`/off/api/v2/product/${loser}?fields=product_name`).expect(200);
    expect(body).toMatchObject({ product: { product_name: 'The one that stays' } });
  });

  test('has the fields that were chosen, and unknown names are ignored', async () => {
    expect(
      await readProduct(SPREAD, '?fields=code,product_name_de,knowledge_panels,nutriments.fat_100g&lc=de'),
    ).toEqual({
      code: SPREAD,
      product_name_de: 'Haselnussaufstrich',
      nutriments: expect.objectContaining({ fat_100g: 30.9 }) as object,
    });
  });

  test('is named in the language of the caller', async () => {
    expect(await readProduct(SPREAD, '?lc=de&fields=product_name')).toEqual({
      product_name: 'Haselnussaufstrich',
    });
    expect(await readProduct(SPREAD, '?lc=tlh&fields=product_name')).toEqual({
      product_name: 'Pâte à tartiner aux noisettes',
    });
  });

  test('answers 304 to its ETag', async () => {
    const { headers } = await read(`/off/api/v2/product/${SPREAD}?fields=nutriments`).expect(200);
    await read(`/off/api/v2/product/${SPREAD}?fields=nutriments`, {
      'If-None-Match': headers['etag'] as string,
    }).expect(304);
  });
});

describe('a code', () => {
  test.each([
    ['101209159', '0000101209159'],
    ['000101209159', '0000101209159'],
    ['00000101209159', '0000101209159'],
    ['040123455', '40123455'],
  ])('%s is that of %s', async (asked, told) => {
    const { body } = await read(`/off/api/v0/product/${asked}.json`).expect(200);
    expect(body).toMatchObject({ code: told, status: 1 });
  });

  test.each([
    '1',
    '12345',
    '3017620422004',
    '9'.repeat(24),
    '9'.repeat(60),
    'abc',
    '%F0%9F%98%80',
    '..%2f',
    '12 34',
  ])('%s is not found', async (code) => {
    const { body } = await read(`/off/api/v0/product/${code}.json`).expect(404);
    expect(body).toMatchObject({ status: 0, status_verbose: 'product not found' });
    const { body: third } = await read(`/off/api/v3/product/${code}`).expect(404);
    expect(third).toMatchObject({ status: 'failure', result: { id: 'product_not_found' } });
  });
});

describe('a caller', () => {
  test('counts as everywhere, by the key in a header or in the path', async () => {
    const { key } = await insertKey(desk.catalogue.database.db);
    const byHeader = await read(`/off/api/v2/product/${SPREAD}`, { Authorization: `Bearer ${key}` }).expect(
      200,
    );
    expect(byHeader.headers['x-quota-used']).toBe('1');
    const byPath = await read(`/off/k/${key}/api/v2/product/${SPREAD}.json`).expect(200);
    expect(byPath.headers['x-quota-used']).toBe('2');
  });

  test('with a user name of theirs is anonymous', async () => {
    const { headers } = await read(`/off/api/v2/product/${SPREAD}`, {
      Authorization: 'Basic b2ZmOm9mZg==',
    }).expect(200);
    expect(headers['x-quota-limit']).toBe('1000');
  });

  test('with a wrong key is refused in their form', async () => {
    const { body } = await read(`/off/k/pfk_nothing/api/v2/product/${SPREAD}.json`).expect(401);
    expect(body).toMatchObject({ code: SPREAD, status: 0, error: 'invalid_api_key' });
    const { body: third } = await read(`/off/k/pfk_nothing/api/v3/product/${SPREAD}`).expect(401);
    expect(third).toMatchObject({ status: 'failure', result: { id: 'invalid_api_key' } });
  });

  test('without quota is refused, and two keys that differ are', async () => {
    await desk.catalogue.database.db
      .insert(tiers)
      .values({ code: 'one-call', perMinute: null, cumulative: 1 });
    const { key } = await insertKey(desk.catalogue.database.db, 'one-call');
    await read(`/off/k/${key}/api/v2/product/${SPREAD}`).expect(200);
    const { body } = await read(`/off/k/${key}/api/v2/product/${SPREAD}`).expect(403);
    expect(body).toMatchObject({ status: 0, error: 'quota_exhausted' });
    const { key: other } = await insertKey(desk.catalogue.database.db);
    await read(`/off/k/${key}/api/v2/product/${SPREAD}`, { 'X-API-Key': other }).expect(401);
  });

  test('of the host for apps finds the endpoints at its root, and pages elsewhere', async () => {
    const { body } = await read(`/api/v2/product/${SPREAD}.json`, { Host: OFF_HOST }).expect(200);
    expect(body).toMatchObject({ status: 1 });
    await read(`/cgi/search.pl?search_terms=tartiner`, { Host: OFF_HOST }).expect(200);
    await read(`/api/v2/product/${SPREAD}.json`).expect(404);
    await read(`/api/v1/products/barcode/${SPREAD}`, { Host: OFF_HOST }).expect(200);
  });

  test('finds the description, and 405 and 404 in their form', async () => {
    const { body } = await read('/off/openapi.json').expect(200);
    expect(Object.keys((body as { paths: object }).paths)).toContain('/api/v2/product/{code}');
    await desk.api.request().delete(`/off/api/v2/product/${SPREAD}`).expect(405);
    await read('/off/api/v9/anything').expect(404);
  });
});
