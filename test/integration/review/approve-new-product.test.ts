import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { submissions } from '../../../src/platform/db/schema/submissions.ts';
import { fieldProvenance } from '../../support/catalogue/field-provenance.ts';
import { insertBarcode, insertProduct } from '../../support/catalogue/catalogue.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, fieldsBySource, type ReviewDesk } from '../../support/review/review-desk.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import {
  errorOf,
  findSubmission,
  listAudit,
  submitFacts,
  sendItem,
} from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
let key: string;
beforeAll(async () => {
  desk = await createReviewDesk();
  ({ key } = await insertKey(desk.database.db));
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

describe('an approval without a product', () => {
  it('creates one, with provenance, price, score, mark and audit rows', async () => {
    const id = await submitFacts(desk.api, {
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
    const changesBefore = await desk.countChanges();
    const approval = await desk.approved(id);
    expect(approval).toMatchObject({ id, status: 'approved', is_new_product: true, product_version: 1 });
    const product = await desk.findPublicProduct(approval.product_id);
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
      expect.arrayContaining([
        'barcodes',
        'brand',
        'category_code',
        'msrp',
        'name',
        'net_content_value',
        'nutriments',
      ]),
    );
    const provenance = await desk.database.db.select().from(fieldProvenance);
    expect(provenance.every((row) => row.submissionId === id && row.operatorId === desk.reviewer.id)).toBe(
      true,
    );
    expect(await findSubmission(desk.database.db, id)).toMatchObject({
      status: 'approved',
      reviewedBy: desk.reviewer.id,
      resultProductId: product.id,
      reason: null,
    });
    expect(await listAudit(desk.database.db, id)).toMatchObject([
      {
        action: 'submission.approved',
        actor: `operator:${desk.reviewer.id}`,
        before: { status: 'pending' },
        after: { status: 'approved', product_id: product.id, is_new_product: true },
      },
    ]);
    expect(await listAudit(desk.database.db, product.id)).toMatchObject([
      { action: 'product.created', after: { submission_id: id, source: 'community' } },
    ]);
    const { rows } = await desk.database.db.execute(sql`select product_id from search_outbox`);
    expect(rows).toEqual([{ product_id: product.id }]);
    expect(await desk.countChanges()).toBe(changesBefore + 1);
    const told = await desk.api.request().get(`/api/public/submissions/${id}`);
    expect(told.body).toMatchObject({ status: 'approved', product_id: product.id, reason: null });
    expect((await desk.caller.get(`/submissions/${id}`)).body).toMatchObject({
      reviewed_by: desk.reviewer.email,
      result_product_id: product.id,
      history: [{ action: 'submission.approved', operator_email: desk.reviewer.email }],
    });
  });

  it.each([
    ['with facts of food goes into the bin of food', { ingredients_text: 'Sugar' }, 'uncategorized-food'],
    ['with those of beauty into its bin', { period_after_opening_months: 12 }, 'uncategorized-beauty'],
    ['without them into the bin of all kinds', { brand: 'Dune' }, 'uncategorized-general'],
  ])('and category, %s', async (_, facts, category) => {
    const { product_id: productId } = await desk.approved(
      await submitFacts(desk.api, { name: 'Something', ...facts }),
    );
    expect(await desk.findPublicProduct(productId)).toMatchObject({
      category_code: category,
      ...('period_after_opening_months' in facts && facts),
    });
  });

  it('has what was submitted of serving, environment, packaging and trade', async () => {
    const facts = {
      serving_size: '2 biscuits (25 g)',
      environmental_score: 'a-plus',
      manufacturing_places: ['Garray', 'Spain'],
      packaging: ['Glass', 'Jar'],
      stores: ['Dune'],
    };
    const id = await submitFacts(desk.api, {
      name: 'Oat biscuits',
      category: 'biscuits',
      ...facts,
      countries_sold: ['Italien', 'Atlantis'],
    });
    const { body } = await desk.caller.get(`/submissions/${id}`);
    expect(
      body.comparison.map(({ field, outcome }: Record<string, string>) => `${field} ${outcome}`),
    ).toEqual(
      expect.arrayContaining([...Object.keys(facts), 'countries_sold'].map((field) => `${field} taken`)),
    );
    const { product_id: productId } = await desk.approved(id);
    const product = await desk.findPublicProduct(productId);
    expect(product).toMatchObject({
      ...facts,
      countries_sold: ['Atlantis', 'Italy'],
      serving_value: 25,
      serving_unit: 'g',
      nova_group: null,
      pictures: [],
    });
    expect(fieldsBySource(product)['community']).toEqual(expect.arrayContaining(Object.keys(facts)));
    // In another order, and by another name, it is the same.
    const again = await submitFacts(desk.api, {
      product_id: productId,
      packaging: ['jar', 'GLASS'],
      countries_sold: ['Italia', 'atlantis'],
    });
    const { body: submission } = await desk.caller.get(`/submissions/${again}`);
    expect(submission.comparison).toMatchObject([{ outcome: 'confirmed' }, { outcome: 'confirmed' }]);
  });

  it('and name is refused until the operator gives one', async () => {
    const id = await sendItem(desk.api, key, { gtin: gtinOf(1), brand: 'Dune' });
    await desk.expectUntouched(id, await desk.approve(id), 'validation_failed');
    const { product_id: productId } = await desk.approved(id, { overrides: { name: 'Spread' } });
    expect(fieldsBySource(await desk.findPublicProduct(productId))).toEqual({
      operator: ['name'],
      community: ['barcodes', 'brand'],
    });
  });

  it('cannot do without the name or the category that a decision leaves out: 400 with the field', async () => {
    const id = await submitFacts(desk.api, { name: 'Hazelnut spread', category: 'hazelnut-spreads' });
    const body = { decisions: { name: 'keep' } };
    const response = await desk.approve(id, body);
    expectAdminError(response, 400, 'validation_failed');
    expect(errorOf(response).details).toMatchObject({ fields: [{ field: 'name', code: 'required' }] });
    await desk.expectUntouched(id, response, 'validation_failed');
    expectAdminError(await desk.caller.post(`/submissions/${id}/preview`, body), 400, 'validation_failed');
    expect((await desk.approve(id, { decisions: { category: 'keep' } })).status).toBeLessThan(500);
  });

  it('is made new by choice, unless its barcode is taken', async () => {
    const owner = await insertProduct(desk.database.db, { name: 'Owner' });
    const [alone, second] = [
      await submitFacts(desk.api, { name: 'Alone', product_id: owner }),
      await submitFacts(desk.api, { name: 'Second', gtin: gtinOf(1) }),
    ];
    expect(await desk.approved(alone, { target_product_id: null })).toMatchObject({ is_new_product: true });
    await insertBarcode(desk.database.db, owner, gtinOf(1), true);
    const refused = await desk.approve(second, { target_product_id: null });
    await desk.expectUntouched(second, refused, 'barcode_conflict');
    expect(refused.status).toBe(409);
    expect(errorOf(refused).details).toEqual({ gtin: gtinOf(1), product_id: owner, product_name: 'Owner' });
    expect(await desk.countProducts()).toBe(2);
    expect(await desk.approved(second)).toMatchObject({ is_new_product: false, product_id: owner });
  });
});

it('a back-flow submission and a stranger’s for one barcode end up in one product', async () => {
  const [stranger, shop] = [
    await submitFacts(desk.api, { gtin: gtinOf(5), name: 'Spread' }),
    await submitFacts(desk.api, { gtin: gtinOf(5), name: 'Spread', brand: 'Dune' }),
  ];
  const first = await desk.approved(stranger);
  expect(await desk.approved(shop)).toMatchObject({ product_id: first.product_id, is_new_product: false });
  const stored = await desk.database.db.select({ id: submissions.resultProductId }).from(submissions);
  expect(stored).toEqual([{ id: first.product_id }, { id: first.product_id }]);
});
