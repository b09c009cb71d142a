import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { qualityRecomputes } from '../../../src/platform/db/schema/operations.ts';
import { clearCatalogue, ensureCategory, insertProduct } from '../../support/catalogue/catalogue.ts';
import { findLastAudit, readTree } from '../../support/catalogue/stored-rows.ts';
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
  await database.db.delete(qualityRecomputes);
});
afterAll(() => database.drop());

const listScopes = async () =>
  (await database.db.select({ scope: qualityRecomputes.scope }).from(qualityRecomputes)).map(
    ({ scope }) => scope,
  );

describe('the list of categories', () => {
  test('has the whole tree by path, each with counts of its own', async () => {
    await insertProduct(database.db, { category: 'food/drinks/juices' });
    await insertProduct(database.db, { category: 'food/drinks/juices', status: 'draft' });
    await insertProduct(database.db, { category: 'food' });
    const { body } = await editor.get('/categories');
    expect(body.items).toMatchObject([
      { code: 'food', parent_id: null, path: 'food', own_archive_kind: 'food', product_count: 1 },
      { code: 'drinks', level: 2, own_archive_kind: null, archive_kind: 'food', product_count: 0 },
      { code: 'juices', path: 'food/drinks/juices', product_count: 2, in_use_count: 1 },
    ]);
    expect(body.items[1].parent_id).toBe(body.items[0].id);
    const { id } = body.items[2];
    expect((await editor.get(`/categories/${id}`)).body).toEqual(body.items[2]);
  });
});

