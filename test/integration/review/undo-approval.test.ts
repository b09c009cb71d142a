import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Undone } from '../../../src/review/undo/undo-contract.ts';
import { decisionRecords } from '../../../src/platform/db/schema/submissions.ts';
import { insertProduct, sourceIdOf } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { readProductRows } from '../../support/catalogue/stored-product.ts';
import { listMarked, clearMarks } from '../../support/catalogue/stored-rows.ts';
import { createAdminCaller, expectAdminError } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { errorOf, findSubmission, listAudit, submitFacts } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

const insert = () =>
  insertProduct(desk.database.db, {
    name: 'Orange juice',
    brand: 'Dune',
    category: 'food/juices',
    attributes: { colour: 'orange' },
    gtins: [gtinOf(1)],
    food: { nutriments: { fat_g: 0 }, nutritionBasis: '100ml' },
    provenance: { open_food_facts: ['name', 'brand', 'nutriments', 'attributes'] },
  });
const undo = (id: string) => desk.caller.post(`/submissions/${id}/undo`, {});
async function undone(id: string): Promise<Undone> {
  const response = await undo(id);
  expect(response.status, response.text).toBe(200);
  return response.body as Undone;
}
const approve = async (facts: object, body?: object) => {
  const id = await submitFacts(desk.api, { gtin: gtinOf(1), ...facts });
  await desk.approved(id, body);
  return id;
};

