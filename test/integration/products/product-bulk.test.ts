import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BulkResult } from '../../../src/catalog/bulk/bulk-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator, type TestOperator } from '../../support/callers/test-operator.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

let database: TestDatabase;
let api: TestApi;
let operator: TestOperator;
let editor: AdminCaller;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  operator = await signInTestOperator(database.db, 'editor');
  editor = createAdminCaller(api, operator.headers);
});
afterAll(() => database.drop());

const bulk = async (body: object): Promise<BulkResult> => {
  const response = await editor.post('/products/bulk', body);
  expect(response.status, response.text).toBe(200);
  return response.body as BulkResult;
};

const read = async (id: string) => (await editor.get(`/products/${id}`)).body as Record<string, unknown>;

describe('one change of many products', () => {
  test('judges each once, and what fails for one does not keep the others from it', async () => {
    const active = await insertProduct(database.db, { name: 'Oats' });
    const archived = await insertProduct(database.db, { name: 'Rye', status: 'archived' });
    const body = {
      action: 'archive',
      reason: 'Recalled',
      ids: [active, archived, active.toUpperCase(), NOWHERE],
    };
    const expected = {
      changed: 1,
      unchanged: 0,
      failed: 2,
      results: [
        { id: active, name: 'Oats', result: 'changed', code: null },
        { id: archived, result: 'failed', code: 'invalid_state', message: expect.stringMatching(/archived/) },
        { id: NOWHERE, name: null, result: 'failed', code: 'not_found', version: null },
      ],
    };
    const tried = await bulk({ ...body, dry_run: true });
    expect(tried).toMatchObject({ ...expected, dry_run: true });
    expect(tried.results[0]?.version).toBe(1);
    expect(await read(active)).toMatchObject({ status: 'active', version: 1 });
    const done = await bulk(body);
    expect(done).toMatchObject(expected);
    expect(done.results[0]?.version).toBe(2);
    expect(await read(active)).toMatchObject({ status: 'archived', archive_reason: 'Recalled', version: 2 });
    expect((await editor.get(`/products/${active}/history`)).body).toMatchObject({
      total: 1,
      items: [{ action: 'product.archived', after: { status: 'archived', bulk: 'archive' } }],
    });
    expect(await bulk({ action: 'restore', ids: [active, archived] })).toMatchObject({ changed: 2 });
  });

  test('sets category, brand and country, which the operator thereby verifies', async () => {
    const ids = [
      await insertProduct(database.db, { name: 'A', provenance: { usda: ['category'] } }),
      await insertProduct(database.db, { name: 'B', brand: 'Dune' }),
    ];
    await bulk({ action: 'set_category', category: 'fruit-juices', ids });
    await bulk({ action: 'set_brand', brand: 'Harbour', ids, dry_run: true });
    expect((await api.get('/brands')).body).toMatchObject({ items: [{ name: 'Dune' }] });
    await bulk({ action: 'set_brand', brand: 'Harbour', ids });
    await bulk({ action: 'set_country', country_of_origin: 'Italia', ids });
    for (const id of ids) {
      expect(await read(id)).toMatchObject({
        category: 'fruit-juices',
        brand: 'Harbour',
        country_of_origin: 'Italy',
        version: 4,
        provenance: [
          { field: 'brand', source: { code: 'operator' }, operator: { id: operator.id } },
          { field: 'category', source: { code: 'operator' } },
          { field: 'country_of_origin', source: { code: 'operator' } },
        ],
      });
    }
    expect(await bulk({ action: 'set_brand', brand: 'HARBOUR', ids })).toMatchObject({
      changed: 0,
      unchanged: 2,
    });
    await bulk({ action: 'set_brand', brand: null, ids });
    expect(await read(ids[0] ?? '')).toMatchObject({ brand: null });
  });

  test('computes scores again, which is no change of the products', async () => {
    const id = await insertProduct(database.db, { qualityScore: 0.999 });
    expect(await bulk({ action: 'recompute', ids: [id], dry_run: true })).toMatchObject({ changed: 1 });
    expect(await read(id)).toMatchObject({ quality_score: 0.999 });
    expect(await bulk({ action: 'recompute', ids: [id, NOWHERE] })).toMatchObject({ changed: 1, failed: 1 });
    expect(await bulk({ action: 'recompute', ids: [id] })).toMatchObject({ unchanged: 1 });
    const { version, quality_score: score } = await read(id);
    expect(version).toBe(1);
    expect(score).toBeLessThan(0.5);
  });

  test('takes 500 products', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into products (id, name, search_name, category_id, status, quality_score)
       select gen_random_uuid(), 'Row ' || n, 'row ' || n, (select id from categories where code = 'snacks'), 'active', 0
       from generate_series(1, 500) n returning id`,
    );
    const ids = rows.map(({ id }) => id);
    expect(await bulk({ action: 'archive', reason: 'Recalled', ids })).toMatchObject({
      changed: 500,
      failed: 0,
    });
    const { rows: audit } = await database.pool.query(
      "select count(*)::int as n from audit_log where action = 'product.archived' and entity_id = any($1)",
      [ids],
    );
    expect(audit).toEqual([{ n: 500 }]);
  });

  test.each([
    ['no ids', { action: 'restore', ids: [] }, 'validation_failed'],
    ['501 ids', { action: 'restore', ids: Array.from({ length: 501 }, () => NOWHERE) }, 'validation_failed'],
    ['invalid ids', { action: 'restore', ids: ['abc'] }, 'validation_failed'],
    ['an unknown action', { action: 'explode', ids: [NOWHERE] }, 'validation_failed'],
    ['no reason', { action: 'archive', ids: [NOWHERE] }, 'invalid_request'],
    ['a field of another action', { action: 'restore', ids: [NOWHERE], reason: 'x' }, 'invalid_request'],
    [
      'an unknown category',
      { action: 'set_category', category: 'nope', ids: [NOWHERE] },
      'validation_failed',
    ],
    ['no category', { action: 'set_category', category: null, ids: [NOWHERE] }, 'invalid_request'],
  ])('with %s is refused', async (_what, body, code) => {
    expectAdminError(await editor.post('/products/bulk', body), 400, code);
  });
});

describe('an export', () => {
  test('is a line for each product of the filter, safe to open in a spreadsheet, and noted', async () => {
    await insertProduct(database.db, {
      name: '=HYPERLINK("x")',
      brand: 'Sheet, brand',
      status: 'draft',
      countryOfOrigin: 'Chad',
      gtins: ['96385074'],
      provenance: { usda: ['name'], community: ['name'] },
    });
    const response = await api
      .request()
      .get('/api/admin/products/export.csv?country=chad')
      .set(operator.headers);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [names, line, ...rest] = response.text.split('\n');
    expect(names?.split(',').slice(0, 4)).toEqual(['id', 'gtin', 'name', 'brand']);
    expect(line).toContain(',96385074,"\'=HYPERLINK(""x"")","Sheet, brand",food,food,draft,');
    expect(line).toContain('community usda');
    expect(rest).toEqual(['']);
    const { rows } = await database.pool.query(
      "select actor, after from audit_log where action = 'products.exported' order by seq desc limit 1",
    );
    expect(rows).toMatchObject([
      { actor: `operator:${operator.id}`, after: { total: 1, filter: { country: 'chad' } } },
    ]);
  });

  test('goes through more products than are read at once', async () => {
    await database.pool.query(
      `insert into products (id, name, search_name, status, quality_score, country_of_origin)
       select gen_random_uuid(), 'Many ' || n, 'many ' || n, 'draft', 0, 'Niger' from generate_series(1, 2500) n`,
    );
    const response = await api
      .request()
      .get('/api/admin/products/export.csv?country=niger')
      .set(operator.headers);
    const ids = response.text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(new Set(ids).size).toBe(2_500);
  });

  test('needs an editor', async () => {
    const { headers } = await signInTestOperator(database.db, 'reviewer');
    const response = await api.request().get('/api/admin/products/export.csv').set(headers);
    expectAdminError(response, 403, 'forbidden');
  });
});
