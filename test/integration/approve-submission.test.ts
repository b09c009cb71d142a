import { eq, sql } from 'drizzle-orm';
import type { Response } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Product } from '../../src/catalog/product-contract.ts';
import type { Approval } from '../../src/contributions/review-contract.ts';
import { submissions } from '../../src/db/contribution-schema.ts';
import { fieldProvenance } from '../../src/db/provenance-schema.ts';
import { products, sources } from '../../src/db/schema.ts';
import { insertBarcode, insertProduct } from '../support/catalogue.ts';
import { gtinOf } from '../support/export-file.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../support/test-admin.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { insertKey } from '../support/test-limits.ts';
import { signInTestOperator, type TestOperator } from '../support/test-operator.ts';
import { errorOf, findSubmission, listAudit, offerFacts, sendItem } from '../support/test-submissions.ts';

const wakeIndexer = vi.fn();

let database: TestDatabase;
let api: TestApi;
let ada: TestOperator;
let asAda: AdminCaller;
let key: string;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database, { wakeIndexer });
  ada = await signInTestOperator(database.db, 'reviewer');
  asAda = createAdminCaller(api, ada.headers);
  ({ key } = await insertKey(database.db));
});
beforeEach(async () => {
  wakeIndexer.mockClear();
  await database.db.execute(sql`truncate products, submissions, search_outbox cascade`);
});
afterAll(() => database.drop());

const approve = (id: string, body: object = {}) => asAda.post(`/submissions/${id}/approve`, body);
async function approved(id: string, body: object = {}): Promise<Approval> {
  const response = await approve(id, body);
  expect(response.status, response.text).toBe(200);
  return response.body as Approval;
}
const publicProduct = async (id: string) => (await api.get(`/products/${id}`)).body as Product;
const fieldsBySource = ({ sources: list }: Product) =>
  Object.fromEntries(list.map(({ code, fields }) => [code, fields.toSorted()]));
const statusOf = async (id: string) => (await findSubmission(database.db, id))?.status;
const countProducts = async () =>
  (await database.db.execute<{ n: number }>(sql`select count(*)::int as n from products`)).rows[0]?.n;

async function expectUntouched(id: string, response: Response, code: string): Promise<void> {
  expectAdminError(response, response.status, code);
  expect(await statusOf(id)).toBe('pending');
  expect(await listAudit(database.db, id)).toEqual([]);
  expect(wakeIndexer).not.toHaveBeenCalled();
}

