import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, fieldsBySource, type ReviewDesk } from '../../support/review/review-desk.ts';
import { errorOf, findSubmission, submitFacts } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
let productId: string;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(async () => {
  await desk.clear();
  productId = await insertProduct(desk.database.db, {
    name: 'Orange juice',
    brand: 'Dune',
    category: 'food/juices',
    netContentValue: 1,
    netContentUnit: 'l',
    gtins: [gtinOf(1)],
    msrp: [{ amount: 2 }],
    food: { nutriments: { fat_g: 0 }, nutritionBasis: '100ml', allergens: ['milk'] },
    provenance: { open_food_facts: ['name', 'brand', 'nutriments', 'ingredients_text'] },
  });
});
afterAll(() => desk.database.drop());

const approveAsEditor = (id: string, body: object) => desk.asEditor.post(`/submissions/${id}/approve`, body);

describe('a reviewer', () => {
  it.each([
    ['of another product', async () => await submitFacts(desk.api, { name: 'Other', gtin: gtinOf(2) })],
    ['of no product yet', async () => await submitFacts(desk.api, { name: 'Anything at all' })],
  ])('does not let a submission %s in at a product of his choice', async (_, submit) => {
    await insertProduct(desk.database.db, { name: 'Other one', gtins: [gtinOf(2)] });
    const id = await submit();
    const body = { target_product_id: productId };
    const refused = await desk.approve(id, body);
    expect(refused.status).toBe(403);
    await desk.expectUntouched(id, refused, 'forbidden');
    expect(errorOf(refused).message).toMatch(/not about this product.*role editor/);
    expect(await desk.findPublicProduct(productId)).toMatchObject({ name: 'Orange juice' });
  });

  it('may name the product that the submission is about, and a new one', async () => {
    const own = await submitFacts(desk.api, { gtin: gtinOf(1), ingredients_text: 'Oranges' });
    expect(await desk.approved(own, { target_product_id: productId })).toMatchObject({
      product_id: productId,
    });
    const named = await submitFacts(desk.api, { product_id: productId, country_of_origin: 'Spain' });
    expect(await desk.approved(named, { target_product_id: productId })).toMatchObject({
      product_id: productId,
    });
    const other = await submitFacts(desk.api, { product_id: productId, name: 'Lemon juice' });
    expect(await desk.approved(other, { target_product_id: null })).toMatchObject({ is_new_product: true });
  });

  it.each([
    ['name', { name: 'Rewritten' }, 'name'],
    ['brand', { brand: 'Rewritten' }, 'brand'],
    ['brand, taken away', { brand: null }, 'brand'],
    ['category', { category: 'uncategorized-general' }, 'category'],
    ['net content, by its unit', { net_content_unit: 'kg' }, 'net_content'],
    ['nutriments', { nutriments: { fat_g: 99 } }, 'nutriments'],
    ['basis', { nutrition_basis: 'serving' }, 'nutrition_basis'],
    ['nutrition, as one that does not apply', { no_nutrition_data: true }, 'no_nutrition_data'],
    ['allergens', { allergens: [] }, 'allergens'],
    ['price', { msrp: { amount: 1, currency: 'EUR' } }, 'msrp'],
    ['name, as it is', { name: 'Orange juice' }, 'name'],
  ])('does not override what the product has: its %s', async (_, overrides, field) => {
    const id = await submitFacts(desk.api, { gtin: gtinOf(1), ingredients_text: 'Oranges' });
    const refused = await desk.approve(id, { overrides });
    expect(refused.status, refused.text).toBe(403);
    await desk.expectUntouched(id, refused, 'forbidden');
    expect(errorOf(refused)).toMatchObject({
      message: expect.stringMatching(/has these facts already.*role editor/),
      details: { fields: [field] },
    });
    if (field === 'category') return;
    expect((await approveAsEditor(id, { overrides })).status).toBe(200);
  });

  it('overrides what the product lacks, and anything of a new one', async () => {
    const id = await submitFacts(desk.api, { gtin: gtinOf(1), ingredients_text: 'Orangs' });
    const overrides = { ingredients_text: 'Oranges', country_of_origin: 'Spain', serving_size: '200 ml' };
    await desk.approved(id, { overrides });
    const product = await desk.findPublicProduct(productId);
    expect(product).toMatchObject({ ingredients_text: 'Oranges', country_of_origin: 'Spain' });
    expect(fieldsBySource(product)['operator']).toEqual([
      'country_of_origin',
      'ingredients_text',
      'serving_size',
    ]);
    const another = await submitFacts(desk.api, { name: 'Lemn juice', brand: 'Dun' });
    const { product_id } = await desk.approved(another, {
      overrides: { name: 'Lemon juice', brand: 'Dune' },
    });
    expect(await desk.findPublicProduct(product_id)).toMatchObject({ name: 'Lemon juice', brand: 'Dune' });
  });

  it('still decides what was submitted', async () => {
    const id = await submitFacts(desk.api, { gtin: gtinOf(1), name: 'Juice', brand: 'Other' });
    await desk.approved(id, { decisions: { name: 'take', brand: 'keep' } });
    expect(await desk.findPublicProduct(productId)).toMatchObject({ name: 'Juice', brand: 'Dune' });
  });

  it('shows the facts of the product', async () => {
    const id = await submitFacts(desk.api, { gtin: gtinOf(1), ingredients_text: 'Oranges' });
    const { target } = (await desk.caller.get(`/submissions/${id}`)).body as SubmissionDetail;
    expect(target?.held_fields.toSorted()).toEqual(
      ['allergens', 'brand', 'category', 'msrp', 'name', 'net_content', 'no_nutrition_data'].concat([
        'nutriments',
        'nutrition_basis',
      ]),
    );
  });

  it('rewrites nothing in bulk either', async () => {
    const id = await submitFacts(desk.api, { gtin: gtinOf(1), name: 'Rewritten' });
    const bulk = { action: 'approve', ids: [id] };
    for (const more of [{ target_product_id: productId }, { overrides: { name: 'Rewritten' } }]) {
      expect((await desk.caller.post('/submissions/bulk', { ...bulk, ...more })).status).toBe(400);
    }
    const { body } = await desk.caller.post('/submissions/bulk', bulk);
    expect(body).toMatchObject({ refused: 1, results: [{ code: 'decision_required' }] });
    expect(await findSubmission(desk.database.db, id)).toMatchObject({ status: 'pending' });
  });
});
