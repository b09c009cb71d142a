import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import type { HistoryEntry, RevertPreview } from '../../../src/catalog/history/history-contract.ts';
import { createProductDesk, type ProductDesk } from '../../support/catalogue/product-desk.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';
import { errorOf, submitFacts } from '../../support/review/test-submissions.ts';

let desk: ProductDesk;
beforeAll(async () => {
  desk = await createProductDesk();
});
afterAll(() => desk.database.drop());

const listHistory = async (id: string) =>
  ((await desk.reviewer.get(`/products/${id}/history`)).body as { items: HistoryEntry[] }).items;
const edit = async (id: string, body: object) => {
  const response = await desk.editor.patch(`/products/${id}`, body);
  expect(response.status, response.text).toBe(200);
};
const revert = (id: string, body: object) => desk.editor.post(`/products/${id}/revert`, body);
const preview = (id: string, body: object) => desk.editor.post(`/products/${id}/revert/preview`, body);
const productOf = async (id: string) => (await desk.editor.get(`/products/${id}`)).body as AdminProduct;

describe('the history of a product', () => {
  it('says what changed, by whom, and with which submission', async () => {
    const { id } = await desk.create({ name: 'Oats', brand: 'Dune', category: 'snacks' });
    await edit(id, { version: 1, name: 'Rolled oats', net_content_value: 500, net_content_unit: 'g' });
    await desk.editor.post('/products/' + id + '/activate', { version: 2 });
    const named = await submitFacts(desk.api, { product_id: id, ingredients_text: 'Oats' });
    expect((await desk.reviewer.post(`/submissions/${named}/approve`, {})).status).toBe(200);
    const [approved, activated, edited, created] = await listHistory(id);
    expect(approved).toMatchObject({
      source: 'community',
      submission_id: named,
      can_revert: true,
      changes: [{ field: 'ingredients_text', name: 'ingredients_text', before: null, after: 'Oats' }],
    });
    expect(activated).toMatchObject({ changes: [], can_revert: false, source: null });
    expect(edited).toMatchObject({
      source: 'operator',
      operator_email: expect.stringContaining('@'),
      submission_id: null,
      changes: [
        { field: 'name', name: 'name', before: 'Oats', after: 'Rolled oats' },
        { field: 'net_content', name: 'net_content_value', before: null, after: 500 },
        { field: 'net_content', name: 'net_content_unit', before: null, after: 'g' },
      ],
    });
    expect(created).toMatchObject({ action: 'product.created', can_revert: false });
  });
});

describe('a revert', () => {
  it('writes the named fields as they were, leaves the others, and is on record itself', async () => {
    const { id } = await desk.create({ name: 'Oats', brand: 'Dune', category: 'snacks' });
    await edit(id, { version: 1, name: 'Rolled oats', brand: 'Other', nutri_score: 'a' });
    await edit(id, { version: 2, name: 'Fine oats' });
    const [, first] = await listHistory(id);
    const response = await revert(id, { version: 3, seq: first!.seq, fields: ['brand', 'nutri_score'] });
    expect(response.status, response.text).toBe(200);
    expect(response.body).toMatchObject({ version: 4, name: 'Fine oats', brand: 'Dune', nutri_score: null });
    const [row] = await listHistory(id);
    expect(row).toMatchObject({
      action: 'product.updated',
      reverted_seq: first!.seq,
      source: 'operator',
      before: { brand: 'Other', nutri_score: 'a' },
      after: { brand: 'Dune', nutri_score: null },
    });
    expect(row!.actor).toBe(`operator:${desk.operator.id}`);
    const back = await revert(id, { version: 4, seq: row!.seq, fields: ['brand'] });
    expect(back.body).toMatchObject({ brand: 'Other', nutri_score: null });
  });

  it('takes an amount back with the unit that it had', async () => {
    const { id } = await desk.create({
      name: 'Oats',
      category: 'snacks',
      net_content_value: 500,
      net_content_unit: 'g',
    });
    await edit(id, { version: 1, net_content_value: 400 });
    await edit(id, { version: 2, net_content_value: 0.4, net_content_unit: 'kg' });
    const [, first] = await listHistory(id);
    const response = await revert(id, { version: 3, seq: first!.seq, fields: ['net_content'] });
    expect(response.body).toMatchObject({ net_content_value: 500, net_content_unit: 'g' });
  });

  it('takes amounts back with their basis', async () => {
    const { id } = await desk.create({
      name: 'Oats',
      category: 'snacks',
      nutriments: { fat_g: 7 },
      nutrition_basis: '100g',
    });
    await edit(id, { version: 1, nutriments: { fat_g: 70 } });
    await edit(id, { version: 2, nutriments: { fat_g: 3 }, nutrition_basis: 'serving' });
    const [, first] = await listHistory(id);
    const response = await revert(id, { version: 3, seq: first!.seq, fields: ['nutriments'] });
    expect(response.body).toMatchObject({ nutriments: { fat_g: 7 }, nutrition_basis: '100g' });
  });

  it('is refused where somebody was faster, the row is another, or the field was not changed', async () => {
    const { id } = await desk.create({ name: 'Oats', category: 'snacks' });
    const other = await desk.create({ name: 'Rice', category: 'snacks' });
    await edit(id, { version: 1, name: 'Rolled oats' });
    const [row, created] = await listHistory(id);
    const [foreign] = await listHistory(other.id);
    const before = await productOf(id);
    const seq = row!.seq;
    const fields = ['name'];
    const stale = await revert(id, { version: 1, seq, fields });
    expectAdminError(stale, 409, 'version_conflict');
    expect(errorOf(stale).details).toMatchObject({ version: 2, product: { name: 'Rolled oats' } });
    expectAdminError(await revert(id, { version: 2, seq: foreign!.seq, fields }), 404, 'not_found');
    for (const body of [
      { version: 2, seq, fields: ['brand'] },
      { version: 2, seq, fields: ['name', 'nonsense'] },
      { version: 2, seq: created!.seq, fields },
      { version: 2, seq, fields: [] },
    ]) {
      expect((await revert(id, body)).status).toBe(400);
    }
    expect((await desk.reviewer.post(`/products/${id}/revert`, { version: 2, seq, fields })).status).toBe(
      403,
    );
    await desk.editor.post(`/products/${id}/archive`, { version: 2, reason: 'Gone' });
    expectAdminError(await revert(id, { version: 3, seq, fields }), 409, 'invalid_state');
    expect(await productOf(id)).toMatchObject({ name: before.name });
  });
});