describe('an approval without a product', () => {
  it('creates one, with provenance, price, score, mark and audit rows', async () => {
    const id = await offerFacts(api, {
      gtin: gtinOf(1),
      name: 'Hazelnut spread',
      brand: 'Dune',
      category: 'hazelnut-spreads',
      net_content_value: 0.4,
      net_content_unit: 'kg',
      country_of_origin: 'Italien',
      nutriments: { energy_kj: 2252, fat_g: 30.9 },
      nutrition_basis: '100g',
      msrp: { amount: 3.99, currency: 'EUR', region: 'FR' },
      note: 'From the pack',
      source_url: 'https://example.com/spread',
    });
    const approval = await approved(id);
    expect(approval).toMatchObject({ id, status: 'approved', is_new_product: true, product_version: 1 });
    const product = await publicProduct(approval.product_id);
    expect(product).toMatchObject({
      gtin: gtinOf(1),
      name: 'Hazelnut spread',
      brand: 'Dune',
      category_code: 'hazelnut-spreads',
      country_of_origin: 'Italy',
      quality_score: approval.quality_score,
      status: 'active',
      msrp: [{ amount: 3.99, currency: 'EUR' }],
      barcodes: [{ gtin: gtinOf(1), is_primary: true }],
    });
    expect(product.quality_score).toBeGreaterThan(0.3);
    expect(product.sources).toMatchObject([{ code: 'community', trust: 0.5 }]);
    expect(fieldsBySource(product)['community']).toEqual(
      expect.arrayContaining(['barcode', 'brand', 'category', 'msrp', 'name', 'net_content', 'nutriments']),
    );
    const provenance = await database.db.select().from(fieldProvenance);
    expect(provenance.every((row) => row.submissionId === id && row.operatorId === ada.id)).toBe(true);
    expect(await findSubmission(database.db, id)).toMatchObject({
      status: 'approved',
      reviewedBy: ada.id,
      resultProductId: product.id,
      reason: null,
    });
    expect(await listAudit(database.db, id)).toMatchObject([
      {
        action: 'submission.approved',
        actor: `operator:${ada.id}`,
        before: { status: 'pending' },
        after: { status: 'approved', product_id: product.id, is_new_product: true },
      },
    ]);
    expect(await listAudit(database.db, product.id)).toMatchObject([
      { action: 'product.created', after: { submission_id: id, source: 'community' } },
    ]);
    const { rows } = await database.db.execute(sql`select product_id from search_outbox`);
    expect(rows).toEqual([{ product_id: product.id }]);
    expect(wakeIndexer).toHaveBeenCalledTimes(1);
    const told = await api.request().get(`/api/public/submissions/${id}`);
    expect(told.body).toMatchObject({ status: 'approved', product_id: product.id, reason: null });
    expect((await asAda.get(`/submissions/${id}`)).body).toMatchObject({
      reviewed_by: ada.email,
      result_product_id: product.id,
      history: [{ action: 'submission.approved', operator_email: ada.email }],
    });
  });

  it.each([
    ['with facts of food goes into the bin of food', { ingredients_text: 'Sugar' }, 'uncategorized-food'],
    ['without them into the bin of all kinds', { brand: 'Dune' }, 'uncategorized-general'],
  ])('and category, %s', async (_, facts, category) => {
    const { product_id: productId } = await approved(await offerFacts(api, { name: 'Something', ...facts }));
    expect(await publicProduct(productId)).toMatchObject({ category_code: category });
  });

  it('and name is refused until the operator gives one', async () => {
    const id = await sendItem(api, key, { gtin: gtinOf(1), brand: 'Dune' });
    await expectUntouched(id, await approve(id), 'validation_failed');
    const { product_id: productId } = await approved(id, { overrides: { name: 'Spread' } });
    expect(fieldsBySource(await publicProduct(productId))).toEqual({
      operator: ['name'],
      community: ['barcode', 'brand'],
    });
  });

  it('is made new by choice, unless its barcode is taken', async () => {
    const owner = await insertProduct(database.db, { name: 'Owner' });
    const [alone, second] = [
      await offerFacts(api, { name: 'Alone', product_id: owner }),
      await offerFacts(api, { name: 'Second', gtin: gtinOf(1) }),
    ];
    expect(await approved(alone, { target_product_id: null })).toMatchObject({ is_new_product: true });
    wakeIndexer.mockClear();
    await insertBarcode(database.db, owner, gtinOf(1), true);
    const refused = await approve(second, { target_product_id: null });
    await expectUntouched(second, refused, 'barcode_conflict');
    expect(refused.status).toBe(409);
    expect(errorOf(refused).details).toEqual({ gtin: gtinOf(1), product_id: owner, product_name: 'Owner' });
    expect(await countProducts()).toBe(2);
    expect(await approved(second)).toMatchObject({ is_new_product: false, product_id: owner });
  });
});

