import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const GTIN = '3017620422003';
const PARALLEL = 50;

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
beforeEach(() => database.db.delete(submissions));
afterAll(() => database.drop());

const submit = (body: object) => api.submit('/submissions', body);
const listSubmissions = () => database.db.select().from(submissions);
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;

describe('a submission', () => {
  it('with every field waits in the queue as it was submitted, and no product is written', async () => {
    const { rows: before } = await database.db.execute(sql`select count(*) from products`);
    const content = {
      name: '<script>alert("spread")</script>',
      brand: "=cmd() '; DROP TABLE products; --",
      category: 'hazelnut-spreads',
      net_content_value: 400,
      net_content_unit: 'g',
      country_of_origin: 'Italy',
      nutriments: { energy_kj: 2252, fat_g: 30.9, salt_g: 0 },
      nutrition_basis: '100g',
      nutri_score: 'e',
      ingredients_text: 'Sugar, palm oil, hazelnuts 13 %',
      names: { de: 'Aufstrich' },
      allergens: ['milk', 'nuts'],
      traces: ['gluten'],
      no_traces_stated: false,
      additives: ['e322'],
      labels: ['gluten-free'],
      labels_other: ['my mill'],
      attributes: { label: 'gluten-free', jars: 2, is_glass: true },
      msrp: {
        amount: 3.99,
        currency: 'EUR',
        region: 'FR',
        effective_date: '2024-02-29',
        source_url: 'https://example.com/prices',
        note: 'shelf price',
      },
      source_url: 'https://example.com/spread?size=400',
      note: 'From the pack',
    };
    const response = await submit({ gtin: `0${GTIN}`, ...content, contact_email: 'Ada@Example.org' });
    expect(response.status, response.text).toBe(201);
    expect(response.body).toMatchObject({ status: 'pending', source: 'public', gtin: GTIN });
    expect(response.headers['cache-control']).toBe('no-store');
    const [stored, ...others] = await listSubmissions();
    expect(others).toEqual([]);
    expect(stored).toMatchObject({
      id: idOf(response),
      gtin14: `0${GTIN}`,
      content,
      contactEmail: 'ada@example.org',
      requestId: response.headers['x-request-id'],
    });
    const { rows: after } = await database.db.execute(sql`select count(*) from products`);
    expect(after).toEqual(before);
  });

  it.each([
    [{ allergens: ['dairy'] }, 'allergens.0'],
    [{ traces: Array.from({ length: 41 }, () => 'milk') }, 'traces'],
    [{ labels: ['Organic'] }, 'labels.0'],
    [{ additives: ['322'] }, 'additives.0'],
    [{ names: { german: 'Brot' } }, 'names.german'],
    [{ names: { de: '' } }, 'names.de'],
    [{ name_lang: 'xx' }, 'name_lang'],
  ])('of codes that there are not is refused: %j', async (facts, field) => {
    const response = await submit({ name: 'Spread', ...facts });
    expectError(response, 400, 'validation_failed');
    expect(response.body).toMatchObject({ error: { details: { fields: [{ field }] } } });
  });

  it('tells its state, and never who sent it', async () => {
    const id = idOf(await submit({ name: 'Told', contact_email: 'ada@example.org' }));
    const pending = await api.request().get(`/api/public/submissions/${id}`);
    expect(pending.body).toEqual({
      id,
      status: 'pending',
      reason: null,
      product_id: null,
      created_at: expect.any(String),
      reviewed_at: null,
    });
    await database.db
      .update(submissions)
      .set({ status: 'rejected', reason: 'No such thing', reviewedAt: new Date('2026-01-31T09:15:00Z') });
    const rejected = await api.request().get(`/api/public/submissions/${id.toUpperCase()}`);
    expect(rejected.body).toMatchObject({
      status: 'rejected',
      reason: 'No such thing',
      reviewed_at: '2026-01-31T09:15:00.000Z',
    });
    expect(rejected.text).not.toContain('ada@');
  });

  it('of which nothing is known is 404', async () => {
    const unknown = await api.request().get('/api/public/submissions/01890a5d-ac96-774b-bcce-b302099a8057');
    expectError(unknown, 404, 'not_found');
    expectError(await api.request().get('/api/public/submissions/12'), 404, 'not_found');
  });

  it('that fills the field no person sees is answered like any other and dropped', async () => {
    const taken = await submit({ name: 'Real', gtin: GTIN });
    const dropped = await submit({ name: 'Cheap pills', gtin: GTIN, website: 'http://pills.example' });
    expect(dropped.status).toBe(201);
    expect(Object.keys(dropped.body as object)).toEqual(Object.keys(taken.body as object));
    expect(await listSubmissions()).toHaveLength(1);
    expect((await submit({ name: 'Also real', website: '' })).status).toBe(201);
  });

  it('that is pending already is 409 with its id, no matter who sends it and however it is written', async () => {
    const first = await submit({ name: 'Twice', gtin: GTIN, nutriments: { fat_g: 1, salt_g: 2 } });
    const again = await submit({
      nutriments: { salt_g: 2, fat_g: 1 },
      gtin: `0${GTIN}`,
      name: ' Twice',
      contact_email: 'somebody.else@example.org',
    });
    expectError(again, 409, 'duplicate_submission');
    expect(again.body).toMatchObject({ error: { details: { submission_id: idOf(first) } } });
    expect((await submit({ name: 'Twice', gtin: GTIN })).status).toBe(201);
    await database.db
      .update(submissions)
      .set({ status: 'rejected', reason: 'no', reviewedAt: new Date() })
      .where(eq(submissions.id, idOf(first)));
    const later = await submit({ name: 'Twice', gtin: GTIN, nutriments: { fat_g: 1, salt_g: 2 } });
    expect(later.status).toBe(201);
  });

  it('that is pending already in another order of its attributes is 409', async () => {
    const sent = { name: 'Kettle', gtin: GTIN };
    const first = await submit({ ...sent, attributes: { colour: 'red', litres: 2 } });
    expect(first.status).toBe(201);
    const again = await submit({ ...sent, attributes: { litres: 2, colour: 'red' } });
    expectError(again, 409, 'duplicate_submission');
    expect((await submit({ ...sent, attributes: { colour: 'red', litres: 3 } })).status).toBe(201);
  });

  it(`sent ${PARALLEL} times at once is taken once`, async () => {
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, () => submit({ name: 'All at once' })),
    );
    const [taken, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect(taken?.status).toBe(201);
    for (const other of others) {
      expectError(other, 409, 'duplicate_submission');
      expect(other.body).toMatchObject({ error: { details: { submission_id: idOf(taken!) } } });
    }
    expect(others).toHaveLength(PARALLEL - 1);
    expect(await listSubmissions()).toHaveLength(1);
  });
});

