import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { saveBrands } from '../../../src/facts/values/brand-name-store.ts';
import { brands, products } from '../../../src/platform/db/schema/catalogue.ts';
import { clearCatalogue, ensureBrand, insertProduct } from '../../support/catalogue/catalogue.ts';
import { clearMarks, findLastAudit, listMarked } from '../../support/catalogue/stored-rows.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let api: TestApi;
let editor: AdminCaller;
let reviewer: AdminCaller;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  editor = createAdminCaller(api, (await signInTestOperator(database.db, 'editor')).headers);
  reviewer = createAdminCaller(api, (await signInTestOperator(database.db, 'reviewer')).headers);
});
beforeEach(() => clearCatalogue(database.db));
afterAll(() => database.drop());

describe('the list of brands', () => {
  test('has those without products too, counts by status, and filters by part of a name or alias', async () => {
    await insertProduct(database.db, { brand: 'Vieux Moulin' });
    await insertProduct(database.db, { brand: 'Vieux Moulin', status: 'draft' });
    const nestle = await ensureBrand(database.db, 'Nestlé');
    await editor.post(`/brands/${nestle}/aliases`, { alias: 'Société des Produits' });

    const all = await editor.get('/brands');
    expect(all.body).toMatchObject({ page: 1, size: 20, total: 2 });
    expect(all.body.items).toMatchObject([
      {
        name: 'Nestlé',
        slug: 'nestle',
        aliases: ['Société des Produits'],
        product_count: 0,
        in_use_count: 0,
      },
      { name: 'Vieux Moulin', aliases: [], product_count: 2, in_use_count: 1 },
    ]);
    const names = async (query: string) =>
      (await editor.get(`/brands?${query}`)).body.items.map((brand: { name: string }) => brand.name);
    expect(await names('q=NESTL%C3%89')).toEqual(['Nestlé']);
    expect(await names('q=societe')).toEqual(['Nestlé']);
    expect(await names('q=%25')).toEqual([]);
    expect(await names('q=moul')).toEqual(['Vieux Moulin']);
    expect(await names('sort=products')).toEqual(['Vieux Moulin', 'Nestlé']);
    expect(await names('sort=newest')).toEqual(['Nestlé', 'Vieux Moulin']);
    expect(await names('sort=-name')).toEqual(['Vieux Moulin', 'Nestlé']);
    expect(await names('sort=fewest')).toEqual(['Nestlé', 'Vieux Moulin']);
    expect(await names('sort=oldest')).toEqual(['Vieux Moulin', 'Nestlé']);
    expect(await names('unused=true')).toEqual(['Nestlé']);
    expect(await names('page=2&size=1')).toEqual(['Vieux Moulin']);
  });

  test.each([['sort=id'], ['unused=yes'], ['q=%00'], [`q=${'a'.repeat(201)}`], ['size=101']])(
    'refuses %s',
    async (query) => {
      expectAdminError(await editor.get(`/brands?${query}`), 400, 'invalid_parameter');
    },
  );
});

