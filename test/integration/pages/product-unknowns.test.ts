import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertProduct, sourceIdOf } from '../../support/catalogue/catalogue.ts';
import { insertDisputedProduct, DISPUTED_GTIN } from '../../support/catalogue/disputed-product.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';

describe('what is not known of a product', () => {
  let database: TestDatabase;
  let api: TestApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = createTestApi(database);
    await insertDisputedProduct(database.db);
  });
  afterAll(() => database.drop());

  const get = (path: string) => api.request().get(path);

  it('says once what no source says, and that no source is known', async () => {
    await insertProduct(database.db, { name: 'Bare', gtins: ['96385074'], food: {} });
    const { text } = await get('/product/96385074');
    expect(text).toContain('No source says anything about allergens, traces, ingredients, and nutrition.');
    expect(text).toContain('does not mean that there are none');
    expect(text).not.toMatch(
      /The label states none|Not known: no source says|<h2 id="(allergens|nutrition)"/,
    );
    expect(text.match(/Source not known/g)).toHaveLength(1);
  });

  it('says where the known parts stand what is missing, and that neither allergens nor traces are known', async () => {
    await insertProduct(database.db, {
      name: 'Half',
      gtins: ['4000000000051'],
      food: { ingredientsText: 'Water' },
      allergenStates: { not_stated: ['gluten'] },
    });
    const { text } = await get('/product/4000000000051');
    expect(text).toContain('No source says anything about nutrition.');
    expect(text).not.toContain('does not mean that there are none');
    expect(text.match(/Not known: no source says/g)).toHaveLength(1);
    expect(text).toContain('<dt>allergens and traces</dt>');
  });

  it('says whether a label or an operator says that an allergen is absent', async () => {
    const [off, operator] = await Promise.all(
      ['open_food_facts', 'operator'].map((code) => sourceIdOf(database.db, code)),
    );
    await insertProduct(database.db, {
      name: 'Free',
      gtins: ['4000000000068'],
      food: {},
      allergenStates: {
        free_from: { gluten: [[off ?? '', 'labels']], milk: [[operator ?? '', 'free_from']] },
      },
      provenance: { open_food_facts: ['labels'], operator: ['free_from'] },
    });
    const { text } = await get('/product/4000000000068');
    expect(text).toMatch(
      /<dt>The label says: free from<\/dt><dd><ul class="words"><li><bdi>Cereals with gluten</,
    );
    expect(text).toMatch(
      /<dt>The operator of this catalogue says: free from<\/dt><dd><ul class="words"><li><bdi>Milk</,
    );
  });

  it('says once that facts without a source have none that is known', async () => {
    const { text } = await get(`/product/${DISPUTED_GTIN}`);
    expect(text).not.toContain('Source not known');
    expect(text.match(/Where a fact names no source/g)).toHaveLength(1);
    expect(text).toMatch(/Stores<\/dt><dd>.*?<\/dd><\/div>/);
  });

  it('keeps the quality of data apart from the scores of the food', async () => {
    const { text } = await get(`/product/${DISPUTED_GTIN}`);
    const [lead = '', rest = ''] = text.split('</header><div class="halves">');
    expect(lead).toContain('Nutri-Score');
    expect(lead).not.toContain('Quality of the data');
    expect(rest).toContain('Quality of the data');
  });
});
