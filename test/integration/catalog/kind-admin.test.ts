import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { qualityRecomputes } from '../../../src/platform/db/schema/operations.ts';
import { kinds, products } from '../../../src/platform/db/schema/catalogue.ts';
import {
  clearCatalogue,
  ensureCategory,
  insertKindFields,
  insertProduct,
} from '../../support/catalogue/catalogue.ts';
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
beforeEach(async () => {
  await clearCatalogue(database.db);
  await database.db.delete(kinds).where(eq(kinds.code, 'garden'));
  await database.db.delete(qualityRecomputes);
  await insertKindFields(database.db, 'electronics', [
    { key: 'model', label: 'Model', required: true },
    { key: 'weight_g', label: 'Weight', type: 'number', unit: 'g', min: 0, max: 100 },
    { key: 'plug', label: 'Plug', type: 'enum', options: ['usb', 'mains'] },
  ]);
});
afterAll(() => database.drop());

const listScopes = async () =>
  (await database.db.select({ scope: qualityRecomputes.scope }).from(qualityRecomputes)).map(
    ({ scope }) => scope,
  );
const readTemplate = async () => (await admin.get('/kinds/electronics/template')).body;
const put = (body: object) => admin.put('/kinds/electronics/template', body);

describe('kinds', () => {
  test('are listed with their counts, made and renamed', async () => {
    await insertProduct(database.db, { category: 'shop/phones', kind: 'electronics', status: 'draft' });
    const made = await admin.post('/kinds', { code: 'garden', name: 'Garden' });
    expect(made.status).toBe(201);
    const { body } = await editor.get('/kinds');
    expect(body.items).toContainEqual({
      code: 'electronics',
      name: 'Electronics',
      field_count: 3,
      category_count: 2,
      product_count: 1,
    });
    expect(body.items).toContainEqual(made.body);
    const renamed = await admin.patch('/kinds/garden', { name: 'Garden and balcony' });
    expect(renamed.body).toMatchObject({ code: 'garden', name: 'Garden and balcony' });
    expect(await findLastAudit(database.db)).toMatchObject({
      action: 'kind.renamed',
      entityId: 'garden',
      before: { name: 'Garden' },
      after: { name: 'Garden and balcony' },
    });
    await ensureCategory(database.db, 'plants', 'garden');
    expect((await api.get('/kind-fields?kind=garden')).body).toEqual({ kind: 'garden', fields: [] });
    expectAdminError(await admin.post('/kinds', { code: 'garden', name: 'Again' }), 409, 'already_exists');
    expectAdminError(await admin.patch('/kinds/none', { name: 'None' }), 404, 'not_found');
  });

  test('are changed by admins', async () => {
    for (const response of [
      await editor.post('/kinds', { code: 'garden', name: 'Garden' }),
      await editor.patch('/kinds/food', { name: 'x' }),
      await editor.put('/kinds/electronics/template', { version: 'x', fields: [] }),
    ]) {
      expectAdminError(response, 403, 'forbidden');
    }
  });

  test.each([
    [{ code: 'Garden', name: 'x' }],
    [{ code: 'garden-tools', name: 'x' }],
    [{ code: 'a'.repeat(41), name: 'x' }],
    [{ code: 'garden', name: '' }],
    [{ code: 'garden', name: 'a\u0000' }],
  ])('are refused as %j', async (body) => {
    expectAdminError(await admin.post('/kinds', body), 400, 'validation_failed');
  });
});