describe('an approval that is taken back', () => {
  it('leaves the product as it was, the submission pending at its place, and two audit rows', async () => {
    const productId = await insert();
    const before = await readProductRows(desk.database.db, productId);
    const first = await submitFacts(desk.api, {
      gtin: gtinOf(1),
      name: 'Juice',
      ingredients_text: 'Oranges',
    });
    const submission = await findSubmission(desk.database.db, first);
    await submitFacts(desk.api, { gtin: gtinOf(1), name: 'Later' });
    const heard = await desk.countChanges();
    await desk.approved(first, { decisions: { name: 'take' } });
    await clearMarks(desk.database.db);
    expect(await undone(first)).toMatchObject({
      id: first,
      status: 'pending',
      undone: 'approved',
      product_id: productId,
      is_product_removed: false,
      changes: [
        { name: 'name', effect: 'change', before: 'Juice', after: 'Orange juice' },
        { name: 'ingredients_text', effect: 'delete', before: 'Oranges', after: null },
      ],
    });
    expect(await readProductRows(desk.database.db, productId)).toEqual(before);
    expect(await findSubmission(desk.database.db, first)).toEqual(submission);
    expect(await listMarked(desk.database.db)).toEqual([productId]);
    expect(await desk.countChanges()).toBe(heard + 2);
    const queue = (await desk.caller.get('/submissions')).body as { items: { id: string }[]; total: number };
    expect([queue.items[0]?.id, queue.total]).toEqual([first, 2]);
    const told = await desk.api.request().get(`/api/public/submissions/${first}`);
    expect(told.body).toMatchObject({ status: 'pending', reason: null, product_id: null, reviewed_at: null });
    const counts = (await desk.caller.get('/submissions/counts')).body as { state: object };
    expect(counts.state).toEqual({ pending: 2, approved: 0, rejected: 0 });
    expect((await listAudit(desk.database.db, first)).map(({ action }) => action)).toEqual([
      'submission.approved',
      'submission.undone',
    ]);
    const [, row] = await listAudit(desk.database.db, productId);
    expect(row).toMatchObject({
      action: 'product.updated',
      before: { name: 'Juice' },
      after: { name: 'Orange juice', undone_submission_id: first },
    });
  });

  it('takes the product it had created away, with its barcode, price and brand', async () => {
    const id = await approve({ name: 'New', brand: 'Never heard of', msrp: { amount: 2, currency: 'EUR' } });
    const { product_id: productId, is_product_removed: isRemoved, changes } = await undone(id);
    expect(isRemoved).toBe(true);
    expect(changes.every(({ effect }) => effect === 'delete')).toBe(true);
    expect(await desk.countProducts()).toBe(0);
    const { rows } = await desk.database.db.execute(sql`select from brands where name = 'Never heard of'`);
    expect(rows).toEqual([]);
    expect((await desk.api.get(`/products/${productId}`)).status).toBe(404);
    expect((await desk.api.get(`/products/barcode/${gtinOf(1)}`)).status).toBe(404);
    const audit = await listAudit(desk.database.db, productId!);
    expect(audit.at(-1)).toMatchObject({ action: 'product.deleted', after: { undone_submission_id: id } });
    expect(await desk.approved(id)).toMatchObject({ is_new_product: true });
  });

  it('is taken back once', async () => {
    await insert();
    const id = await approve({ ingredients_text: 'Oranges' });
    await undone(id);
    expect(errorOf(await undo(id)).details).toEqual({ reason: 'pending', status: 'pending' });
    const twice = await approve({ ingredients_text: 'More oranges' });
    const answers = await Promise.all([undo(twice), undo(twice), undo(twice)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectAdminError(answer, 409, 'invalid_state');
    }
  });

  it('is taken back by who decided it, or by an editor', async () => {
    await insert();
    const id = await approve({ ingredients_text: 'Oranges' });
    const other = await signInTestOperator(desk.database.db, 'reviewer');
    const asOther = createAdminCaller(desk.api, other.headers);
    expectAdminError(await asOther.post(`/submissions/${id}/undo`, {}), 403, 'forbidden');
    expect(await desk.findStatus(id)).toBe('approved');
    expect((await desk.asEditor.post(`/submissions/${id}/undo`, {})).status).toBe(200);
  });

  it('has a record, without which there is nothing to put back', async () => {
    await insert();
    const id = await approve({ ingredients_text: 'Oranges' });
    await desk.database.db.delete(decisionRecords).where(eq(decisionRecords.submissionId, id));
    const detail = (await desk.caller.get(`/submissions/${id}`)).body as { can_undo: boolean };
    expect(detail.can_undo).toBe(false);
    expect(errorOf(await undo(id)).details).toMatchObject({ reason: 'not_recorded' });
  });
});

describe('what others did since', () => {
  it('to other values stays, and the rest is put back', async () => {
    const productId = await insert();
    const id = await approve({
      ingredients_text: 'Oranges',
      nutriments: { sugars_g: 9 },
      attributes: { size: 1 },
    });
    const later = await approve({ nutriments: { salt_g: 1 }, country_of_origin: 'Spain' });
    const version = (await desk.findPublicProduct(productId)) && 3;
    const edit = await desk.asEditor.patch(`/products/${productId}`, { version, net_content_value: 1 });
    expect(edit.status, edit.text).toBe(200);
    expect((await undone(id)).changes.map(({ name, key }) => [name, key])).toEqual([
      ['nutriments', 'sugars_g'],
      ['ingredients_text', null],
      ['attributes', 'size'],
    ]);
    const product = await desk.findPublicProduct(productId);
    expect(product).toMatchObject({
      ingredients_text: null,
      nutriments: { fat_g: 0, salt_g: 1 },
      country_of_origin: 'Spain',
      net_content_value: 1,
    });
    const fields = product.sources.find(({ code }) => code === 'community')?.fields;
    expect(fields).toEqual(['barcodes', 'country_of_origin', 'nutriments']);
    // The later one inherited who had said it before: nobody of the community.
    await undone(later);
    const left = await desk.findPublicProduct(productId);
    expect(left.nutriments).toEqual({ fat_g: 0 });
    expect(left.sources.map(({ code }) => code)).not.toContain('community');
  });

  it('confirms another key of a table: who says it stays, until that is taken back too', async () => {
    const productId = await insert();
    const before = await readProductRows(desk.database.db, productId);
    const id = await approve({ nutriments: { sugars_g: 9 }, nutrition_basis: '100ml' });
    const later = await approve({ nutriments: { fat_g: 0 }, nutrition_basis: '100ml' });
    await undone(id);
    const product = await desk.findPublicProduct(productId);
    expect(product.nutriments).toEqual({ fat_g: 0 });
    const { fields } = product.sources.find(({ code }) => code === 'community')!;
    expect(fields).toEqual(['barcodes', 'nutriments', 'nutrition_basis']);
    await undone(later);
    expect(await readProductRows(desk.database.db, productId)).toEqual({
      ...before,
      quality_score: expect.any(Number) as number,
    });
  });

  it.each([
    ['an operator changed it', { ingredients_text: 'Oranges, sugar' }],
    ['an operator verified it', { ingredients_text: 'Oranges' }],
  ])('%s: nothing is taken back, and he is named', async (_, facts) => {
    const productId = await insert();
    const id = await approve({ ingredients_text: 'Oranges', country_of_origin: 'Spain' });
    expect((await desk.asEditor.patch(`/products/${productId}`, { version: 2, ...facts })).status).toBe(200);
    const before = await readProductRows(desk.database.db, productId);
    const response = await undo(id);
    expectAdminError(response, 409, 'invalid_state');
    expect(errorOf(response).details).toMatchObject({
      reason: 'changed_since',
      product_id: productId,
      fields: [{ field: 'ingredients_text', name: 'ingredients_text', key: null }],
    });
    expect(await readProductRows(desk.database.db, productId)).toEqual(before);
    expect(await desk.findStatus(id)).toBe('approved');
    expect(errorOf(response).details).toMatchObject({ fields: [{ by: [{ email: desk.editor.email }] }] });
  });

  it('a later submission says the same: that is taken back first', async () => {
    const productId = await insert();
    const before = await readProductRows(desk.database.db, productId);
    const id = await approve({ ingredients_text: 'Oranges' });
    const later = await approve({ ingredients_text: 'Oranges', country_of_origin: 'Spain' });
    const refused = await undo(id);
    expect(errorOf(refused).details).toMatchObject({
      fields: [{ field: 'ingredients_text', by: [{ submission_id: later, email: desk.reviewer.email }] }],
    });
    await undone(later);
    await undone(id);
    // The score of a product that was not saved by the program is computed on the way.
    expect(await readProductRows(desk.database.db, productId)).toEqual({
      ...before,
      quality_score: expect.any(Number) as number,
    });
  });

  it('the product that was created has been changed, or is named by others: it stays', async () => {
    const id = await approve({ name: 'New' });
    const productId = (await findSubmission(desk.database.db, id))!.resultProductId!;
    const naming = await submitFacts(desk.api, { product_id: productId, ingredients_text: 'Oranges' });
    expect(errorOf(await undo(id)).details).toMatchObject({
      reason: 'product_named',
      submission_ids: [naming],
    });
    await desk.approved(naming);
    expect(errorOf(await undo(id)).details).toMatchObject({
      reason: 'changed_since',
      later_submission_ids: [naming],
    });
    await undone(naming);
    await desk.caller.post(`/submissions/${naming}/reject`, { reason: 'no' });
    await undone(id);
    expect(await desk.countProducts()).toBe(0);
  });

  it('an import changed it: that is named', async () => {
    const productId = await insert();
    const id = await approve({ ingredients_text: 'Oranges', nutriments: { sugars_g: 9 } });
    const sourceId = await sourceIdOf(desk.database.db, 'open_food_facts');
    await desk.database.db.execute(sql`
      insert into field_provenance (product_id, field, source_id) values (${productId}, 'ingredients_text', ${sourceId})`);
    expect(errorOf(await undo(id)).details).toMatchObject({
      fields: [{ field: 'ingredients_text', by: [{ actor: 'source:open_food_facts' }] }],
    });
  });

  it('the product was archived, merged or deleted', async () => {
    const productId = await insert();
    const id = await approve({ ingredients_text: 'Oranges' });
    const set = (assignment: ReturnType<typeof sql>) =>
      desk.database.db.execute(sql`update products set ${assignment} where id = ${productId}`);
    await set(sql`status = 'archived'`);
    expect(errorOf(await undo(id)).details).toMatchObject({ reason: 'product_archived' });
    const winner = await insertProduct(desk.database.db, { name: 'Winner' });
    await set(sql`merged_into_id = ${winner}`);
    expect(errorOf(await undo(id)).details).toMatchObject({
      reason: 'product_merged',
      merged_into_id: winner,
    });
    await desk.database.db.execute(sql`delete from products where id = ${productId}`);
    expect(errorOf(await undo(id)).details).toMatchObject({ reason: 'product_deleted' });
  });
});
