import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import { recomputeBatch } from '../../../src/quality/recompute/recompute-batch.ts';
import type { Product } from '../../../src/catalog/products/product-contract.ts';
import { createAdminCaller, type AdminCaller } from '../../support/callers/test-admin.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { createBareSearch } from '../../support/search/bare-search.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';

const SPREAD = {
  code: gtinOf(1),
  product_name: 'Hazelnut spread',
  categories_tags: ['en:spreads'],
  countries_tags: ['en:france'],
  ingredients_text: 'Sugar, palm oil, hazelnuts 13 %, skimmed milk powder 8.7 %, emulsifier: soya lecithin',
  allergens_tags: ['en:milk', 'en:nuts'],
};
const RICE = {
  code: gtinOf(2),
  product_name: 'Rice cakes',
  categories_tags: ['en:snacks'],
  countries_tags: ['en:france'],
  ingredients_text: 'Rice 99 %, sea salt',
  traces_tags: ['en:sesame-seeds'],
};
const ODD = { ...RICE, code: gtinOf(3), product_name: 'Odd cakes', ingredients_text: 'Rice, glimmerwort' };
const ROWS = [SPREAD, RICE, ODD];

const hasIndex = inject('meilisearch') !== undefined;
let catalogue: ImportCatalogue;
let api: TestApi;
let editor: AdminCaller;
let index: TestIndex | undefined;
const searches: Record<string, Pick<Search, 'searchProducts'>> = {};
const closing: (() => void)[] = [];

beforeAll(async () => {
  catalogue = await createImportCatalogue();
  const { database } = catalogue;
  api = createTestApi(database);
  editor = createAdminCaller(api, (await signInTestOperator(database.db, 'editor')).headers);
  await catalogue.run(await catalogue.exports.writeJsonLines('first.jsonl', ROWS));
  const metrics = createMetrics();
  const logger = createLogger('test', 'error');
  searches['postgres'] = createSearch({ db: database.db, metrics, logger, engine: undefined });
  if (!hasIndex) return;
  index = startTestIndex(database);
  const search = createBareSearch({ db: database.db, metrics, index });
  searches['index'] = search;
  closing.push(() => search.close());
});

afterAll(async () => {
  for (const close of closing) close();
  await index?.close();
  await catalogue.remove();
});

/** The names that each engine finds, which are the same. */
async function find(question: Record<string, string>): Promise<string[]> {
  await index?.equal();
  const found = await Promise.all(
    Object.values(searches).map(async ({ searchProducts }) => {
      const page = await searchProducts(searchQuerySchema.parse(question), AbortSignal.timeout(10_000));
      return page.items.map(({ name }) => name).sort();
    }),
  );
  for (const names of found) expect(names, JSON.stringify(question)).toEqual(found[0]);
  return found[0] ?? [];
}

const idOf = async ({ code }: { code: string }) => String((await catalogue.findProduct(code))?.['id']);
async function stateOf(row: { code: string }, allergen: string) {
  const { body } = await api.get(`/products/${await idOf(row)}?fields=allergen_states`);
  const { allergen_states: states } = body as Pick<Product, 'allergen_states'>;
  return states.find((one) => one.allergen === allergen);
}

test('an import is read, and what was not understood passes no filter', async () => {
  expect(await find({ allergen_not_in: 'fish' })).toEqual(['Hazelnut spread', 'Rice cakes']);
  expect(await find({ allergen_not_in: 'milk' })).toEqual(['Rice cakes']);
  expect(await find({ allergen_not_in: 'soybeans,fish' })).toEqual(['Rice cakes']);
  expect(await find({ allergen_not_in: 'sesame-seeds' })).toEqual(['Hazelnut spread', 'Rice cakes']);
  expect(await find({ trace_not_in: 'milk' })).toEqual(['Rice cakes']);
  expect(await find({ trace_not_in: 'sesame-seeds' })).toEqual([]);
  expect(await find({ ingredient_not_in: 'palm-oil' })).toEqual(['Rice cakes']);
  expect(await find({ diet: 'vegan' })).toEqual(['Rice cakes']);
  expect(await find({ diet: 'vegan', allergen_not_in: 'milk', ingredient_not_in: 'honey' })).toEqual([
    'Rice cakes',
  ]);
  expect(await stateOf(SPREAD, 'soybeans')).toEqual({
    allergen: 'soybeans',
    state: 'contains',
    said_by: [{ source: 'open_food_facts', in: 'ingredients' }],
    kinds: [],
  });
  expect(await stateOf(SPREAD, 'nuts')).toMatchObject({ kinds: ['hazelnut'] });
  expect(await stateOf(RICE, 'milk')).toMatchObject({
    state: 'not_stated',
    said_by: [{ source: 'open_food_facts', in: 'ingredients' }],
  });
  expect(await stateOf(RICE, 'sesame-seeds')).toMatchObject({ state: 'may_contain' });
  expect(await stateOf(ODD, 'milk')).toMatchObject({ state: 'unknown', said_by: [] });
});

