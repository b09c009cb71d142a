import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Suggestion } from '../../../src/review/suggested-facts/suggestion-contract.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { expectAdminError } from '../../support/callers/test-admin.ts';
import { submitFacts } from '../../support/review/test-submissions.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
beforeEach(() => desk.clear());
afterAll(() => desk.database.drop());

async function suggest(facts: object, productId?: string): Promise<Suggestion[]> {
  const body = { facts, ...(productId ? { product_id: productId } : {}) };
  const response = await desk.caller.post('/suggestions', body);
  expect(response.status, response.text).toBe(200);
  return (response.body as { suggestions: Suggestion[] }).suggestions;
}

const insert = (name: string, category: string, brand?: string) =>
  insertProduct(desk.database.db, { name, category, ...(brand ? { brand } : {}) });

describe('the category', () => {
  it('comes from the products with the nearest names', async () => {
    await insert('Orange juice with pulp', 'food/juices');
    await insert('Orange juice without pulp', 'food/juices');
    await insert('Dark chocolate', 'food/sweets');
    expect(await suggest({ name: 'Orange juice no pulp' })).toEqual([
      {
        rule: 'category',
        facts: { category: 'juices' },
        reason: '2 of the 2 products with the nearest names are in it.',
      },
    ]);
  });

  it('is never that of the product itself, of one that says nothing, or of an archived one', async () => {
    const id = await insert('Orange juice', 'food/juices');
    expect(await suggest({ name: 'Orange juice' }, id)).toEqual([]);
    expect(await suggest({ name: 'Orange juice' })).toHaveLength(1);
    await desk.database.db.execute(`UPDATE products SET status = 'archived'`);
    expect(await suggest({ name: 'Orange juice' })).toEqual([]);
  });

  it('is not suggested where there is one, and is where it is gone', async () => {
    await insert('Orange juice', 'food/juices');
    expect(await suggest({ name: 'Orange juice', category: 'juices' })).toEqual([]);
    expect(await suggest({ name: 'Orange juice', category: 'gone' })).toHaveLength(1);
  });
});

it('slips of unit, amount, origin and energy, and capitals, each for itself', async () => {
  await insert('Plain yogurt', 'food/yogurts');
  const found = await suggest({
    name: 'HUILE D’OLIVE VIERGE',
    category: 'yogurts',
    net_content_value: 500,
    net_content_unit: 'kg',
    country_of_origin: 'Made in Germany',
    nutriments: { energy_kj: 60, energy_kcal: 251 },
  });
  expect(found.map(({ rule, facts }) => [rule, facts])).toEqual([
    ['name', { name: 'Huile d’Olive Vierge' }],
    ['amount', { net_content_value: 500, net_content_unit: 'g' }],
    ['country', { country_of_origin: 'Germany' }],
    ['energy', { nutriments: { energy_kj: 251, energy_kcal: 60 } }],
  ]);
  expect(await suggest({ net_content_value: 33, net_content_unit: 'cl' })).toMatchObject([
    { rule: 'unit', facts: { net_content_value: 330, net_content_unit: 'ml' } },
  ]);
  expect(await suggest({})).toEqual([]);
});

it('what is accepted is written by the approval, and is in its dry run', async () => {
  await insert('Orange juice with pulp', 'food/juices');
  const id = await submitFacts(desk.api, { name: 'ORANGE JUICE WITHOUT PULP', brand: 'Acme' });
  const found = await suggest({ name: 'ORANGE JUICE WITHOUT PULP', brand: 'Acme' });
  const overrides = Object.assign({}, ...found.map(({ facts }) => facts)) as object;
  expect(overrides).toEqual({ name: 'Orange Juice without Pulp', category: 'juices' });
  const preview = await desk.caller.post(`/submissions/${id}/preview`, { overrides });
  expect(preview.body).toMatchObject({ product: { name: 'Orange Juice without Pulp', is_new: true } });
  const { product_id: productId } = await desk.approved(id, { overrides });
  expect(await desk.findPublicProduct(productId)).toMatchObject({
    name: 'Orange Juice without Pulp',
    category_path: 'food/juices',
  });
});

it.each([{ facts: { name: 7 } }, { facts: { nutriments: { unheard_of: 1 } } }, {}, { facts: {}, more: 1 }])(
  'refuses %o',
  async (body) => {
    expectAdminError(await desk.caller.post('/suggestions', body), 400, 'invalid_request');
  },
);
