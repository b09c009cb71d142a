import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { stampAll } from '../../support/changes/change-reader.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const GTIN = '3017620422003';

let database: TestDatabase;
let api: TestApi;
let id: string;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  id = await insertProduct(database.db, {
    name: 'Hazelnut spread',
    brand: 'Dune',
    gtins: [GTIN],
    msrp: [{ amount: 2 }],
    provenance: { open_food_facts: ['name', 'brand'] },
    facts: { name_lang: 'en', names: { de: 'Haselnusscreme' } },
  });
  await stampAll(database.db);
});
afterAll(() => database.drop());

describe.each([
  ['product', () => `/products/${id}`],
  ['barcode', () => `/products/barcode/${GTIN}`],
])('the %s', (_, path) => {
  test('has the fields asked for, as the whole one has them and in its order, and always id, gtin and name', async () => {
    const whole = (await api.get(path())).body as Record<string, unknown>;
    const { body, headers } = await api.get(`${path()}?fields=updated_at,%20brand,barcodes,brand`);
    expect(body).toEqual({
      id,
      gtin: GTIN,
      name: whole['name'],
      brand: 'Dune',
      barcodes: whole['barcodes'],
      updated_at: whole['updated_at'],
    });
    expect(Object.keys(body as object)).toEqual(['id', 'gtin', 'name', 'brand', 'barcodes', 'updated_at']);
    expect((headers as Record<string, string>)['etag']).toBeDefined();
  });

  test('has each of its fields alone', async () => {
    const whole = (await api.get(path())).body as Record<string, unknown>;
    for (const name of Object.keys(whole)) {
      const { body } = await api.get(`${path()}?fields=${name}`);
      expect(body, name).toEqual({ id, gtin: GTIN, name: whole['name'], [name]: whole[name] });
    }
    const all = await api.get(`${path()}?fields=${Object.keys(whole).toReversed().join(',')}`);
    expect(all.text).toBe((await api.get(path())).text);
  });

  test('says which language its name is in, also where the name is left out', async () => {
    const named = await api.get(`${path()}?fields=name&lang=de`);
    expect(named.body).toEqual({ id, gtin: GTIN, name: 'Haselnusscreme' });
    expect((named.headers as Record<string, string>)['content-language']).toBe('de');
    const { headers } = await api.get(`${path()}?fields=brand&lang=de`);
    expect((headers as Record<string, string>)['content-language']).toBe('de');
  });

  test('names all of its fields to who asks for another', async () => {
    const { body, status } = await api.get(`${path()}?fields=name,price`);
    expect(status).toBe(400);
    const { message } = (body as { error: { message: string } }).error;
    const whole = (await api.get(path())).body as object;
    for (const name of ['price', ...Object.keys(whole)]) expect(message).toContain(name);
  });
});

describe.each([
  ['scan', () => `/products/scan?data=${GTIN}`, []],
  ['lookup', () => `/products/lookup?codes=${GTIN},40123455`, []],
  ['change feed', () => '/changes?limit=5', ['ingredients']],
])('the products of a %s', (_, path, lacking) => {
  interface Answer {
    product?: Product;
    items?: { gtin: string | null; product: Product | null }[];
  }
  type Product = Record<string, unknown>;
  const productOf = ({ product, items }: Answer) =>
    product ?? items?.find(({ gtin }) => gtin === GTIN)?.product;

  test('have each field alone as the whole one has it, with id, gtin and name, and all else of the answer stays', async () => {
    const whole = (await api.get(path())).body as Answer;
    const detail = Object.entries((await api.get(`/products/${id}`)).body as object);
    expect(productOf(whole)).toEqual(Object.fromEntries(detail.filter(([name]) => !lacking.includes(name))));
    for (const [name, value] of Object.entries(productOf(whole) ?? {})) {
      const { body } = await api.get(`${path()}&fields=${name}`);
      const part = { id, gtin: GTIN, name: productOf(whole)?.['name'], [name]: value };
      expect(body, name).toEqual(
        whole.product
          ? { ...whole, product: part }
          : { ...whole, items: whole.items?.map((item) => ({ ...item, product: item.product && part })) },
      );
    }
  });

  test('are refused with the name of the parameter for an unknown field', async () => {
    const { body, status } = await api.get(`${path()}&fields=name,nome`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { code: 'invalid_parameter', details: { parameter: 'fields', value: 'nome' } },
    });
  });
});

test('a lookup takes the fields in its body', async () => {
  const named = await api.post('/products/lookup', { codes: [GTIN], fields: ['brand', 'sources'] });
  const { name, sources } = (await api.get(`/products/${id}`)).body as { name: string; sources: unknown };
  expect(named.body).toMatchObject({ items: [{ result: 'found' }] });
  expect((named.body as { items: { product: object }[] }).items[0]?.product).toEqual({
    id,
    gtin: GTIN,
    name,
    brand: 'Dune',
    sources,
  });
  for (const [fields, code] of [
    [['name', 'nome'], 'validation_failed'],
    [[], 'validation_failed'],
    ['name', 'invalid_request'],
  ] as const) {
    const { body, status } = await api.post('/products/lookup', { codes: [GTIN], fields });
    expect([status, body]).toMatchObject([400, { error: { code } }]);
    expect(JSON.stringify(body)).toContain('"field":"fields');
  }
});

test('the results of a search have the fields asked for, the page is whole', async () => {
  expect((await api.get('/products/search?q=hazelnut&fields=name_lang,name&lang=de')).body).toEqual({
    items: [{ id, gtin: GTIN, name: 'Haselnusscreme', name_lang: 'de' }],
    page: 1,
    size: 20,
    total: 1,
    total_is_exact: true,
    is_settled: true,
  });
  expect((await api.get('/products/search?fields=id')).body).toMatchObject({ items: [{ id, gtin: GTIN }] });
});
