import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createProductDesk, type ProductDesk } from '../../support/catalogue/product-desk.ts';
import { createAdminCaller, expectAdminError } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let desk: ProductDesk;
beforeAll(async () => {
  desk = await createProductDesk();
});
afterAll(() => desk.database.drop());

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
    expectAdminError(await desk.reviewer.get(`/products?${query}`), 400, 'invalid_parameter');
  });
});

test('the quality says what would raise it', async () => {
  const { id, quality_score } = await desk.create({ name: 'Oats', category: 'snacks', brand: 'Dune' });
  const { gains } = (await desk.reviewer.get(`/products/${id}/quality`)).body as {
    gains: { action: string; field: string; gain: number; message: string }[];
  };
  expect(gains[0]).toMatchObject({ action: 'add', field: 'nutriments' });
  const netContent = gains.find(({ field }) => field === 'net_content');
  expect(netContent?.message).toBe(`Add net content: +${netContent?.gain.toFixed(2)}`);
  const edited = await desk.editor.patch(`/products/${id}`, {
    version: 1,
    net_content_value: 500,
    net_content_unit: 'g',
  });
  expect((edited.body as AdminProduct).quality_score - quality_score).toBeCloseTo(netContent?.gain ?? 0, 2);
});

test('a reviewer reads and does not write', async () => {
  const { id } = await desk.create({ name: 'Oats' });
  expect((await desk.reviewer.get(`/products/${id}`)).status).toBe(200);
  expectAdminError(await desk.reviewer.post('/products', { name: 'n' }), 403, 'forbidden');
  expectAdminError(await desk.reviewer.patch(`/products/${id}`, { version: 1 }), 403, 'forbidden');
});
