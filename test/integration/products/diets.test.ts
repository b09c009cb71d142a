import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DIETS } from '../../../src/data/ingredients/ingredient-codes.ts';
import { createImportCatalogue, type ImportCatalogue } from '../../support/imports/import-catalogue.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';

/** Lines of Open Food Facts' JSONL export, compressed; else the labelled texts and some rows with labels. */
const SAMPLE = process.env['OFF_SAMPLE'];
const FOLDER = new URL('../../support/label/corpus/', import.meta.url);

interface Shown {
  id: string;
  diets: Record<(typeof DIETS)[number], string> | null;
  palm_oil: string | null;
}

let catalogue: ImportCatalogue;
let api: TestApi;
let products: Shown[];

beforeAll(async () => {
  catalogue = await createImportCatalogue();
  await catalogue.empty();
  await catalogue.run(await catalogue.exports.writeJsonLines('rows.jsonl', readRows()));
  api = createTestApi(catalogue.database);
  products = await search('fields=diets,palm_oil');
});
afterAll(() => catalogue.remove());

function readRows(): Record<string, unknown>[] {
  if (SAMPLE !== undefined)
    return gunzipSync(readFileSync(SAMPLE))
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const texts = readdirSync(FOLDER).flatMap((file) =>
    readFileSync(new URL(file, FOLDER), 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('#') ? [] : (line.split(' | ')[1] ?? []))),
  );
  const rows = [
    ...texts.map((ingredients_text) => ({ ingredients_text })),
    { ingredients_text: 'Sugar, palm oil' },
    { ingredients_text: 'Sugar, vegetable oil' },
    { labels_tags: ['en:vegan'] },
    { labels_tags: ['en:vegetarian', 'en:no-palm-oil'], ingredients_text: 'Sugar, glimmerwort' },
    { labels_tags: ['en:vegan'], ingredients_text: 'Sugar, milk' },
    { allergens_tags: ['en:fish'] },
    {},
  ];
  return rows.map((row, n) => ({ code: gtinOf(n + 1), product_name: `Corpus ${n}`, ...row }));
}

/** Returns all products that a search finds, page after page. */
async function search(query: string): Promise<Shown[]> {
  const found: Shown[] = [];
  for (let page = 1; ; page += 1) {
    const { body, status } = await api.get(`/products/search?${query}&size=100&page=${page}`);
    expect(status, JSON.stringify(body)).toBe(200);
    const { items } = body as { items: Shown[] };
    found.push(...items);
    if (items.length < 100) return found;
  }
}

const idsOf = (found: readonly Shown[]) => found.map(({ id }) => id).sort();

test.each(DIETS)('the filter of %s finds the products whose detail says yes, and no others', async (diet) => {
  const suited = products.filter(({ diets }) => diets?.[diet] === 'yes');
  expect(suited.length).toBeGreaterThan(10);
  expect(idsOf(await search(`diet=${diet}`))).toEqual(idsOf(suited));
});

test('without palm oil are the products whose detail says no', async () => {
  const without = products.filter(({ palm_oil }) => palm_oil === 'no');
  expect(without.length).toBeGreaterThan(10);
  expect(idsOf(await search('ingredient_not_in=palm-oil'))).toEqual(idsOf(without));
});

test('each state is there, and what is no food has none', () => {
  for (const state of ['yes', 'no', 'maybe', 'unknown']) {
    for (const diet of DIETS)
      expect(
        products.some(({ diets }) => diets?.[diet] === state),
        state,
      ).toBe(true);
    expect(
      products.some(({ palm_oil }) => palm_oil === state),
      state,
    ).toBe(true);
  }
});

test('a label whose text is not the one that was read is unknown', async () => {
  const [product] = products.filter(({ diets }) => diets?.vegan === 'no');
  await catalogue.query(`update products set read_version = version + 1 where id = '${product?.id}'`);
  const { body } = await api.get(`/products/${product?.id}?fields=diets,palm_oil`);
  expect(body).toMatchObject({ diets: { vegan: 'unknown', vegetarian: 'unknown' }, palm_oil: 'unknown' });
});
