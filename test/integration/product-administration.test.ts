import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminProduct } from '../../src/catalog/product-admin-contract.ts';
import { insertProduct } from '../support/catalogue.ts';
import { editAtOnce } from '../support/race-requests.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../support/test-admin.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { signInTestOperator, type TestOperator } from '../support/test-operator.ts';

let database: TestDatabase;
let api: TestApi;
let operator: TestOperator;
let editor: AdminCaller;
let admin: AdminCaller;
let reviewer: AdminCaller;
let wakeUps = 0;

const NOWHERE = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database, { wakeIndexer: () => (wakeUps += 1) });
  operator = await signInTestOperator(database.db, 'editor');
  editor = createAdminCaller(api, operator.headers);
  admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
  reviewer = createAdminCaller(api, (await signInTestOperator(database.db, 'reviewer')).headers);
});
afterAll(() => database.drop());

const create = async (facts: object): Promise<AdminProduct> => {
  const response = await editor.post('/products', facts);
  expect(response.status, response.text).toBe(201);
  return response.body as AdminProduct;
};

const listHistory = async (id: string) => {
  const { body } = await editor.get(`/products/${id}/history`);
  return (body as { items: { action: string; before: unknown; after: unknown }[] }).items;
};

describe('a new product', () => {
  test('holds what the operator wrote, who thereby verified it', async () => {
    const before = wakeUps;
    const product = await create({
      name: 'Pear juice',
      brand: 'Dune',
      category: 'fruit-juices',
      net_content_value: 1,
      net_content_unit: 'l',
      country_of_origin: 'France',
      nutriments: { energy_kcal: 45 },
      nutrition_basis: '100ml',
      serving_size: '200 ml',
      allergens: ['none'],
      images: ['https://images.example.org/pear.jpg'],
      gtin: '0036000291452',
      msrp: { amount: 2.5, currency: 'EUR' },
      status: 'active',
    });
    expect(product).toMatchObject({
      version: 1,
      status: 'active',
      is_public: true,
      gtin: '036000291452',
      category_path: expect.stringMatching(/\/fruit-juices$/),
      serving_size: '200 ml',
      msrp: [{ amount: 2.5, region: 'GLOBAL', source: { code: 'operator' }, is_public: true }],
    });
    expect(product.provenance).toHaveLength(12);
    expect(new Set(product.provenance.map(({ source }) => source.code))).toEqual(new Set(['operator']));
    expect(product.provenance[0]?.operator).toEqual({ id: operator.id, email: operator.email });
    expect((await api.get(`/products/${product.id}`)).body).toMatchObject({ sources: [{ trust: 0.9 }] });
    expect(await listHistory(product.id)).toMatchObject([
      { action: 'product.created', operator_email: operator.email, before: null },
    ]);
    expect(wakeUps).toBe(before + 1);
  });

  test('is a draft, and nobody else sees it, unless it is to be active', async () => {
    const { id, status, category } = await create({ name: 'Hidden thing' });
    expect({ status, category }).toEqual({ status: 'draft', category: 'uncategorized-general' });
    expect((await api.get(`/products/${id}`)).status).toBe(404);
  });

  test.each([
    ['no name', {}, 'invalid_request'],
    ['a name of 301 characters', { name: 'n'.repeat(301) }, 'validation_failed'],
    ['a name of blanks', { name: '   ' }, 'validation_failed'],
    ['a name with NUL', { name: 'a\0b' }, 'validation_failed'],
    ['a name with a lone surrogate', { name: 'a\ud800b' }, 'validation_failed'],
    ['a name that turns the direction', { name: 'a\u202eb' }, 'validation_failed'],
    ['an unknown field', { name: 'n', quality_score: 1 }, 'invalid_request'],
    ['an unknown category', { name: 'n', category: 'no-such-thing' }, 'validation_failed'],
    ['a brand without a letter', { name: 'n', brand: '🍐' }, 'validation_failed'],
    ['1,001 nutriments', { name: 'n', nutriments: tableOf(1_001) }, 'invalid_request'],
    ['an unknown nutriment', { name: 'n', nutriments: { sugar: 1 } }, 'invalid_request'],
    [
      'a negative nutriment',
      { name: 'n', category: 'snacks', nutriments: { fat_g: -1 } },
      'validation_failed',
    ],
    ['a nutriment in words', { name: 'n', nutriments: { fat_g: 'NaN' } }, 'invalid_request'],
    ['61 attributes', { name: 'n', attributes: tableOf(61) }, 'validation_failed'],
    ['a nested attribute', { name: 'n', attributes: { a: { b: { c: 1 } } } }, 'validation_failed'],
    ['an attribute with NUL', { name: 'n', attributes: { a: 'x\0' } }, 'validation_failed'],
    ['an attribute of a bad name', { name: 'n', attributes: { 'A b': 1 } }, 'validation_failed'],
    [
      'facts of food without food',
      { name: 'n', category: 'uncategorized-beauty', nutri_score: 'a' },
      'validation_failed',
    ],
    ['a net content of 0', { name: 'n', net_content_value: 0 }, 'validation_failed'],
    ['a net content beyond belief', { name: 'n', net_content_value: 1e30 }, 'validation_failed'],
    ['an unknown unit', { name: 'n', net_content_unit: 'stone' }, 'validation_failed'],
    ['an amount of 1e30', { name: 'n', msrp: { amount: 1e30, currency: 'EUR' } }, 'validation_failed'],
    ['a negative amount', { name: 'n', msrp: { amount: -1, currency: 'EUR' } }, 'validation_failed'],
    ['a tenth of a cent', { name: 'n', msrp: { amount: 0.001, currency: 'EUR' } }, 'validation_failed'],
    ['an amount in quotes', { name: 'n', msrp: { amount: '12', currency: 'EUR' } }, 'invalid_request'],
    ['no currency', { name: 'n', msrp: { amount: 1, currency: 'EURO' } }, 'validation_failed'],
    [
      'no date',
      { name: 'n', msrp: { amount: 1, currency: 'EUR', effective_date: '2026-02-30' } },
      'validation_failed',
    ],
    [
      'year 0',
      { name: 'n', msrp: { amount: 1, currency: 'EUR', effective_date: '0000-01-01' } },
      'validation_failed',
    ],
    [
      'a far date',
      { name: 'n', msrp: { amount: 1, currency: 'EUR', effective_date: '300000-01-01' } },
      'validation_failed',
    ],
    [
      'a script as address',
      { name: 'n', msrp: { amount: 1, currency: 'EUR', source_url: 'javascript:alert(1)' } },
      'validation_failed',
    ],
    ['a file as address', { name: 'n', images: ['file:///etc/passwd'] }, 'validation_failed'],
    ['an inner address', { name: 'n', images: ['http://169.254.169.254/'] }, 'validation_failed'],
    ['an archived status', { name: 'n', status: 'archived' }, 'validation_failed'],
  ])('with %s is refused', async (_what, body, code) => {
    expectAdminError(await editor.post('/products', body), 400, code);
  });

  test.each(['<script>alert(1)</script>', '=cmd()', "'; DROP TABLE products; --", 'ไทย 🍐 العربية'])(
    'may be named %s',
    async (name) => {
      expect(await create({ name })).toMatchObject({ name });
    },
  );

  test('with a barcode of another one is refused, and leaves nothing', async () => {
    const owner = await create({ name: 'Owner', gtin: '4006381333931' });
    const response = await editor.post('/products', { name: 'Zwxqvk', gtin: '4006381333931' });
    expectAdminError(response, 409, 'barcode_conflict');
    expect(response.body).toMatchObject({
      error: { details: { gtin: '4006381333931', product_id: owner.id, product_name: 'Owner' } },
    });
    expect((await editor.get('/products?q=Zwxqvk')).body).toMatchObject({ total: 0 });
    expectAdminError(await editor.post('/products', { name: 'n', gtin: '123' }), 400, 'invalid_gtin');
  });
});