describe('a field template', () => {
  test('is changed as a whole: added, changed, removed and reordered; products keep their values', async () => {
    const id = await insertProduct(database.db, {
      category: 'shop/phones',
      kind: 'electronics',
      attributes: { plug: 'usb', model: 'M1' },
    });
    const template = await readTemplate();
    const [model, weight] = template.fields;
    const fields = [{ ...weight, max: 200 }, { key: 'colour', label: 'Colour', type: 'string' }, model];
    const planned = await put({ version: template.version, fields, dry_run: true });
    expect(planned.body.impact).toEqual({
      added: ['colour'],
      changed: ['weight_g'],
      removed: ['plug'],
      products: 1,
      rescored: 1,
    });
    expect(await readTemplate()).toEqual(template);
    expect(await listScopes()).toEqual([]);

    const changed = await put({ version: template.version, fields });
    expect(changed.body).toEqual(planned.body);
    expect(await readTemplate()).toEqual(changed.body.template);
    expect((await api.get('/kind-fields?kind=electronics')).body.fields).toMatchObject([
      { key: 'weight_g', max: 200, position: 1 },
      { key: 'colour', required: false, options: null, position: 2 },
      { key: 'model', required: true, position: 3 },
    ]);
    expect(await listScopes()).toEqual([{ kind: 'electronics' }]);
    expect(await findLastAudit(database.db)).toMatchObject({
      action: 'kind.fields_changed',
      entityId: 'electronics',
      before: { fields: template.fields },
      after: { impact: { removed: ['plug'] } },
    });
    const [product] = await database.db.select().from(products).where(eq(products.id, id));
    expect(product?.attributes).toEqual({ plug: 'usb', model: 'M1' });
  });

  test('asks for no new scores when only words and order change', async () => {
    await insertProduct(database.db, { category: 'shop/phones', kind: 'electronics' });
    const { version, fields } = await readTemplate();
    const [model, weight, plug] = fields;
    const changed = await put({
      version,
      fields: [plug, { ...model, label: 'Type', group: 'General' }, weight],
    });
    expect(changed.body.impact).toMatchObject({ changed: ['model'], rescored: 0 });
    expect(await listScopes()).toEqual([]);
  });

  test('read before somebody else changed it is refused, and nothing is lost', async () => {
    const { version, fields } = await readTemplate();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        put({ version, fields: [...fields, { key: `field_${n}`, label: 'x', type: 'string' }] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const now = await readTemplate();
    expect(now.fields).toHaveLength(4);
    for (const refused of answers.filter(({ status }) => status === 409)) {
      expectAdminError(refused, 409, 'version_conflict');
      expect(refused.body.error.details).toEqual({ version: now.version });
    }
  });

  test('of food is fixed, and of no kind is 404', async () => {
    const { version } = (await admin.get('/kinds/food/template')).body;
    expectAdminError(await admin.put('/kinds/food/template', { version, fields: [] }), 409, 'invalid_state');
    expectAdminError(await admin.put('/kinds/none/template', { version, fields: [] }), 404, 'not_found');
    expectAdminError(await admin.get('/kinds/none/template'), 404, 'not_found');
  });

  const good = { key: 'a', label: 'A', type: 'string' };
  test.each<[string, unknown, string]>([
    ['no fields', undefined, 'invalid_request'],
    ['a field that is text', ['model'], 'invalid_request'],
    ['an unknown name in a field', [{ ...good, position: 1 }], 'invalid_request'],
    ['an unknown type', [{ ...good, type: 'colour' }], 'validation_failed'],
    ['a key with a hyphen', [{ ...good, key: 'a-b' }], 'validation_failed'],
    ['the key constructor', [{ ...good, key: 'constructor' }], 'validation_failed'],
    ['one key twice', [good, { ...good, label: 'B' }], 'validation_failed'],
    ['an enum without options', [{ ...good, type: 'enum' }], 'validation_failed'],
    [
      'an enum with the same option twice',
      [{ ...good, type: 'enum', options: ['x', ' x'] }],
      'validation_failed',
    ],
    ['options of a text', [{ ...good, options: ['x'] }], 'validation_failed'],
    ['a range of a text', [{ ...good, max: 3 }], 'validation_failed'],
    ['a range upside down', [{ ...good, type: 'number', min: 3, max: 2 }], 'validation_failed'],
    ['a blank label', [{ ...good, label: ' ' }], 'validation_failed'],
    ['a NUL in its unit', [{ ...good, unit: 'g\u0000' }], 'validation_failed'],
    ['101 fields', Array.from({ length: 101 }, (_, i) => ({ ...good, key: `a${i}` })), 'validation_failed'],
  ])('is refused with %s', async (_what, fields, code) => {
    const before = await readTemplate();
    expectAdminError(await put({ version: before.version, fields }), 400, code);
    expect(await readTemplate()).toEqual(before);
  });
});
