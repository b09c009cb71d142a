import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fieldProvenance } from '../../support/catalogue/field-provenance.ts';
import { products, sources } from '../../../src/platform/db/schema/catalogue.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, fieldsBySource, type ReviewDesk } from '../../support/review/review-desk.ts';
import { errorOf, listAudit, submitFacts } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

describe('an approval with a product', () => {
  let productId: string;
  beforeEach(async () => {
    productId = await insertProduct(desk.database.db, {
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
    const id = await submitFacts(desk.api, {
      gtin: gtinOf(1),
      name: 'ORANGE JUICE',
      net_content_value: 1.5,
      net_content_unit: 'l',
      ingredients_text: 'Oranges',
      nutriments: { sugars_g: 9 },
    });
    const approval = await desk.approved(id);
    expect(approval).toMatchObject({ product_id: productId, is_new_product: false, product_version: 2 });
    const product = await desk.findPublicProduct(productId);
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
      community: [
        'barcodes',
        'ingredients_text',
        'name',
        'net_content_unit',
        'net_content_value',
        'nutriments',
      ],
    });
    const [row] = await listAudit(desk.database.db, productId);
    expect(row).toMatchObject({
      action: 'product.updated',
      before: { ingredients_text: null, net_content_value: 1 },
      after: { ingredients_text: 'Oranges', net_content_value: 1.5, submission_id: id },
    });
  });

  it('waits for decisions where a better trusted or verified value would be replaced', async () => {
    const id = await submitFacts(desk.api, {
      gtin: gtinOf(1),
      brand: 'Dune & Sons',
      country_of_origin: 'Italy',
      ingredients_text: 'Oranges',
    });
    const refused = await desk.approve(id);
    await desk.expectUntouched(id, refused, 'decision_required');
    expect(errorOf(refused).details).toMatchObject({
      fields: [
        { field: 'brand', outcome: 'conflict', sources: [{ code: 'open_food_facts' }] },
        { field: 'country_of_origin', outcome: 'conflict', sources: [{ code: 'operator' }] },
      ],
    });
    await desk.expectUntouched(
      id,
      await desk.approve(id, { decisions: { brand: 'take' } }),
      'decision_required',
    );
    await desk.approved(id, { decisions: { brand: 'take', country_of_origin: 'keep' } });
    const product = await desk.findPublicProduct(productId);
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

  it('takes an operator at his own word where he overrides the submission', async () => {
    const id = await submitFacts(desk.api, {
      gtin: gtinOf(1),
      brand: 'Dun',
      net_content_value: 2,
      net_content_unit: 'l',
      ingredients_text: 'Oranges',
      msrp: { amount: 300, currency: 'EUR' },
    });
    const approval = await desk.asEditor.post(`/submissions/${id}/approve`, {
      overrides: {
        brand: 'Dune & Sons',
        net_content_value: 1.5,
        msrp: { amount: 3, currency: 'EUR' },
        country_of_origin: null,
      },
    });
    expect(approval.status, approval.text).toBe(200);
    const product = await desk.findPublicProduct(productId);
    expect(product).toMatchObject({
      brand: 'Dune & Sons',
      net_content_value: 1.5,
      net_content_unit: 'l',
      country_of_origin: null,
      msrp: [{ amount: 3 }],
    });
    expect(fieldsBySource(product)).toEqual({
      open_food_facts: ['name', 'nutriments'],
      operator: ['brand', 'msrp', 'net_content_unit', 'net_content_value'],
      community: ['barcodes', 'ingredients_text'],
    });
    const stamps = await desk.database.db
      .select({
        field: fieldProvenance.field,
        code: sources.code,
        submissionId: fieldProvenance.submissionId,
      })
      .from(fieldProvenance)
      .innerJoin(sources, eq(sources.id, fieldProvenance.sourceId))
      .where(eq(fieldProvenance.operatorId, desk.editor.id));
    expect(stamps).toContainEqual({ field: 'brand', code: 'operator', submissionId: id });
    const [row] = await listAudit(desk.database.db, id);
    expect(row?.after).toMatchObject({ overrides: { brand: 'Dune & Sons' } });
  });

  it('can be made on another product, which then has the barcode', async () => {
    const other = await insertProduct(desk.database.db, { name: 'Other' });
    const id = await submitFacts(desk.api, { name: 'Others', gtin: gtinOf(2) });
    const body = { target_product_id: other, version: 1 };
    const approval = await desk.asEditor.post(`/submissions/${id}/approve`, body);
    expect(approval.body).toMatchObject({ product_id: other, is_new_product: false });
    expect(await desk.findPublicProduct(other)).toMatchObject({ name: 'Others', gtin: gtinOf(2) });
  });

  it.each([
    ['that changed meanwhile', { version: 7 }, 409, 'version_conflict'],
    ['nobody has', { target_product_id: '01890a5d-ac96-774b-bcce-b302099a8057' }, 404, 'not_found'],
    ['with an invalid id', { target_product_id: 'abc' }, 400, 'validation_failed'],
    ['and an unknown field', { overrides: { stars: 5 } }, 400, 'invalid_request'],
    ['and a quality score', { overrides: { quality_score: 1 } }, 400, 'invalid_request'],
    ['and a name with NUL', { overrides: { name: 'a\0b' } }, 400, 'validation_failed'],
    ['and an unknown category', { overrides: { category: 'nowhere' } }, 400, 'validation_failed'],
    ['and an unknown decision', { decisions: { name: 'maybe' } }, 400, 'validation_failed'],
  ])('%s is refused', async (_, body, status, code) => {
    const id = await submitFacts(desk.api, { gtin: gtinOf(1), ingredients_text: 'Oranges' });
    const response = await desk.asEditor.post(`/submissions/${id}/approve`, body);
    expect(response.status).toBe(status);
    await desk.expectUntouched(id, response, code);
  });

  it('that is archived is refused, one merged away is followed', async () => {
    const id = await submitFacts(desk.api, { product_id: productId, ingredients_text: 'Oranges' });
    const winner = await insertProduct(desk.database.db, { name: 'Winner', category: 'food' });
    await desk.database.db.update(products).set({ status: 'archived' }).where(eq(products.id, productId));
    await desk.expectUntouched(id, await desk.approve(id), 'invalid_state');
    await desk.database.db.update(products).set({ mergedIntoId: winner }).where(eq(products.id, productId));
    expect(await desk.approved(id)).toMatchObject({ product_id: winner });
  });
});
