import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnsweredProduct } from '../../../src/catalog/products/product-contract.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';

const PAGE = readFileSync(new URL('../../../docs/quick-start.md', import.meta.url), 'utf8');
const [, SECTION = ''] = PAGE.split('## Test your handling of facts');

type Reading = (product: AnsweredProduct) => unknown;
const stateOf =
  (wanted: string): Reading =>
  ({ allergen_states: states }) =>
    states.find(({ allergen }) => allergen === wanted)?.state;

/** What the row of the table that begins so promises of its product. */
const PROMISED: Record<string, { read: Reading; is: unknown }> = {
  'an allergen that is `contains`': { read: stateOf('nuts'), is: 'contains' },
  'an allergen that is `not_stated`': { read: stateOf('gluten'), is: 'not_stated' },
  'an allergen that is `unknown`': {
    read: ({ allergen_states: states }) => [...new Set(states.map(({ state }) => state)), states.length],
    is: ['unknown', 14],
  },
  '`nutriments` that are `null`': { read: ({ nutriments }) => nutriments, is: null },
  '`nutrition_basis` `100g`': { read: ({ nutrition_basis: basis }) => basis, is: '100g' },
  '`nutrition_basis` `100ml`': { read: ({ nutrition_basis: basis }) => basis, is: '100ml' },
  '`diets.vegan` `yes`': { read: ({ diets }) => diets?.vegan, is: 'yes' },
  '`diets.vegan` `maybe`': { read: ({ diets }) => diets?.vegan, is: 'maybe' },
  '`diets.vegan` `no`': { read: ({ diets }) => diets?.vegan, is: 'no' },
  '`diets.vegan` `unknown`': { read: ({ diets }) => diets?.vegan, is: 'unknown' },
  'a product without a barcode': { read: ({ gtin }) => gtin, is: null },
};

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createDemoDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

test.each(Object.entries(PROMISED))('the quick start names a product with %s', async (row, { read, is }) => {
  const cell =
    SECTION.split('\n')
      .find((line) => line.startsWith(`| ${row} `))
      ?.split('|')[2] ?? '';
  const gtin = /`(\d{8,14})`/.exec(cell)?.[1];
  const { body, status } = await api.get(
    gtin === undefined ? (/`(\/products\/[\w-]+)`/.exec(cell)?.[1] ?? '/none') : `/products/barcode/${gtin}`,
  );
  expect(status, cell).toBe(200);
  expect(read(body as AnsweredProduct), cell).toEqual(is);
});

test('the demonstration catalogue lacks what the quick start says that it lacks', async () => {
  const { rows } = await database.pool.query<{ may: number; free: number; serving: number; sources: number }>(
    `select count(*) filter (where allergen_states ? 'may_contain')::int as may,
            count(*) filter (where allergen_states ? 'free_from')::int as free,
            count(*) filter (where nutrition_basis = 'serving')::int as serving,
            (select count(distinct source_id)::int from field_provenance) as sources
     from products p left join food_details f on f.product_id = p.id`,
  );
  expect(rows).toEqual([{ may: 0, free: 0, serving: 0, sources: 1 }]);
});
