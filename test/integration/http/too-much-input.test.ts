import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

const many = (count: number) => Array.from({ length: count }, (_, n) => n);
const table = (count: number) => Object.fromEntries(many(count).map((n) => [`1-${n}`, 1]));

/** What is wrong is described only up to the most that a list may hold. */
it.each([
  ['labels', { labels: many(3_000) }],
  ['countries_sold', { countries_sold: many(3_000) }],
  ['labels_other', { labels_other: many(3_000) }],
  ['names', { names: table(3_000) }],
  ['ingredients_texts', { ingredients_texts: table(3_000) }],
  ['attributes', { attributes: table(3_000) }],
  ['lists in attributes', { attributes: { a: many(3_000) } }],
])('a submission with thousands of wrong %s is refused for its first ones', async (_, facts) => {
  const { status, body } = (await api.submit('/submissions', { name: 'Oats', ...facts })) as unknown as {
    status: number;
    body: { error: { details: { fields: unknown[] } } };
  };
  expect(status).toBe(400);
  expect(body.error.details.fields.length).toBeLessThan(260);
});

it.each([
  ['a submission', '/api/public/submissions', { name: 'Oats', stores: many(5_000) }],
  ['unknown fields', '/api/public/submissions', { name: 'Oats', ...table(5_000) }],
  ['a lookup', '/api/v1/products/lookup', { codes: many(2_000) }],
  ['a registration', '/api/v1/register', { email: 'a@example.org', list: many(400) }],
  ['a message of an assistant', '/mcp', { jsonrpc: '2.0', id: 1, method: 'ping', params: table(5_000) }],
])('%s with more values than any has is refused before they are checked', async (_, path, body) => {
  const refused = await api.request().post(path).send(body);
  expect(refused.status).toBe(413);
  expect((refused.body as { error: { code: string } }).error.code).toBe('payload_too_large');
});

it('still says how many a list may have', async () => {
  const { status, body } = await api.submit('/submissions', { name: 'Oats', brands: many(21).map(String) });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('brands');
});