describe('an edit', () => {
  test('changes what it names, empties what is null and leaves the rest', async () => {
    const { id } = await create({ name: 'Oats', brand: 'Dune', category: 'snacks', nutri_score: 'a' });
    const response = await editor.patch(`/products/${id}`, {
      version: 1,
      name: 'Rolled oats',
      nutri_score: null,
    });
    expect(response.body).toMatchObject({
      version: 2,
      name: 'Rolled oats',
      brand: 'Dune',
      nutri_score: null,
    });
    expect((await listHistory(id))[0]).toMatchObject({
      action: 'product.updated',
      before: { name: 'Oats', nutri_score: 'a' },
      after: { name: 'Rolled oats', nutri_score: null },
    });
  });

  test('verifies what others said: a value as it is gets the operator behind it', async () => {
    const id = await insertProduct(database.db, {
      name: 'Oats',
      countryOfOrigin: 'Italy',
      provenance: { open_food_facts: ['name', 'country_of_origin'] },
    });
    const before = (await editor.get(`/products/${id}/quality`)).body as { quality_score: number };
    const response = await editor.patch(`/products/${id}`, {
      version: 1,
      name: 'Oats',
      country_of_origin: 'Spain',
    });
    const { provenance, quality_score } = response.body as AdminProduct;
    expect(provenance.map(({ field, source }) => [field, source.code])).toEqual([
      ['country_of_origin', 'operator'],
      ['name', 'operator'],
      ['name', 'open_food_facts'],
    ]);
    expect(quality_score).toBeGreaterThan(before.quality_score);
    expect((await api.get(`/products/${id}`)).body).toMatchObject({
      sources: [
        { code: 'operator', fields: ['country_of_origin', 'name'] },
        { code: 'open_food_facts', fields: ['name'] },
      ],
    });
  });

  test('of an older version loses to the newer one, and says how the product is now', async () => {
    const { id } = await create({ name: 'Oats' });
    const [winner, loser] = await editAtOnce(editor, id);
    expect(winner?.status).toBe(200);
    if (!loser) throw new Error('there are two answers');
    expectAdminError(loser, 409, 'version_conflict');
    expect(loser.body).toMatchObject({ error: { details: { version: 2, product: { id, version: 2 } } } });
    expect((await editor.get(`/products/${id}`)).body).toEqual(winner?.body);
  });

  test.each([
    ['no version', { name: 'n' }, 400, 'invalid_request'],
    ['a version in quotes', { version: '1', name: 'n' }, 400, 'invalid_request'],
    ['version 0', { version: 0 }, 400, 'validation_failed'],
    ['a version beyond all', { version: 9e15 }, 400, 'validation_failed'],
    ['a status', { version: 1, status: 'archived' }, 400, 'invalid_request'],
    ['no name', { version: 1, name: null }, 400, 'invalid_request'],
    ['facts of food without food', { version: 1, ingredients_text: 'Oats' }, 400, 'validation_failed'],
    ['an old version', { version: 7, name: 'n' }, 409, 'version_conflict'],
  ])('with %s is refused', async (_what, body, status, code) => {
    const { id } = await create({ name: 'Oats' });
    expectAdminError(await editor.patch(`/products/${id}`, body), status, code);
  });

  test('of what is not there, or not any more, is refused', async () => {
    expectAdminError(await editor.patch(`/products/${NOWHERE}`, { version: 1 }), 404, 'not_found');
    expectAdminError(await editor.patch('/products/abc', { version: 1 }), 404, 'not_found');
    const id = await insertProduct(database.db, { status: 'archived' });
    expectAdminError(await editor.patch(`/products/${id}`, { version: 1, name: 'n' }), 409, 'invalid_state');
  });
});