test('the facet counts what sources and ingredients name', async () => {
  const { body } = await api.get('/products/search?facets=allergen&size=1');
  const counts = (body as { facets: { allergen: { values: { value: string; count: number }[] } } }).facets
    .allergen.values;
  expect(Object.fromEntries(counts.map(({ value, count }) => [value, count]))).toEqual({
    milk: 1,
    nuts: 1,
    soybeans: 1,
  });
});

test('a more trusted source with a shorter list hides nothing', async () => {
  const shop = { ...SPREAD, allergens_tags: ['en:nuts'], ingredients_text: undefined };
  const file = await catalogue.exports.writeJsonLines('shop.jsonl', [shop]);
  await catalogue.run(file, { sourceCode: 'usda' });
  const { body } = await api.get(`/products/${await idOf(SPREAD)}?fields=allergens`);
  expect(body).toMatchObject({ allergens: ['nuts'] });
  expect(await stateOf(SPREAD, 'milk')).toMatchObject({ state: 'contains' });
  expect(await find({ allergen_not_in: 'milk' })).toEqual(['Rice cakes']);
});

test('an operator lowers a state with a reason, and a later import raises it and tells the queue', async () => {
  const id = await idOf(SPREAD);
  const { body: before } = await editor.get(`/products/${id}`);
  const given = { version: before.version as number, allergens: ['soybeans'] };
  expect((await editor.put(`/products/${id}/free-from`, given)).status).toBe(400);
  const { status, body } = await editor.put(`/products/${id}/free-from`, {
    ...given,
    reason: 'The maker says so',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ free_from: ['soybeans'] });
  expect(await stateOf(SPREAD, 'soybeans')).toMatchObject({
    state: 'free_from',
    said_by: [{ source: 'operator', in: 'free_from' }],
  });
  expect(await find({ allergen_not_in: 'soybeans' })).toEqual(['Hazelnut spread', 'Rice cakes']);
  const audit = await catalogue.query(
    `select after->>'reason' as reason from audit_log where entity_id = '${id}' order by seq desc limit 1`,
  );
  expect(audit).toEqual([{ reason: 'The maker says so' }]);

  const renamed = { ...SPREAD, product_name: 'Hazelnut cream' };
  await catalogue.run(await catalogue.exports.writeJsonLines('renamed.jsonl', [renamed]));
  expect(await stateOf(SPREAD, 'soybeans')).toMatchObject({ state: 'free_from' });
  const restated = { ...renamed, ingredients_text: 'Sugar, hazelnuts, soya flour' };
  await catalogue.run(await catalogue.exports.writeJsonLines('restated.jsonl', [restated]));
  expect(await stateOf(SPREAD, 'soybeans')).toMatchObject({ state: 'contains' });
  expect(await find({ allergen_not_in: 'soybeans' })).toEqual(['Rice cakes']);
  const queue = await catalogue.query(
    `select content->>'note' as note from submissions where product_id = '${id}'`,
  );
  expect(queue).toHaveLength(1);
  expect(queue[0]?.['note']).toMatch(/states soybeans, which an operator had found absent/);
});

test('what an older release has written assures nothing until it is read again, with progress', async () => {
  const { db } = catalogue.database;
  const id = await idOf(RICE);
  await catalogue.query(
    `update food_details set ingredients_text = 'Rice, milk powder' where product_id = '${id}'`,
  );
  await catalogue.query(`update products set version = version + 1, updated_at = now() where id = '${id}'`);
  expect(await find({ allergen_not_in: 'milk' })).toEqual([]);
  expect(await stateOf(RICE, 'eggs')).toMatchObject({ state: 'unknown' });
  while (await recomputeBatch(db, 1));
  expect(await find({ allergen_not_in: 'milk' })).toEqual([]);
  expect(await find({ allergen_not_in: 'eggs' })).toContain('Rice cakes');
  expect(await stateOf(RICE, 'milk')).toMatchObject({ state: 'contains' });
  const { body } = await editor.get('/quality-recomputes');
  expect(body.items).toMatchObject([
    { reason: 'labels.unread', scope: { unread: true }, state: 'done', total: 1, done: 1, changed: 1 },
  ]);
  expect(await recomputeBatch(db, 1)).toBe(false);
});

test('a label of an upgraded installation is read without being asked', async () => {
  await catalogue.query('update products set allergen_states = null, assured = null, read_version = null');
  expect(await find({ allergen_not_in: 'eggs' })).toEqual([]);
  while (await recomputeBatch(catalogue.database.db, 2));
  expect(await find({ allergen_not_in: 'eggs' })).toContain('Rice cakes');
});
