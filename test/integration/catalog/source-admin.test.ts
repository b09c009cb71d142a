import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { qualityRecomputes } from '../../../src/platform/db/schema/operations.ts';
import { sources } from '../../../src/platform/db/schema/catalogue.ts';
import { insertProduct, sourceIdOf } from '../../support/catalogue/catalogue.ts';
import { findLastAudit } from '../../support/catalogue/stored-rows.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let api: TestApi;
let admin: AdminCaller;
let editor: AdminCaller;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  admin = createAdminCaller(api, (await signInTestOperator(database.db, 'admin')).headers);
  editor = createAdminCaller(api, (await signInTestOperator(database.db, 'editor')).headers);
});
afterAll(() => database.drop());

const mill = { code: 'mill', name: 'The Mill', kind: 'manufacturer', trust: 0.95 };

describe('a source', () => {
  test('is added, and stands in the list and in public', async () => {
    const made = await admin.post('/sources', { ...mill, homepage_url: 'https://mill.example.org/' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...mill, license: null, homepage_url: 'https://mill.example.org/' });
    expect((await editor.get('/sources')).body.items[0]).toEqual(made.body);
    expect((await api.get(`/sources/${made.body.id}`)).body).toMatchObject({ code: 'mill', trust: 0.95 });
    expect(await findLastAudit(database.db)).toMatchObject({
      action: 'source.created',
      after: { code: 'mill' },
    });
    expectAdminError(await admin.post('/sources', mill), 409, 'already_exists');
  });

  test('changed in its words asks for no new scores', async () => {
    const id = await sourceIdOf(database.db, 'usda');
    const changed = await admin.patch(`/sources/${id}`, { name: 'USDA', license_url: null, trust: 0.85 });
    expect(changed.body).toMatchObject({
      source: { name: 'USDA', license_url: null },
      impact: { rescored: 0 },
    });
    expect(await findLastAudit(database.db)).toMatchObject({
      action: 'source.changed',
      before: { name: 'USDA FoodData Central' },
      after: { name: 'USDA' },
    });
    expect(await database.db.select().from(qualityRecomputes)).toEqual([]);
  });

  test('trusted more or less has its products scored again, counted before', async () => {
    const id = await sourceIdOf(database.db, 'open_food_facts');
    await insertProduct(database.db, { provenance: { open_food_facts: ['name', 'brand'] } });
    await insertProduct(database.db, { provenance: { community: ['name'] } });
    const planned = await admin.patch(`/sources/${id}`, { trust: 0.7, dry_run: true });
    expect(planned.body).toMatchObject({ source: { trust: 0.7 }, impact: { rescored: 1 } });
    expect(await database.db.select().from(qualityRecomputes)).toEqual([]);
    const [unchanged] = await database.db.select().from(sources).where(eq(sources.id, id));
    expect(unchanged?.trust).toBe(0.6);

    expect((await admin.patch(`/sources/${id}`, { trust: 0.7 })).body).toEqual(planned.body);
    const [recompute] = (await editor.get('/quality-recomputes')).body.items;
    expect(recompute).toMatchObject({
      reason: 'source.changed',
      scope: { source_id: id },
      state: 'pending',
      total: null,
      requested_by: expect.stringMatching(/^operator:/),
    });
    expect((await editor.get(`/quality-recomputes/${recompute.id}`)).body).toEqual(recompute);
  });

  test('is changed by admins, and 404 when it is not there', async () => {
    const id = await sourceIdOf(database.db, 'usda');
    expectAdminError(await editor.post('/sources', mill), 403, 'forbidden');
    expectAdminError(await editor.patch(`/sources/${id}`, { name: 'x' }), 403, 'forbidden');
    expectAdminError(await admin.patch(`/sources/${uuidv7()}`, { name: 'x' }), 404, 'not_found');
    expectAdminError(await admin.patch('/sources/usda', { name: 'x' }), 404, 'not_found');
    expectAdminError(await admin.get(`/quality-recomputes/${uuidv7()}`), 404, 'not_found');
  });

  test.each<[string, object, string]>([
    ['a new code', { code: 'other' }, 'invalid_request'],
    ['trust as text', { trust: '0.5' }, 'invalid_request'],
    ['trust of 1.01', { trust: 1.01 }, 'validation_failed'],
    ['negative trust', { trust: -0.01 }, 'validation_failed'],
    ['trust with three decimals', { trust: 0.555 }, 'validation_failed'],
    ['an unknown kind', { kind: 'friend' }, 'validation_failed'],
    ['a script as its address', { homepage_url: 'javascript:alert(1)' }, 'validation_failed'],
    ['a file as its licence', { license_url: 'file:///etc/passwd' }, 'validation_failed'],
    ['no name', { name: '' }, 'validation_failed'],
    ['a NUL', { attribution: 'a\u0000' }, 'validation_failed'],
  ])('is refused %s', async (_what, body, code) => {
    const id = await sourceIdOf(database.db, 'usda');
    const before = (await admin.get('/sources')).body;
    expectAdminError(await admin.patch(`/sources/${id}`, body), 400, code);
    expect((await admin.get('/sources')).body).toEqual(before);
  });
});