describe('the status', () => {
  test('goes from draft to active to archived to draft, and each step needs the version', async () => {
    const { id } = await create({ name: 'Oats', category: 'snacks' });
    const steps: [string, object, object][] = [
      ['activate', { version: 1 }, { status: 'active', is_public: true }],
      ['deactivate', { version: 2 }, { status: 'draft', is_public: false }],
      ['activate', { version: 3 }, { status: 'active' }],
      ['archive', { version: 4, reason: 'Gone' }, { status: 'archived', archive_reason: 'Gone' }],
      ['restore', { version: 5 }, { status: 'draft', archive_reason: null }],
    ];
    for (const [action, body, expected] of steps) {
      const response = await editor.post(`/products/${id}/${action}`, body);
      expect(response.body, action).toMatchObject(expected);
    }
    expect((await listHistory(id)).map(({ action }) => action)).toEqual([
      'product.restored',
      'product.archived',
      'product.activated',
      'product.deactivated',
      'product.activated',
      'product.created',
    ]);
    expectAdminError(await editor.post(`/products/${id}/activate`, { version: 1 }), 409, 'version_conflict');
  });

  test.each([
    ['draft', 'restore', {}],
    ['draft', 'deactivate', {}],
    ['active', 'activate', {}],
    ['active', 'restore', {}],
    ['archived', 'archive', { reason: 'Again' }],
    ['archived', 'activate', {}],
    ['archived', 'deactivate', {}],
  ] as const)('of a product that is %s does not allow to %s it', async (status, action, body) => {
    const id = await insertProduct(database.db, { status });
    expectAdminError(
      await editor.post(`/products/${id}/${action}`, { version: 1, ...body }),
      409,
      'invalid_state',
    );
  });

  test('is archived with a reason only', async () => {
    const id = await insertProduct(database.db);
    expectAdminError(await editor.post(`/products/${id}/archive`, { version: 1 }), 400, 'invalid_request');
    expectAdminError(
      await editor.post(`/products/${id}/archive`, { version: 1, reason: ' ' }),
      400,
      'validation_failed',
    );
  });
});

