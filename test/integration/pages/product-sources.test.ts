import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProvenanceField } from '../../../src/quality/quality-score.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createReviewDesk, type ReviewDesk } from '../../support/review/review-desk.ts';
import { submitFacts as submit } from '../../support/review/test-submissions.ts';

const FOOD = {
  nutriments: { fat_g: 30.9, salt_g: 0.1 },
  nutritionBasis: '100g' as const,
  allergens: ['milk', 'nuts'],
  nutriScore: 'e' as const,
};
const FIELDS: ProvenanceField[] = [
  'name',
  'nutriments',
  'nutrition_basis',
  'allergens',
  'nutri_score',
  'category',
  'barcode',
];

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await createReviewDesk();
});
afterAll(() => desk.database.drop());

const open = async (gtin: string) => (await desk.api.request().get(`/product/${gtin}`)).text;
const insert = (gtin: string) =>
  insertProduct(desk.database.db, {
    name: 'Spread',
    gtins: [gtin],
    food: FOOD,
    provenance: { open_food_facts: FIELDS },
  });
const rowOf = (html: string, name: string) =>
  new RegExp(`<th scope="row">${name}.*?</tr>`, 's').exec(html)?.[0] ?? '';

describe('who says what, on the page of a product', () => {
  it('is said once where one source says everything', async () => {
    await insert('4000000000068');
    const html = await open('4000000000068');
    expect(html.match(/<details class="said"/g)).toHaveLength(1);
    expect(html).toContain('All said by </span><span class="who">Open Food Facts');
    expect(html).toContain('claimed by the source, not computed here');
  });

  it('stands at each amount that a contributor corrected, with the trust and the former value', async () => {
    const id = await insert('4000000000075');
    const submission = await submit(desk.api, {
      product_id: id,
      nutriments: { fat_g: 29 },
      nutrition_basis: '100g',
    });
    await desk.approved(submission, { decisions: { nutriments: 'take' } });
    const html = await open('4000000000075');
    const fat = rowOf(html, 'Fat');
    expect(fat).toMatch(/<span class="who">Community contributions<\/span>.*One source says otherwise/s);
    expect(fat).toMatch(/Trust \d+%/);
    expect(fat).toMatch(/Open Food Facts.*30\.9 g/s);
    expect(rowOf(html, 'Salt')).not.toContain('class="said"');
    // The next approval forgets nothing of that.
    const next = await submit(desk.api, { product_id: id, brand: 'Dune' });
    await desk.approved(next);
    expect(rowOf(await open('4000000000075'), 'Fat')).toMatch(/Open Food Facts.*30\.9 g/s);
  });

  it('stands at each allergen that not every source says', async () => {
    const id = await insert('4000000000082');
    await desk.approved(await submit(desk.api, { product_id: id, allergens: ['milk', 'nuts', 'soybeans'] }), {
      decisions: { allergens: 'take' },
    });
    const html = await open('4000000000082');
    const contained = /<h2 id="allergens">.*?<ul class="words">(.*?)<\/ul>/s.exec(html)?.[1] ?? '';
    const items = contained.split('<li>').slice(1);
    const marked = items.filter((item) => item.includes('Community contributions'));
    expect(marked.map((item) => /<bdi>(.*?)<\/bdi>/.exec(item)?.[1])).toEqual(['Soybeans']);
  });
});