describe('a product that is known', () => {
  let productId: string;
  let otherId: string;
  const gtin = gtinOf(1);
  beforeAll(async () => {
    productId = await insertProduct(database.db, { name: 'Known', gtins: [gtin] });
    otherId = await insertProduct(database.db, { name: 'Other', gtins: [gtinOf(2)] });
  });

  it.each([
    ['by its barcode, one field', () => ({ gtin, nutri_score: 'a' })],
    ['by its id, one field', () => ({ product_id: productId, brand: 'Maker' })],
    [
      'by its id in capitals',
      () => ({ product_id: productId.toUpperCase(), note: 'The name is spelt wrongly' }),
    ],
    ['by both', () => ({ product_id: productId, gtin, ingredients_text: 'Milk' })],
    ['by its id, with a further barcode', () => ({ product_id: productId, gtin: gtinOf(3) })],
  ])('%s is enough', async (_, body) => {
    const response = await submit(body());
    expect(response.status, response.text).toBe(201);
  });

  it.each([
    ['nothing but its barcode', () => ({ gtin }), 'name'],
    ['nothing but its id', () => ({ product_id: productId, contact_email: 'ada@example.org' }), 'name'],
    ['a barcode of another', () => ({ product_id: otherId, gtin, name: 'Known' }), 'product_id'],
    [
      'an id nobody has',
      () => ({ product_id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'X1' }),
      'product_id',
    ],
    ['a barcode nobody has and no name', () => ({ gtin: gtinOf(9), brand: 'Maker' }), 'name'],
  ])('with %s is refused', async (_, body, field) => {
    const response = await submit(body());
    expectError(response, 400, 'validation_failed');
    expect(response.body).toMatchObject({ error: { details: { fields: [{ field }] } } });
  });

  it('but archived is not known by its id', async () => {
    const archived = await insertProduct(database.db, { name: 'Gone' });
    await database.db.update(products).set({ status: 'archived' }).where(eq(products.id, archived));
    expectError(await submit({ product_id: archived, name: 'Gone' }), 400, 'validation_failed');
  });
});
