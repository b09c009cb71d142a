import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import type { BulkResult } from '../../../src/review/decisions/bulk/bulk-decision-contract.ts';
import { ensureCategory, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { errorOf, listAudit, submitFacts } from '../../support/review/test-submissions.ts';

const BUTTER = {
  name: 'Salted butter',
  brand: 'Ostrevale',
  category: 'butters',
  net_content_value: 250,
  net_content_unit: 'g',
};
const STORED = {
  name: 'Salted butter',
  brand: 'Ostrevale',
  category: 'food/butters',
  netContentValue: 0.25,
  netContentUnit: 'kg',
};

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
  await ensureCategory(desk.database.db, 'food/uncategorized-food');
  await ensureCategory(desk.database.db, 'general/uncategorized-general', 'general');
  await ensureCategory(desk.database.db, 'food/butters');
  await ensureCategory(desk.database.db, 'food/waters');
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

const submit = (body: object) => submitFacts(desk.api, body);
const detailOf = async (id: string) => (await desk.caller.get(`/submissions/${id}`)).body as SubmissionDetail;

describe('what may be the same product', () => {
  it.each([
    ['Sаltеd buttеr', 'Ostrevale'],
    ['Salted butter', 'Оstrеvаle'],
    ['Ｓａｌｔｅｄ ｂｕｔｔｅｒ', 'Ostrevale'],
    ['Sal\u200bted but\u00adter', 'Ostre\u2060vale'],
    ['Salτed buττer', 'Οstrevale'],
  ])('is found although letters only look alike: %s of %s', async (name, brand) => {
    const same = await insertProduct(desk.database.db, { ...STORED, gtins: ['3017620422003'] });
    const id = await submit({ ...BUTTER, name, brand });
    const { possible_duplicates: found } = await detailOf(id);
    expect(found[0]).toMatchObject({ id: same, needs_confirmation: true });
    const refused = await desk.asEditor.post(`/submissions/${id}/approve`, {});
    expect(errorOf(refused).code).toBe('possible_duplicate');
  });

  it('is found by brand and content before what only sounds alike, with what is alike', async () => {
    const { db } = desk.database;
    const same = await insertProduct(db, { ...STORED, gtins: ['3017620422003'] });
    const larger = await insertProduct(db, { ...STORED, netContentValue: 500, netContentUnit: 'g' });
    await insertProduct(db, {
      name: 'Lime water, limited edition',
      category: 'food/waters',
      qualityScore: 1,
    });
    const { possible_duplicates: found } = await detailOf(
      await submit({ ...BUTTER, name: 'Salted butter, limited edition' }),
    );
    expect(found.map(({ id }) => id).slice(0, 2)).toEqual([same, larger]);
    expect(found[0]).toMatchObject({
      reasons: ['name', 'brand', 'quantity', 'category'],
      similarity: expect.closeTo(0.87, 1),
      gtin: '3017620422003',
    });
    expect(found[1]!.reasons).toEqual(['name', 'brand', 'category']);
    expect(found.map(({ similarity }) => similarity)).toEqual(
      found.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
    );
  });

  it('is found by a near barcode of the same company, and by the case of the same item', async () => {
    const { db } = desk.database;
    const near = await insertProduct(db, { name: 'Something else', gtins: ['3017620422010'] });
    const pack = await insertProduct(db, { name: 'Quite another', gtins: ['13017620422000'] });
    await insertProduct(db, { name: 'Far away', gtins: ['3017620400001'] });
    const { possible_duplicates: found } = await detailOf(
      await submit({ name: 'Zebra', gtin: '3017620422003' }),
    );
    expect(Object.fromEntries(found.map(({ id, reasons }) => [id, reasons]))).toEqual({
      [near]: ['barcode'],
      [pack]: ['barcode'],
    });
  });

  it('is none of another size, nor an archived one', async () => {
    const { db } = desk.database;
    await insertProduct(db, { ...STORED, status: 'archived' });
    await insertProduct(db, { ...STORED, netContentValue: 500, netContentUnit: 'g' });
    const { possible_duplicates: found } = await detailOf(await submit(BUTTER));
    expect(found.map(({ needs_confirmation }) => needs_confirmation)).toEqual([false]);
  });

  it('is a pending submission of the same barcode, or of the same name and brand', async () => {
    const id = await submit({ ...BUTTER, gtin: '3017620422003' });
    const code = await submit({ name: 'Beurre', gtin: '3017620422003' });
    const name = await submit({ ...BUTTER, name: 'SALTED butter' });
    const otherBrand = await submit({ name: 'Salted butter', brand: 'Quite another' });
    await submit({ name: 'Pepper' });
    const { pending_twins: twins } = await detailOf(id);
    // One of the same barcode completes what the first makes, so it needs no confirmation.
    expect(twins.map((twin) => [twin.id, twin.similarity, twin.needs_confirmation])).toEqual([
      [code, 1, false],
      [name, expect.closeTo(0.97, 1), true],
      [otherBrand, expect.closeTo(0.63, 1), false],
    ]);
    expect(twins[1]!.reasons).toEqual(['name', 'brand', 'quantity', 'category']);
  });
});

describe('a new product beside one that is much alike', () => {
  it('takes a word that it is another one', async () => {
    const id = await insertProduct(desk.database.db, STORED);
    const submission = await submit(BUTTER);
    const refused = await desk.approve(submission);
    await desk.expectUntouched(submission, refused, 'possible_duplicate');
    expect(refused.status).toBe(409);
    expect(errorOf(refused).details).toMatchObject({
      possible_duplicates: [{ id, name: 'Salted butter', needs_confirmation: true }],
    });
    const other = await desk.approve(submission, {
      confirmed_different: ['01890a5d-ac96-774b-bcce-b302099a8057'],
    });
    await desk.expectUntouched(submission, other, 'possible_duplicate');
    const approval = await desk.approved(submission, { confirmed_different: [id.toUpperCase()] });
    expect(approval.is_new_product).toBe(true);
    expect((await listAudit(desk.database.db, submission))[0]?.after).toMatchObject({
      confirmed_different: [id],
    });
  });

  it('is judged with what the operator says instead', async () => {
    await insertProduct(desk.database.db, STORED);
    const submission = await submit(BUTTER);
    await desk.approved(submission, { overrides: { net_content_value: 500 } });
  });

  it('needs none where the product is completed', async () => {
    const id = await insertProduct(desk.database.db, { ...STORED, gtins: ['3017620422003'] });
    const submission = await submit({ ...BUTTER, gtin: '3017620422003' });
    expect(await desk.approved(submission)).toMatchObject({ product_id: id, is_new_product: false });
  });

  it('is refused in bulk, also where the first of two twins has just been let in', async () => {
    const ids = [await submit(BUTTER), await submit({ ...BUTTER, name: 'SALTED BUTTER' })];
    const response = await desk.caller.post('/submissions/bulk', { action: 'approve', ids });
    const { results } = response.body as BulkResult;
    expect(results.map(({ result, code }) => [result, code])).toEqual([
      ['done', null],
      ['refused', 'possible_duplicate'],
    ]);
    expect(results[1]!.details).toMatchObject({ possible_duplicates: [{ id: results[0]!.product_id }] });
  });

  it('is made once when two twins are approved at the same moment', async () => {
    const ids = [await submit(BUTTER), await submit({ ...BUTTER, name: 'SALTED BUTTER' })];
    const responses = await Promise.all(ids.map((id) => desk.approve(id)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await desk.countProducts()).toBe(1);
  });
});

it('stored content of whatever form is compared', async () => {
  const id = await submit({ name: 'Salted butter' });
  await desk.database.db.execute(
    sql`update submissions set content = '{"name": ["Salted"], "brand": 7, "net_content_value": "x"}' where id = ${id}`,
  );
  expect((await desk.caller.get(`/submissions/${id}`)).status).toBe(200);
});
