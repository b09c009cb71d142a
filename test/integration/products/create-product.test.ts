import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProductDesk, type ProductDesk } from '../../support/catalogue/product-desk.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';

let desk: ProductDesk;
beforeAll(async () => {
  desk = await createProductDesk();
});
afterAll(() => desk.database.drop());

describe('a new product', () => {
  test('holds what the operator wrote, who thereby verified it', async () => {
    const before = await desk.countChanges();
    const product = await desk.create({
      name: 'Pear juice',
      brand: 'Dune',
      category: 'fruit-juices',
      net_content_value: 1,
      net_content_unit: 'l',
      country_of_origin: 'France',
      nutriments: { energy_kcal: 45 },
      nutrition_basis: '100ml',
      serving_size: '200 ml',
      no_allergens_stated: true,
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
    expect(product.provenance[0]?.operator).toEqual({ id: desk.operator.id, email: desk.operator.email });
    expect((await desk.api.get(`/products/${product.id}`)).body).toMatchObject({ sources: [{ trust: 0.9 }] });
    expect(await desk.listHistory(product.id)).toMatchObject([
      { action: 'product.created', operator_email: desk.operator.email, before: null },
    ]);
    expect(await desk.countChanges()).toBe(before + 1);
  });

  test('is a draft, and nobody else sees it, unless it is to be active', async () => {
    const { id, status, category } = await desk.create({ name: 'Hidden thing' });
    expect({ status, category }).toEqual({ status: 'draft', category: 'uncategorized-general' });
    expect((await desk.api.get(`/products/${id}`)).status).toBe(404);
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
    expectAdminError(await desk.editor.post('/products', body), 400, code);
  });

  test.each(['<script>alert(1)</script>', '=cmd()', "'; DROP TABLE products; --", 'ไทย 🍐 العربية'])(
    'may be named %s',
    async (name) => {
      expect(await desk.create({ name })).toMatchObject({ name });
    },
  );

  test('with a barcode of another one is refused, and leaves nothing', async () => {
    const owner = await desk.create({ name: 'Owner', gtin: '4006381333931' });
    const response = await desk.editor.post('/products', { name: 'Zwxqvk', gtin: '4006381333931' });
    expectAdminError(response, 409, 'barcode_conflict');
    expect(response.body).toMatchObject({
      error: { details: { gtin: '4006381333931', product_id: owner.id, product_name: 'Owner' } },
    });
    expect((await desk.editor.get('/products?q=Zwxqvk')).body).toMatchObject({ total: 0 });
    expectAdminError(await desk.editor.post('/products', { name: 'n', gtin: '123' }), 400, 'invalid_gtin');
  });
});

function tableOf(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, n]));
}