describe('an approval with a product', () => {
  let productId: string;
  beforeEach(async () => {
    productId = await insertProduct(database.db, {
      name: 'Orange juice',
      brand: 'Dune',
      category: 'food/juices',
      countryOfOrigin: 'Spain',
      netContentValue: 1,
      netContentUnit: 'l',
      gtins: [gtinOf(1)],
      food: { nutriments: { fat_g: 0 }, nutritionBasis: '100ml' },
      provenance: {
        open_food_facts: ['name', 'brand', 'nutriments'],
        operator: ['country_of_origin'],
        community: ['net_content'],
      },
    });
  });

  it('fills what is missing, confirms what is the same, and takes the place of its equals', async () => {
    const id = await offerFacts(api, {
      gtin: gtinOf(1),
      name: 'ORANGE JUICE',
      net_content_value: 1.5,
      net_content_unit: 'l',
      ingredients_text: 'Oranges',
      nutriments: { sugars_g: 9 },
    });
    const approval = await approved(id);
    expect(approval).toMatchObject({ product_id: productId, is_new_product: false, product_version: 2 });
    const product = await publicProduct(productId);
    expect(product).toMatchObject({
      name: 'Orange juice',
      net_content_value: 1.5,
      ingredients_text: 'Oranges',
      nutriments: { fat_g: 0, sugars_g: 9 },
      nutrition_basis: '100ml',
    });
    expect(fieldsBySource(product)).toEqual({
      open_food_facts: ['brand', 'name', 'nutriments'],
      operator: ['country_of_origin'],
      community: ['barcode', 'ingredients_text', 'name', 'net_content', 'nutriments'],
    });
    const [row] = await listAudit(database.db, productId);
    expect(row).toMatchObject({
      action: 'product.updated',
      before: { ingredients_text: null, net_content_value: 1 },
      after: { ingredients_text: 'Oranges', net_content_value: 1.5, submission_id: id },
    });
  });

  it('waits for decisions where a better trusted or verified value would be replaced', async () => {
    const id = await offerFacts(api, {
      gtin: gtinOf(1),
      brand: 'Dune & Sons',
      country_of_origin: 'Italy',
      ingredients_text: 'Oranges',
    });
    const refused = await approve(id);
    await expectUntouched(id, refused, 'decision_required');
    expect(errorOf(refused).details).toMatchObject({
      fields: [
        { field: 'brand', outcome: 'conflict', sources: [{ code: 'open_food_facts' }] },
        { field: 'country_of_origin', outcome: 'conflict', sources: [{ code: 'operator' }] },
      ],
    });
    await expectUntouched(id, await approve(id, { decisions: { brand: 'take' } }), 'decision_required');
    await approved(id, { decisions: { brand: 'take', country_of_origin: 'keep' } });
    const product = await publicProduct(productId);
    expect(product).toMatchObject({
      brand: 'Dune & Sons',
      country_of_origin: 'Spain',
      ingredients_text: 'Oranges',
    });
    expect(fieldsBySource(product)).toMatchObject({
      operator: ['country_of_origin'],
      open_food_facts: ['name', 'nutriments'],
      community: expect.arrayContaining(['brand', 'ingredients_text']),
    });
  });

  it('takes an operator at his own word where he overrides the offer', async () => {
    const id = await offerFacts(api, {
      gtin: gtinOf(1),
      brand: 'Dun',
      net_content_value: 2,
      net_content_unit: 'l',
      ingredients_text: 'Oranges',
      msrp: { amount: 300, currency: 'EUR' },
    });
    await approved(id, {
      overrides: {
        brand: 'Dune & Sons',
        net_content_value: 1.5,
        msrp: { amount: 3, currency: 'EUR' },
        country_of_origin: null,
      },
    });
    const product = await publicProduct(productId);
    expect(product).toMatchObject({
      brand: 'Dune & Sons',
      net_content_value: 1.5,
      net_content_unit: 'l',
      country_of_origin: null,
      msrp: [{ amount: 3 }],
    });
    expect(fieldsBySource(product)).toEqual({
      open_food_facts: ['name', 'nutriments'],
      operator: ['brand', 'msrp', 'net_content'],
      community: ['barcode', 'ingredients_text'],
    });
    const stamps = await database.db
      .select({
        field: fieldProvenance.field,
        code: sources.code,
        submissionId: fieldProvenance.submissionId,
      })
      .from(fieldProvenance)
      .innerJoin(sources, eq(sources.id, fieldProvenance.sourceId))
      .where(eq(fieldProvenance.operatorId, ada.id));
    expect(stamps).toContainEqual({ field: 'brand', code: 'operator', submissionId: id });
    const [row] = await listAudit(database.db, id);
    expect(row?.after).toMatchObject({ overrides: { brand: 'Dune & Sons' } });
  });

  it('can be made on another product, which then has the barcode', async () => {
    const other = await insertProduct(database.db, { name: 'Other' });
    const id = await offerFacts(api, { name: 'Others', gtin: gtinOf(2) });
    expect(await approved(id, { target_product_id: other, version: 1 })).toMatchObject({
      product_id: other,
      is_new_product: false,
    });
    expect(await publicProduct(other)).toMatchObject({ name: 'Others', gtin: gtinOf(2) });
  });

  it.each([
    ['that changed meanwhile', { version: 7 }, 409, 'version_conflict'],
    ['nobody has', { target_product_id: '01890a5d-ac96-774b-bcce-b302099a8057' }, 404, 'not_found'],
    ['that is none', { target_product_id: 'abc' }, 400, 'validation_failed'],
    ['and a field that is none', { overrides: { stars: 5 } }, 400, 'invalid_request'],
    ['and a quality score', { overrides: { quality_score: 1 } }, 400, 'invalid_request'],
    ['and a name with NUL', { overrides: { name: 'a\0b' } }, 400, 'validation_failed'],
    ['and an unknown category', { overrides: { category: 'nowhere' } }, 400, 'validation_failed'],
    ['and a decision that is none', { decisions: { name: 'maybe' } }, 400, 'validation_failed'],
  ])('%s is refused', async (_, body, status, code) => {
    const id = await offerFacts(api, { gtin: gtinOf(1), ingredients_text: 'Oranges' });
    const response = await approve(id, body);
    expect(response.status).toBe(status);
    await expectUntouched(id, response, code);
  });

  it('that is archived is refused, one merged away is followed', async () => {
    const id = await offerFacts(api, { product_id: productId, ingredients_text: 'Oranges' });
    const winner = await insertProduct(database.db, { name: 'Winner', category: 'food' });
    await database.db.update(products).set({ status: 'archived' }).where(eq(products.id, productId));
    await expectUntouched(id, await approve(id), 'invalid_state');
    await database.db.update(products).set({ mergedIntoId: winner }).where(eq(products.id, productId));
    expect(await approved(id)).toMatchObject({ product_id: winner });
  });
});