describe('a category', () => {
  test('is made below its parent, and inherits its kind unless it is given one', async () => {
    const parentId = await ensureCategory(database.db, 'home/cleaning', 'household');
    const made = await admin.post('/categories', { code: 'soaps', name: 'Soaps', parent_id: parentId });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      path: 'home/cleaning/soaps',
      level: 3,
      archive_kind: 'household',
      own_archive_kind: null,
      product_count: 0,
    });
    await admin.post('/categories', {
      code: 'hand-soaps',
      name: 'Hand soaps',
      parent_id: made.body.id,
      archive_kind: 'beauty',
    });
    await admin.post('/categories', { code: 'root', name: 'Root', parent_id: null, archive_kind: 'general' });
    expect(await readTree(database.db)).toMatchObject({
      'hand-soaps': { path: 'home/cleaning/soaps/hand-soaps', level: 4, kind: 'beauty', own: 'beauty' },
      root: { path: 'root', level: 1, kind: 'general', own: 'general' },
    });
    expect(await findLastAudit(database.db)).toMatchObject({
      action: 'category.created',
      after: { path: 'root' },
    });
    expect((await api.get('/categories')).status).toBe(200);
  });

  test('renamed touches the documents of its products alone, and an editor may do no more', async () => {
    const id = await ensureCategory(database.db, 'food/drinks');
    await insertProduct(database.db, { category: 'food/drinks' });
    await database.pool.query('DELETE FROM search_outbox');
    const renamed = await editor.patch(`/categories/${id}`, { name: 'Beverages' });
    expect(renamed.body).toMatchObject({
      category: { name: 'Beverages', code: 'drinks', product_count: 1 },
      impact: { categories: 0, products: 0, documents: 1, rescored: 0 },
    });
    expect((await database.pool.query('SELECT FROM search_outbox')).rowCount).toBe(1);
    expect(await findLastAudit(database.db)).toMatchObject({
      before: { name: 'Drinks' },
      after: { name: 'Beverages' },
    });
    for (const body of [
      { code: 'x' },
      { parent_id: null, name: 'x' },
      { archive_kind: 'beauty', dry_run: true },
    ]) {
      expectAdminError(await editor.patch(`/categories/${id}`, body), 403, 'forbidden');
    }
    expectAdminError(
      await editor.post('/categories', { code: 'x', name: 'x', parent_id: id }),
      403,
      'forbidden',
    );
    expectAdminError(await editor.delete(`/categories/${id}`), 403, 'forbidden');
  });

  test('moved takes its subtree along: paths, levels and what it inherits, not what is set', async () => {
    const soaps = await ensureCategory(database.db, 'home/cleaning/soaps', 'household');
    const cleaning = await ensureCategory(database.db, 'home/cleaning');
    const handSoaps = await admin.post('/categories', {
      code: 'hand-soaps',
      name: 'Hand soaps',
      parent_id: soaps,
      archive_kind: 'general',
    });
    const care = await ensureCategory(database.db, 'care/body', 'beauty');
    await insertProduct(database.db, { category: 'home/cleaning/soaps' });
    await insertProduct(database.db, { category: 'home/cleaning', status: 'draft' });
    await insertProduct(database.db, { category: 'home/cleaning/soaps/hand-soaps' });
    const before = await readTree(database.db);

    const planned = await admin.patch(`/categories/${cleaning}`, { parent_id: care, dry_run: true });
    expect(planned.body).toMatchObject({
      category: { path: 'care/body/cleaning', level: 3, archive_kind: 'beauty', own_archive_kind: null },
      impact: { categories: 2, products: 3, documents: 2, rescored: 2 },
    });
    expect(await readTree(database.db)).toEqual(before);
    expect(await listScopes()).toEqual([]);

    const moved = await admin.patch(`/categories/${cleaning}`, { parent_id: care });
    expect(moved.body).toEqual(planned.body);
    expect(await readTree(database.db)).toMatchObject({
      cleaning: { path: 'care/body/cleaning', level: 3, kind: 'beauty', own: null },
      soaps: { path: 'care/body/cleaning/soaps', level: 4, kind: 'beauty', own: null },
      'hand-soaps': {
        path: 'care/body/cleaning/soaps/hand-soaps',
        level: 5,
        kind: 'general',
        own: 'general',
      },
    });
    expect(await listScopes()).toEqual([{ category_ids: expect.arrayContaining([cleaning, soaps]) }]);
    expect(handSoaps.status).toBe(201);
    expect(await findLastAudit(database.db)).toMatchObject({
      action: 'category.changed',
      entityId: cleaning,
      before: { path: 'home/cleaning' },
      after: { path: 'care/body/cleaning', impact: { products: 3 } },
    });
  });

  test('recoded changes the paths below it and no score; given a kind it changes what inherits', async () => {
    const drinks = await ensureCategory(database.db, 'food/drinks');
    await ensureCategory(database.db, 'food/drinks/juices');
    await insertProduct(database.db, { category: 'food/drinks/juices' });
    const recoded = await admin.patch(`/categories/${drinks}`, { code: 'beverages' });
    expect(recoded.body.impact).toEqual({ categories: 1, products: 1, documents: 1, rescored: 0 });
    expect(Object.keys(await readTree(database.db))).toEqual(['food', 'beverages', 'juices']);
    expect(await listScopes()).toEqual([]);

    const given = await admin.patch(`/categories/${drinks}`, { archive_kind: 'general' });
    expect(given.body.impact).toMatchObject({ categories: 1, rescored: 1 });
    expect(await readTree(database.db)).toMatchObject({ juices: { kind: 'general', own: null } });
    const inherits = await admin.patch(`/categories/${drinks}`, { archive_kind: null });
    expect(inherits.body.category).toMatchObject({ archive_kind: 'food', own_archive_kind: null });
    expect(await readTree(database.db)).toMatchObject({ juices: { kind: 'food' } });
  });

  test('is deleted only when it has neither products nor sub-categories', async () => {
    const [food, drinks] = [
      await ensureCategory(database.db, 'food'),
      await ensureCategory(database.db, 'food/drinks'),
    ];
    await insertProduct(database.db, { category: 'food/drinks', status: 'archived' });
    const refused = await admin.delete(`/categories/${food}`);
    expectAdminError(refused, 409, 'invalid_state');
    expect(refused.body.error.details).toMatchObject({ child_count: 1, product_count: 0 });
    expectAdminError(await admin.delete(`/categories/${drinks}`), 409, 'invalid_state');
    await database.pool.query('DELETE FROM products');
    expect((await admin.delete(`/categories/${drinks}`)).body).toMatchObject({ code: 'drinks' });
    expect(Object.keys(await readTree(database.db))).toEqual(['food']);
    expectAdminError(await admin.delete(`/categories/${drinks}`), 404, 'not_found');
  });

  test('for products without one keeps its code and stays', async () => {
    const bin = await ensureCategory(database.db, 'food/uncategorized-food');
    expectAdminError(await admin.patch(`/categories/${bin}`, { code: 'other' }), 409, 'invalid_state');
    expectAdminError(await admin.delete(`/categories/${bin}`), 409, 'invalid_state');
    const other = await ensureCategory(database.db, 'food/other');
    const refused = await admin.patch(`/categories/${other}`, { code: 'uncategorized-other' });
    expectAdminError(refused, 400, 'validation_failed');
  });

  test.each<[string, object, string]>([
    ['no body', {}, 'invalid_request'],
    ['an unknown field', { code: 'x', name: 'x', parent_id: null, level: 3 }, 'invalid_request'],
    ['a code with capitals', { code: 'Juices', name: 'x', parent_id: null }, 'validation_failed'],
    ['a code with a slash', { code: 'a/b', name: 'x', parent_id: null }, 'validation_failed'],
    ['a code of 61 letters', { code: 'a'.repeat(61), name: 'x', parent_id: null }, 'validation_failed'],
    ['a blank name', { code: 'x', name: ' ', parent_id: null }, 'validation_failed'],
    ['a parent that is no id', { code: 'x', name: 'x', parent_id: 'food' }, 'validation_failed'],
    ['a parent that is not there', { code: 'x', name: 'x', parent_id: uuidv7() }, 'validation_failed'],
    ['an unknown kind', { code: 'x', name: 'x', parent_id: null, archive_kind: 'cars' }, 'validation_failed'],
    [
      'a NUL in its kind',
      { code: 'x', name: 'x', parent_id: null, archive_kind: 'a\u0000' },
      'validation_failed',
    ],
    ['no kind for a root', { code: 'x', name: 'x', parent_id: null }, 'validation_failed'],
    [
      'a code that is taken',
      { code: 'food', name: 'x', parent_id: null, archive_kind: 'food' },
      'already_exists',
    ],
  ])('is refused with %s', async (_what, body, code) => {
    await ensureCategory(database.db, 'food');
    const answer = await admin.post('/categories', body);
    expectAdminError(answer, code === 'already_exists' ? 409 : 400, code);
    expect(Object.keys(await readTree(database.db))).toEqual(['food']);
  });

  test('goes neither into itself, nor below itself, nor below the sixth level', async () => {
    const deep = await ensureCategory(database.db, 'l1/l2/l3/l4/l5/l6');
    const [l2, l3] = [
      await ensureCategory(database.db, 'l1/l2'),
      await ensureCategory(database.db, 'l1/l2/l3'),
    ];
    const branch = await ensureCategory(database.db, 'a1/a2');
    const before = await readTree(database.db);
    for (const [id, parent_id] of [
      [l2, l2],
      [l2, l3],
      [l2, deep],
      [l2, branch],
      [branch, deep],
    ] as const) {
      const refused = await admin.patch(`/categories/${id}`, { parent_id });
      expectAdminError(refused, 400, 'validation_failed');
      expect(refused.body.error.details.fields).toMatchObject([{ field: 'parent_id' }]);
    }
    const refused = await admin.post('/categories', { code: 'l7', name: 'L7', parent_id: deep });
    expectAdminError(refused, 400, 'validation_failed');
    expectAdminError(await admin.patch(`/categories/${uuidv7()}`, { name: 'x' }), 404, 'not_found');
    expect(await readTree(database.db)).toEqual(before);
  });
});