describe('the preview of a revert', () => {
  it('says value by value what the revert then does, and changes nothing itself', async () => {
    const { id } = await desk.create({ name: 'Oats', brand: 'Dune', category: 'snacks', nutri_score: 'b' });
    await edit(id, { version: 1, brand: 'Other', nutri_score: null });
    const [row] = await listHistory(id);
    const before = await productOf(id);
    const body = { version: 2, seq: row!.seq, fields: ['brand', 'nutri_score'] };
    const shown = (await preview(id, body)).body as RevertPreview;
    expect(shown).toMatchObject({
      product_id: id,
      version: 2,
      changed_since: [],
      quality_score: { before: before.quality_score },
    });
    const place = { key: null };
    expect(shown.changes).toEqual([
      { ...place, field: 'brand', name: 'brand', effect: 'change', before: 'Other', after: 'Dune' },
      { ...place, field: 'nutri_score', name: 'nutri_score', effect: 'add', before: null, after: 'b' },
    ]);
    expect(await productOf(id)).toEqual(before);
    expect(await listHistory(id)).toHaveLength(2);
    const reverted = (await revert(id, body)).body as AdminProduct;
    expect(reverted).toMatchObject({ brand: 'Dune', nutri_score: 'b' });
    expect(reverted.quality_score).toBeCloseTo(shown.quality_score.after!, 4);
  });

  it('names what was said later and would go too', async () => {
    const { id } = await desk.create({ name: 'Oats', brand: 'Dune', category: 'snacks' });
    await edit(id, { version: 1, name: 'Rolled oats', brand: 'Other' });
    await edit(id, { version: 2, name: 'Fine oats' });
    const [, row] = await listHistory(id);
    const shown = await preview(id, { version: 3, seq: row!.seq, fields: ['name', 'brand'] });
    expect(shown.body).toMatchObject({
      changed_since: ['name'],
      changes: [
        { name: 'name', before: 'Fine oats', after: 'Oats' },
        { name: 'brand', before: 'Other', after: 'Dune' },
      ],
    });
  });

  it('is refused as the revert is', async () => {
    const { id } = await desk.create({ name: 'Oats', category: 'snacks' });
    await edit(id, { version: 1, name: 'Rolled oats' });
    const [row] = await listHistory(id);
    const seq = row!.seq;
    const stale = await preview(id, { version: 1, seq, fields: ['name'] });
    expectAdminError(stale, 409, 'version_conflict');
    expect(errorOf(stale).details).toMatchObject({ version: 2 });
    expectAdminError(await preview(id, { version: 2, seq, fields: ['brand'] }), 400, 'validation_failed');
  });
});
