import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalPreview } from '../../../src/review/decisions/preview-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { createAdminCaller, expectAdminError } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { errorOf, submitFacts } from '../../support/review/test-submissions.ts';

const NINE = {
  energy_kj: 200,
  energy_kcal: 48,
  fat_g: 0,
  saturated_fat_g: 0,
  carbohydrates_g: 11,
  sugars_g: 9,
  fiber_g: 1,
  proteins_g: 1,
  salt_g: 0.01,
};

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

const insert = (supplier = 'open_food_facts') =>
  insertProduct(desk.database.db, {
    name: 'Orange juice',
    category: 'food/juices',
    gtins: [gtinOf(1)],
    food: { nutriments: NINE, nutritionBasis: '100g' },
    provenance: { [supplier]: ['name', 'nutriments', 'nutrition_basis'] },
  });
async function preview(id: string, body: object = {}): Promise<ApprovalPreview> {
  const response = await desk.caller.post(`/submissions/${id}/preview`, body);
  expect(response.status, response.text).toBe(200);
  return response.body as ApprovalPreview;
}
const countRows = async () =>
  (
    await desk.database.db.execute(sql`select (select count(*)::int from products) as products,
      (select count(*)::int from audit_log) as audit, (select count(*)::int from search_outbox) as marks,
      (select count(*)::int from brands) as brands, (select count(*)::int from decision_records) as records`)
  ).rows[0];

describe('amounts and their basis', () => {
  const SUBMISSION = {
    gtin: gtinOf(1),
    nutriments: { fat_g: 1, sugars_g: 10, salt_g: 0.1 },
    nutrition_basis: '100ml',
  };

  it.each(['open_food_facts', 'community'])(
    'are one decision: amounts of %s that would be lost are named, one by one',
    async (supplier) => {
      const productId = await insert(supplier);
      const id = await submitFacts(desk.api, SUBMISSION);
      const open = await preview(id);
      expect(open).toMatchObject({ changes: [], seen: null });
      expect(open.undecided.map(({ field, group, outcome }) => [field, group, outcome])).toEqual([
        ['nutriments', 'nutriments', 'conflict'],
        ['nutrition_basis', 'nutriments', 'conflict'],
      ]);
      await desk.expectUntouched(id, await desk.approve(id), 'decision_required');

      const taken = await preview(id, { decisions: { nutriments: 'take' } });
      const effects = taken.changes.map(({ name, key, effect }) => `${effect} ${key ?? name}`);
      expect(effects.filter((text) => text.startsWith('delete'))).toHaveLength(6);
      expect(effects).toContain('change nutrition_basis');
      expect(taken.changes).toContainEqual({
        field: 'nutriments',
        name: 'nutriments',
        key: 'fiber_g',
        effect: 'delete',
        before: 1,
        after: null,
      });
      expect((await preview(id, { decisions: { nutriments: 'keep' } })).changes).toEqual([]);
      expect((await preview(id, { decisions: { nutrition_basis: 'keep' } })).changes).toEqual([]);
      const { nutriments, nutrition_basis: basis } = await desk.findPublicProduct(productId);
      expect([nutriments, basis]).toEqual([NINE, '100g']);
    },
  );

  it.each([
    { nutriments: 'take', nutrition_basis: 'keep' },
    { nutriments: 'keep', nutrition_basis: 'take' },
  ])('cannot be decided apart: %o', async (decisions) => {
    await insert();
    const id = await submitFacts(desk.api, SUBMISSION);
    for (const path of ['preview', 'approve']) {
      const response = await desk.caller.post(`/submissions/${id}/${path}`, { decisions });
      expectAdminError(response, 400, 'validation_failed');
      expect(errorOf(response).details).toMatchObject({ fields: [{ code: 'contradiction' }] });
    }
    expect(await desk.findStatus(id)).toBe('pending');
  });

  it('for the same basis complete each other, without a word about what stays', async () => {
    await insert();
    const id = await submitFacts(desk.api, {
      ...SUBMISSION,
      nutriments: { fat_g: 0, iron_mg: 2 },
      nutrition_basis: '100g',
    });
    const { changes, source_changes: sources } = await preview(id);
    expect(changes).toEqual([
      { field: 'nutriments', name: 'nutriments', key: 'iron_mg', effect: 'add', before: null, after: 2 },
    ]);
    expect(sources.map(({ field, source }) => `${field} ${source}`)).toEqual([
      'barcode community',
      'nutriments community',
      'nutrition_basis community',
    ]);
  });
});

