import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countDueCategories } from '../../../src/catalog/category-comparison/count-categories.ts';
import { clearCatalogue, insertProduct, type ProductFacts } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';

const SPREADS = 'food/spreads';
const CHOCOLATE = 'food/spreads/chocolate-spreads';
const PICTURE = [
  { url: 'https://pictures.example.org/a.jpg', role: 'front', lang: null, width: 400, height: 400 },
];

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database, { publicUrl: 'https://facts.example.org' });
});
beforeEach(async () => {
  await clearCatalogue(database.db);
  await database.pool.query('delete from category_comparisons');
});
afterAll(() => database.drop());

const spread = (sugars: number, facts: ProductFacts = {}) =>
  insertProduct(database.db, {
    category: CHOCOLATE,
    ...facts,
    food: { nutriments: { sugars_g: sugars }, nutritionBasis: '100g', ...facts.food },
  });

/** Eleven spreads with 0, 10, … 100 g of sugars in 100 g. */
async function fillShelf(facts: ProductFacts = {}): Promise<string[]> {
  const ids = [];
  for (let sugars = 0; sugars <= 100; sugars += 10) ids.push(await spread(sugars, facts));
  return ids;
}

const compare = async (id: string, query = '') => (await api.get(`/products/${id}/comparison${query}`)).body;

describe('GET /products/{id}/comparison', () => {
  it('sets an amount against the median of the category, and tells its place', async () => {
    const [, , , , , , , sweet] = await fillShelf();
    await countDueCategories(database.db);
    expect(await compare(String(sweet))).toEqual({
      product_id: sweet,
      category_code: 'chocolate-spreads',
      category_products: 11,
      unit: 'g',
      nutrients: {
        sugars_g: { amount: 70, median: 50, difference_pct: 40, percentile: 70, products: 11 },
      },
      better_in_category: [],
      counted_at: expect.any(String),
    });
  });

  it('compares the amounts of a serving as those of 100 g, and counts only stated ones', async () => {
    await fillShelf();
    const served = await spread(5, {
      food: { nutriments: { sugars_g: 5 }, nutritionBasis: 'serving', servingSize: '20 g' },
    });
    await countDueCategories(database.db);
    const { category_products: products, nutrients } = await compare(served);
    expect(products).toBe(12);
    expect(nutrients.sugars_g).toMatchObject({ amount: 25, median: 50, difference_pct: -50, products: 11 });
  });

  it('has no difference from a median of 0', async () => {
    for (let n = 0; n < 10; n++) await spread(0);
    const sweet = await spread(20);
    await countDueCategories(database.db);
    expect((await compare(sweet)).nutrients.sugars_g).toMatchObject({ median: 0, difference_pct: null });
  });

  it('takes the nearest category above with ten products, and never the root', async () => {
    const alone = await spread(10);
    await countDueCategories(database.db);
    expect(await compare(alone)).toMatchObject({ category_code: null, nutrients: {}, counted_at: null });
    await fillShelf({ category: SPREADS });
    await database.pool.query("update category_comparisons set counted_at = now() - interval '2 days'");
    await countDueCategories(database.db);
    expect(await compare(alone)).toMatchObject({ category_code: 'spreads', category_products: 12 });
  });

  it('offers better rated products with a picture and a like name, in the wanted language', async () => {
    await fillShelf();
    const rate = (name: string, nutriScore: 'a' | 'b' | 'd' | 'e', facts: ProductFacts = {}) =>
      spread(1, { name, facts: { pictures: PICTURE, ...facts.facts }, ...facts, food: { nutriScore } });
    const mine = await rate('Cocoa cream with nuts', 'd');
    const like = await rate('Cocoa cream', 'b', {
      gtins: ['4006381333931'],
      facts: { pictures: PICTURE, names: { de: 'Kakaocreme' }, name_lang: 'en' },
    });
    const unlike = await rate('Hazelnut paste', 'a');
    await rate('Cocoa cream with nuts, gone', 'a', { status: 'archived' });
    await rate('Cocoa cream with nuts, no better', 'd');
    await spread(1, { name: 'Cocoa cream with nuts, unseen', food: { nutriScore: 'a' } });
    await countDueCategories(database.db);
    const { better_in_category: better } = await compare(mine, '?lang=de');
    expect(better.map(({ id }: { id: string }) => id)).toEqual([like, unlike]);
    expect(better[0]).toEqual({
      id: like,
      gtin: '4006381333931',
      name: 'Kakaocreme',
      name_lang: 'de',
      brand: null,
      category_path: CHOCOLATE,
      nutri_score: 'b',
      net_content_value: null,
      net_content_unit: null,
      thumbnail: 'https://pictures.example.org/a.jpg',
    });
    const { text } = await api.request().get(`/product/id/${mine}`);
    expect(text).toContain('Better rated: Chocolate spreads');
    await database.pool.query("update products set status = 'archived' where id = $1", [like]);
    expect((await compare(mine)).better_in_category).toHaveLength(1);
  });

  it('counts a category again after a time that grows with it', async () => {
    const [first] = await fillShelf();
    await countDueCategories(database.db);
    await spread(100);
    const count = async (age: string) => {
      await database.pool.query('update category_comparisons set counted_at = now() - $1::interval', [age]);
      await countDueCategories(database.db);
      return (await compare(String(first))).category_products;
    };
    expect(await count('60 s')).toBe(11);
    expect(await count('70 s')).toBe(12);
  });

  it('compares what is no food with nothing, and knows no other products', async () => {
    const phone = await insertProduct(database.db, { category: 'electronics/phones', kind: 'electronics' });
    await countDueCategories(database.db);
    expect(await compare(phone)).toMatchObject({
      category_code: null,
      nutrients: {},
      better_in_category: [],
    });
    expectError(await api.get('/products/01890a5d-ac96-774b-bcce-b302099a8057/comparison'), 404, 'not_found');
  });
});
