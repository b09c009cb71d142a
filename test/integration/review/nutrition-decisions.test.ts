import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalPreview } from '../../../src/review/decisions/preview-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { submitFacts } from '../../support/review/test-submissions.ts';

const NOW = { energy_kj: 2166, energy_kcal: 518, fat_g: 30, fiber_g: 1, salt_g: 0.1 };

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

const insert = (supplier: string) =>
  insertProduct(desk.database.db, {
    name: 'Hazelnut spread',
    category: 'food/juices',
    gtins: [gtinOf(1)],
    food: { nutriments: NOW, nutritionBasis: '100g' },
    provenance: { [supplier]: ['name', 'nutriments', 'nutrition_basis'] },
  });
const submit = (nutriments: object) =>
  submitFacts(desk.api, { gtin: gtinOf(1), nutriments, nutrition_basis: '100g' });
async function preview(id: string, body: object = {}): Promise<ApprovalPreview> {
  const response = await desk.caller.post(`/submissions/${id}/preview`, body);
  expect(response.status, response.text).toBe(200);
  return response.body as ApprovalPreview;
}

describe('single amounts', () => {
  it('are kept beside others that are taken', async () => {
    const productId = await insert('community');
    const id = await submit({ energy_kcal: 830, fat_g: 31, salt_g: 1 });
    const decisions = { 'nutriments.energy_kcal': 'keep', 'nutriments.salt_g': 'keep' };
    const { changes, seen } = await preview(id, { decisions });
    expect(changes.map(({ key, effect, after }) => [key, effect, after])).toEqual([['fat_g', 'change', 31]]);
    await desk.approved(id, { decisions, seen });
    expect((await desk.findPublicProduct(productId)).nutriments).toEqual({ ...NOW, fat_g: 31 });
  });

  it('decide a conflict together with the rest', async () => {
    const productId = await insert('operator');
    const id = await submit({ fat_g: 31, salt_g: 1 });
    await desk.expectUntouched(id, await desk.approve(id), 'decision_required');
    await desk.approved(id, { decisions: { nutriments: 'take', 'nutriments.salt_g': 'keep' } });
    expect((await desk.findPublicProduct(productId)).nutriments).toEqual({ ...NOW, fat_g: 31 });
  });

  it('that are all kept leave their basis unsaid, too', async () => {
    await insert('community');
    const id = await submitFacts(desk.api, {
      gtin: gtinOf(1),
      nutriments: { fat_g: 3 },
      nutrition_basis: '100ml',
    });
    expect((await preview(id, { decisions: { 'nutriments.fat_g': 'keep' } })).changes).toEqual([]);
  });
});

describe('misfits of a preview', () => {
  it('are those of the product as it would be, undecided amounts counted as taken', async () => {
    await insert('operator');
    const id = await submit({ energy_kcal: 830, fat_g: 3 });
    const open = await preview(id);
    expect(open.seen).toBeNull();
    expect(open.misfits.map(({ keys }) => keys)).toEqual([['energy_kj', 'energy_kcal'], ['fat_g']]);
    const fixed = { nutriments: 'take', 'nutriments.energy_kcal': 'keep' };
    expect((await preview(id, { decisions: fixed })).misfits.map(({ keys }) => keys)).toEqual([['fat_g']]);
    expect((await preview(id, { decisions: { nutriments: 'keep' } })).misfits).toEqual([]);
  });
});
