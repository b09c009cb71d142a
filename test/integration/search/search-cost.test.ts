import { afterAll, beforeAll, expect, test } from 'vitest';
import { productSchema } from '../../../src/catalog/products/product-contract.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createDemoDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

const EVERY = Object.keys(productSchema.shape).join(',');

test.each([
  ['', undefined],
  ['size=100', undefined],
  ['size=100&fields=name,brand,nutri_score,thumbnail', undefined],
  ['fields=ingredients_text&size=8', undefined],
  [`fields=${EVERY}`, '3'],
  [`fields=${EVERY}&size=100`, '13'],
  ['fields=ingredients_text&size=100', '13'],
  ['explain=true&size=100&q=milk', '13'],
  ['explain=true&size=0', undefined],
])('a search with %s has the cost %s', async (query, cost) => {
  const { status, headers } = await api.get(`/products/search?${query}`);
  expect([status, headers['x-quota-cost']]).toEqual([200, cost]);
});

test('a page for people tells of no cost', async () => {
  const { headers } = await api.request().get('/search?q=milk').set('Accept', 'text/html');
  expect(headers['x-quota-cost']).toBeUndefined();
});