describe('a rejection', () => {
  it('keeps its reason for the contributor and the audit log, and touches no product', async () => {
    const id = await offerFacts(api, { name: 'Nonsense' });
    const response = await asAda.post(`/submissions/${id}/reject`, { reason: ' Not a product ' });
    expect(response.body).toEqual({ id, status: 'rejected', reason: 'Not a product' });
    expect(await listAudit(database.db, id)).toMatchObject([
      { action: 'submission.rejected', after: { reason: 'Not a product' } },
    ]);
    expect(await countProducts()).toBe(0);
    const told = await api.request().get(`/api/public/submissions/${id}`);
    expect(told.body).toMatchObject({ status: 'rejected', reason: 'Not a product', product_id: null });
  });

  it.each([[{}], [{ reason: '' }], [{ reason: 'x'.repeat(501) }], [{ reason: 'a\0b' }]])(
    'with %j is refused',
    async (body) => {
      const id = await offerFacts(api, { name: 'Nonsense' });
      expect((await asAda.post(`/submissions/${id}/reject`, body)).status).toBe(400);
      expect(await statusOf(id)).toBe('pending');
    },
  );
});

it('a decided entry is not decided again', async () => {
  const id = await offerFacts(api, { name: 'Once' });
  await approved(id);
  for (const [path, body] of [
    ['approve', {}],
    ['reject', { reason: 'no' }],
  ] as const) {
    const again = await asAda.post(`/submissions/${id}/${path}`, body);
    expectAdminError(again, 409, 'invalid_state');
    expect(errorOf(again).details).toMatchObject({ status: 'approved', reviewed_by: ada.email });
  }
  expect(await listAudit(database.db, id)).toHaveLength(1);
  expectAdminError(await approve('01890a5d-ac96-774b-bcce-b302099a8057'), 404, 'not_found');
});

it('a back-flow entry and a stranger’s for one barcode end up in one product', async () => {
  const [stranger, shop] = [
    await offerFacts(api, { gtin: gtinOf(5), name: 'Spread' }),
    await offerFacts(api, { gtin: gtinOf(5), name: 'Spread', brand: 'Dune' }),
  ];
  const first = await approved(stranger);
  expect(await approved(shop)).toMatchObject({ product_id: first.product_id, is_new_product: false });
  const entries = await database.db.select({ id: submissions.resultProductId }).from(submissions);
  expect(entries).toEqual([{ id: first.product_id }, { id: first.product_id }]);
});