test('only an archived product is deleted, by an admin, and its barcode is free and its history kept', async () => {
  const { id } = await create({ name: 'Oats', category: 'snacks', gtin: '96385074' });
  expectAdminError(await editor.delete(`/products/${id}`), 403, 'forbidden');
  expectAdminError(await admin.delete(`/products/${id}`), 409, 'invalid_state');
  await editor.post(`/products/${id}/archive`, { version: 1, reason: 'Gone' });
  expect((await admin.delete(`/products/${id}`)).body).toEqual({ id });
  expectAdminError(await editor.get(`/products/${id}`), 404, 'not_found');
  expect((await listHistory(id))[0]).toMatchObject({
    action: 'product.deleted',
    before: { name: 'Oats', barcodes: ['96385074'] },
  });
  await create({ name: 'Other', gtin: '96385074' });
});

describe('prices', () => {
  test('are added and deleted; an amount of 0 is kept and never shown', async () => {
    const { id } = await create({ name: 'Oats', category: 'snacks', status: 'active' });
    const [first] = (
      (await editor.post(`/products/${id}/msrp`, { amount: 0, currency: 'EUR', region: 'FR' })).body as {
        items: { id: string }[];
      }
    ).items;
    const added = await editor.post(`/products/${id}/msrp`, {
      amount: 2.99,
      currency: 'EUR',
      effective_date: '2026-01-31',
    });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      items: [
        { amount: 2.99, is_public: true },
        { amount: 0, is_public: false },
      ],
    });
    expect((await api.get(`/products/${id}/msrp`)).body).toMatchObject({ items: [{ amount: 2.99 }] });
    expect((await editor.get(`/products/${id}`)).body).toMatchObject({ version: 3 });
    const left = await editor.delete(`/products/${id}/msrp/${first?.id}`);
    expect(left.body).toMatchObject({ items: [{ amount: 2.99 }] });
    expectAdminError(await editor.delete(`/products/${id}/msrp/${first?.id}`), 404, 'not_found');
    const { items } = left.body as { items: { id: string }[] };
    await editor.delete(`/products/${id}/msrp/${items[0]?.id}`);
    const { provenance } = (await editor.get(`/products/${id}`)).body as AdminProduct;
    expect(provenance.map(({ field }) => field)).not.toContain('msrp');
    expect((await listHistory(id))[0]).toMatchObject({ action: 'msrp.deleted', before: { amount: 2.99 } });
  });
});