describe('a preview', () => {
  it('names prices and barcodes as what they add, and the product that would be created', async () => {
    const id = await submitFacts(desk.api, {
      name: 'New',
      gtin: gtinOf(2),
      msrp: { amount: 2, currency: 'EUR' },
    });
    const before = await countRows();
    const heard = await desk.countChanges();
    const shown = await preview(id);
    expect(shown.product).toEqual({ id: null, name: 'New', is_new: true, version: null });
    expect(shown.quality_score.before).toBeNull();
    expect(shown.changes.map(({ name, key, effect, after }) => [name, key, effect, after])).toEqual([
      ['name', null, 'add', 'New'],
      ['status', null, 'add', 'active'],
      [
        'barcodes',
        gtinOf(2),
        'add',
        { gtin: gtinOf(2), type: 'gtin13', pack_level: 'each', region: null, is_primary: true },
      ],
      [
        'msrp',
        null,
        'add',
        { amount: 2, currency: 'EUR', region: 'GLOBAL', effective_date: null, source_url: null, note: null },
      ],
    ]);
    expect(await countRows()).toEqual(before);
    expect(await desk.countChanges()).toBe(heard);
  });

  it('says that a price alone adds a price, and nothing else', async () => {
    await insert();
    const id = await submitFacts(desk.api, { gtin: gtinOf(1), msrp: { amount: 2, currency: 'EUR' } });
    expect((await preview(id)).changes.map(({ name, effect }) => [name, effect])).toEqual([['msrp', 'add']]);
  });

  it('is refused where the approval would be, and keeps nobody from deciding', async () => {
    const id = await submitFacts(desk.api, { name: 'Plum jam' });
    const other = createAdminCaller(
      desk.api,
      (await signInTestOperator(desk.database.db, 'reviewer')).headers,
    );
    await other.post(`/submissions/${id}/claim`, {});
    expectAdminError(await desk.caller.post(`/submissions/${id}/preview`, {}), 409, 'invalid_state');
    const both = await Promise.all([
      ...Array.from({ length: 5 }, () => other.post(`/submissions/${id}/preview`, {})),
      other.post(`/submissions/${id}/approve`, {}),
    ]);
    expect(both.at(-1)?.status, both.at(-1)?.text).toBe(200);
    expectAdminError(await other.post(`/submissions/${id}/preview`, {}), 409, 'invalid_state');
  });
});

describe('an approval with what was seen', () => {
  it('is refused when it would do something else since, whatever changed', async () => {
    const productId = await insert();
    const id = await submitFacts(desk.api, { gtin: gtinOf(1), country_of_origin: 'Spain' });
    const { seen } = await preview(id);
    const edit = { version: 1, country_of_origin: 'Italy' };
    expect((await desk.asEditor.patch(`/products/${productId}`, edit)).status).toBe(200);
    const decisions = { country_of_origin: 'take' };
    const refused = await desk.approve(id, { seen, decisions });
    await desk.expectUntouched(id, refused, 'version_conflict');
    const again = await preview(id, { decisions });
    expect(errorOf(refused).details).toEqual({ product_id: productId, version: 2, seen: again.seen });
    expect(again.changes).toMatchObject([{ before: 'Italy', after: 'Spain', effect: 'change' }]);
    expect((await desk.approve(id, { seen: again.seen, decisions })).status).toBe(200);
  });

  it('is refused when another product has got the barcode', async () => {
    const id = await submitFacts(desk.api, { name: 'New', gtin: gtinOf(1) });
    const { seen } = await preview(id);
    await insert();
    await desk.expectUntouched(
      id,
      await desk.approve(id, { seen, decisions: { name: 'take' } }),
      'version_conflict',
    );
  });

  it('is 400 with an invalid value', async () => {
    const id = await submitFacts(desk.api, { name: 'New' });
    expectAdminError(await desk.approve(id, { seen: 'short' }), 400, 'validation_failed');
  });
});