describe('a brand', () => {
  test('is made with its aliases, and numbered when its slug is taken', async () => {
    const made = await editor.post('/brands', { name: '  Old   Mill ', aliases: ['O.M.', 'Mill & Sons'] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Old Mill', slug: 'old-mill', aliases: ['Mill & Sons', 'O.M.'] });
    expect((await editor.post('/brands', { name: 'Old-Mill' })).body).toMatchObject({ slug: 'old-mill-2' });
    expect((await editor.get(`/brands/${made.body.id}`)).body).toEqual(made.body);
    expect(await findLastAudit(database.db)).toMatchObject({ action: 'brand.created', entity: 'brand' });
  });

  test('is refused a name or alias that another brand answers to', async () => {
    const mill = await editor.post('/brands', { name: 'Old Mill', aliases: ['Moulin'] });
    for (const body of [{ name: 'ÓLD mill' }, { name: 'moulin' }, { name: 'New', aliases: ['old mill'] }]) {
      const refused = await editor.post('/brands', body);
      expectAdminError(refused, 409, 'already_exists');
      expect(refused.body.error.details).toMatchObject({ brand_id: mill.body.id, brand_name: 'Old Mill' });
    }
    const other = await editor.post('/brands', { name: 'Other' });
    expectAdminError(
      await editor.post(`/brands/${other.body.id}/aliases`, { alias: 'OLD MILL' }),
      409,
      'already_exists',
    );
    expect((await editor.get('/brands')).body.total).toBe(2);
  });

  test('renamed has a new slug, marks its products, and its old name stays an alias by default', async () => {
    const productId = await insertProduct(database.db, { brand: 'Nestel' });
    const id = await ensureBrand(database.db, 'Nestel');
    await clearMarks(database.db);
    expect((await editor.get(`/brands/${id}/impact`)).body).toEqual({ products: 1, documents: 1 });

    const renamed = await editor.patch(`/brands/${id}`, { name: 'Nestlé' });
    expect(renamed.body).toMatchObject({ id, name: 'Nestlé', slug: 'nestle', aliases: ['Nestel'] });
    expect(await listMarked(database.db)).toEqual([productId]);
    expect(await findLastAudit(database.db)).toMatchObject({
      action: 'brand.renamed',
      entityId: id,
      before: { name: 'Nestel', slug: 'nestel', aliases: [] },
      after: { name: 'Nestlé', slug: 'nestle', aliases: ['Nestel'] },
    });
    // Spelled otherwise, it is the same name: nothing becomes an alias. An alias may become the name.
    expect((await editor.patch(`/brands/${id}`, { name: 'NESTLÉ' })).body.aliases).toEqual(['Nestel']);
    const back = await editor.patch(`/brands/${id}`, { name: 'Nestel', keep_alias: false });
    expect(back.body).toMatchObject({ name: 'Nestel', slug: 'nestel', aliases: [] });
  });

  test('loses an alias in whatever spelling it is named, and is deleted when no product has it', async () => {
    const { body: brand } = await editor.post('/brands', { name: 'Old Mill', aliases: ['Société/Mühle'] });
    const removed = await editor.delete(`/brands/${brand.id}/aliases/${encodeURIComponent('societe/muhle')}`);
    expect(removed.body.aliases).toEqual([]);
    expectAdminError(await editor.delete(`/brands/${brand.id}/aliases/old%20mill`), 404, 'not_found');

    const productId = await insertProduct(database.db, { brand: 'Old Mill', status: 'archived' });
    const refused = await editor.delete(`/brands/${brand.id}`);
    expectAdminError(refused, 409, 'invalid_state');
    expect(refused.body.error.details).toEqual({ product_count: 1, in_use_count: 0 });
    await database.db.update(products).set({ brandId: null }).where(eq(products.id, productId));
    expect((await editor.delete(`/brands/${brand.id}`)).status).toBe(200);
    expectAdminError(await editor.get(`/brands/${brand.id}`), 404, 'not_found');
    expect(await findLastAudit(database.db)).toMatchObject({
      action: 'brand.deleted',
      entityId: brand.id,
      after: null,
    });
    expect((await editor.post('/brands', { name: 'old mill' })).status).toBe(201);
  });

  test('is for editors', async () => {
    const id = await ensureBrand(database.db, 'Old Mill');
    for (const response of [
      await reviewer.get('/brands'),
      await reviewer.post('/brands', { name: 'New' }),
      await reviewer.patch(`/brands/${id}`, { name: 'New' }),
      await reviewer.post(`/brands/${id}/merge`, { into_id: id }),
      await reviewer.delete(`/brands/${id}`),
    ]) {
      expectAdminError(response, 403, 'forbidden');
    }
  });

  test.each<[string, object, string]>([
    ['no name', {}, 'invalid_request'],
    ['a number', { name: 1 }, 'invalid_request'],
    ['an unknown field', { name: 'New', slug: 'x' }, 'invalid_request'],
    ['a blank name', { name: ' \t ' }, 'validation_failed'],
    ['a name of marks alone', { name: '-!-' }, 'validation_failed'],
    ['a name with a NUL', { name: 'a\u0000b' }, 'validation_failed'],
    ['a name with a lone surrogate', { name: 'a\ud800b' }, 'validation_failed'],
    ['a name written backwards', { name: 'a\u202eb' }, 'validation_failed'],
    ['a name of 121 characters', { name: 'a'.repeat(121) }, 'validation_failed'],
    [
      '21 aliases',
      { name: 'New', aliases: Array.from({ length: 21 }, (_, i) => `a${i}`) },
      'validation_failed',
    ],
    ['two aliases alike', { name: 'New', aliases: ['Same', 'SAME'] }, 'already_exists'],
    ['its own name as an alias', { name: 'New', aliases: ['new'] }, 'already_exists'],
  ])('is refused with %s', async (_what, body, code) => {
    expectAdminError(await editor.post('/brands', body), code === 'already_exists' ? 409 : 400, code);
    expect((await editor.get('/brands')).body.total).toBe(0);
  });

  test.each(['get', 'patch', 'delete'] as const)('that is not there is 404 to %s', async (method) => {
    const body = method === 'patch' ? { name: 'New' } : undefined;
    expectAdminError(await editor[method](`/brands/${uuidv7()}`, body as never), 404, 'not_found');
    expectAdminError(await editor[method]('/brands/nonsense', body as never), 404, 'not_found');
  });
});

describe('one name wanted at once', () => {
  test('by two renames goes to one', async () => {
    const ids = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((name) => ensureBrand(database.db, name)),
    );
    const answers = await Promise.all(ids.map((id) => editor.patch(`/brands/${id}`, { name: 'Wanted' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const names = await database.db.select({ name: brands.name }).from(brands);
    expect(names.filter(({ name }) => name === 'Wanted')).toHaveLength(1);
  });

  test('by an alias, a new brand and an import means one brand', async () => {
    const id = await ensureBrand(database.db, 'One');
    const imports = () => database.db.transaction(async (tx) => await saveBrands(tx, ['Wanted']));
    await Promise.allSettled([
      editor.post(`/brands/${id}/aliases`, { alias: 'wanted' }),
      imports(),
      editor.post('/brands', { name: 'WANTED' }),
      imports(),
    ]);
    const found = await imports();
    const { body } = await editor.get('/brands?q=wanted');
    expect(body.items).toHaveLength(1);
    expect(found.get('wanted')?.id).toBe(body.items[0].id);
  });

  test('with two slugs alike gets two slugs', async () => {
    const answers = await Promise.all(
      ['A B', 'A-B', 'A.B', 'A!B'].map((name) => editor.post('/brands', { name })),
    );
    expect(answers.map(({ body }) => String(body.slug)).toSorted()).toEqual([
      'a-b',
      'a-b-2',
      'a-b-3',
      'a-b-4',
    ]);
  });
});

describe('an alias', () => {
  test('finds its brand for imports, approvals and the brand filter', async () => {
    const productId = await insertProduct(database.db, { name: 'Cocoa powder', brand: 'Nestlé' });
    const id = await ensureBrand(database.db, 'Nestlé');
    const search = async () => (await api.get('/products/search?brand=henri')).body.items;
    expect(await search()).toEqual([]);
    await editor.post(`/brands/${id}/aliases`, { alias: 'Henri & Cie' });
    expect(await search()).toMatchObject([{ id: productId, brand: 'Nestlé' }]);
    const found = await database.db.transaction(async (tx) => await saveBrands(tx, ['HENRI & cie', 'Other']));
    expect(found.get('henri & cie')?.id).toBe(id);
    expect((await api.get('/brands')).body.items).toMatchObject([{ name: 'Nestlé', product_count: 1 }]);
  });
});

test('an alias in a path that no text can be is no alias', async () => {
  const id = await ensureBrand(database.db, 'Plain Mill');
  expectAdminError(await editor.delete(`/brands/${id}/aliases/a%00b`), 404, 'not_found');
});