describe('the list', () => {
  test('filters by everything that is given', async () => {
    const own = await createTestDatabase();
    const caller = createAdminCaller(
      createTestApi(own),
      (await signInTestOperator(own.db, 'reviewer')).headers,
    );
    const full = await insertProduct(own.db, {
      name: 'Hazelnut spread',
      brand: 'Harbour',
      category: 'food/snacks',
      countryOfOrigin: 'Italy',
      qualityScore: 0.8,
      gtins: ['96385074'],
      provenance: { usda: ['name'] },
    });
    const draft = await insertProduct(own.db, {
      name: 'Hazel rod',
      status: 'draft',
      qualityScore: 0.2,
      kind: 'general',
      category: 'sticks',
    });
    const merged = await insertProduct(own.db, {
      name: 'Old spread',
      status: 'archived',
      mergedIntoId: full,
    });
    const idsOf = async (query: string) => {
      const response = await caller.get(`/products?${query}`);
      expect(response.status, response.text).toBe(200);
      const { items, total } = response.body as { items: { id: string }[]; total: number };
      expect(total).toBe(items.length);
      return items.map(({ id }) => id);
    };
    expect(await idsOf('sort=created')).toEqual([full, draft, merged]);
    expect(await idsOf('q=hazelnut')).toEqual([full, draft]);
    expect(await idsOf('q=hazel&sort=name')).toEqual([draft, full]);
    expect(await idsOf(`q=${draft}`)).toEqual([draft]);
    expect(await idsOf('q=9638')).toEqual([full]);
    expect(await idsOf('status=draft')).toEqual([draft]);
    expect(await idsOf('status=merged')).toEqual([merged]);
    expect(await idsOf('status=archived')).toEqual([]);
    expect(await idsOf('category=snacks')).toEqual([full]);
    expect(await idsOf('brand=harbor')).toEqual([full]);
    expect(await idsOf('country=ita')).toEqual([full]);
    expect(await idsOf('kind=general')).toEqual([draft]);
    expect(await idsOf('source=usda')).toEqual([full]);
    expect(await idsOf('has_gtin=true')).toEqual([full]);
    expect(await idsOf('has_gtin=false&sort=created')).toEqual([draft, merged]);
    expect(await idsOf('min_quality=0.6')).toEqual([full]);
    expect(await idsOf('max_quality=0.2')).toEqual([draft]);
    expect(await idsOf('missing=brand&status=draft')).toEqual([draft]);
    expect(await idsOf('missing=barcode&sort=-created')).toEqual([merged, draft]);
    expect(await idsOf('view=public&q=hazelnut')).toEqual([full]);
    expect(await idsOf('view=public')).toEqual([full]);
    await own.drop();
  });

  test.each([
    'page=0',
    'size=101',
    'status=gone',
    'kind=x%27',
    'has_gtin=1',
    'min_quality=2',
    'min_quality=NaN',
    'missing=name',
    'sort=random',
    'view=x',
    'brand_id=abc',
    'q=a%00',
    'q=a&q=b',
  ])('refuses %s', async (query) => {
    expectAdminError(await reviewer.get(`/products?${query}`), 400, 'invalid_parameter');
  });
});

test('the quality says what would raise it', async () => {
  const { id, quality_score } = await create({ name: 'Oats', category: 'snacks', brand: 'Dune' });
  const { gains } = (await reviewer.get(`/products/${id}/quality`)).body as {
    gains: { action: string; field: string; gain: number; message: string }[];
  };
  expect(gains[0]).toMatchObject({ action: 'add', field: 'nutriments' });
  const netContent = gains.find(({ field }) => field === 'net_content');
  expect(netContent?.message).toBe(`Add net content: +${netContent?.gain.toFixed(2)}`);
  const edited = await editor.patch(`/products/${id}`, {
    version: 1,
    net_content_value: 500,
    net_content_unit: 'g',
  });
  expect((edited.body as AdminProduct).quality_score - quality_score).toBeCloseTo(netContent?.gain ?? 0, 2);
});

test('a reviewer reads and does not write', async () => {
  const { id } = await create({ name: 'Oats' });
  expect((await reviewer.get(`/products/${id}`)).status).toBe(200);
  expectAdminError(await reviewer.post('/products', { name: 'n' }), 403, 'forbidden');
  expectAdminError(await reviewer.patch(`/products/${id}`, { version: 1 }), 403, 'forbidden');
});

function tableOf(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, n]));
}
