import { afterAll, beforeAll, expect, test } from 'vitest';
import { stampAll } from '../../support/changes/change-reader.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';
import { createTestApi } from '../../support/test-api.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDemoDatabase();
  await stampAll(database.db);
});
afterAll(() => database.drop());

test('a demo product has a drawing that says what it is, under its own licence', async () => {
  const api = createTestApi(database, { publicUrl: 'https://facts.example.org' });
  const { items } = (await api.get('/changes?limit=50')).body;
  for (const { product } of items) {
    const [picture] = product.pictures;
    expect(picture).toMatchObject({
      role: 'front',
      source: 'demo',
      license: 'CC0 1.0',
      attribution: 'Drawing of the pack, no photograph',
    });
    expect(picture.urls.full).toMatch(/^https:\/\/facts\.example\.org\/pictures\/demo\/[a-z0-9-]+\.svg$/);
    expect(picture.urls[200]).toBe(picture.urls.full);
  }
  const [first] = items;
  const drawing = await api.request().get(new URL(first.product.pictures[0].urls.full).pathname);
  expect(drawing.status).toBe(200);
  expect(drawing.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  });
});

test.each([
  '/pictures/demo/no-such-product.svg',
  '/pictures/demo/__proto__',
  '/pictures/demo/',
  '/pictures/demo/a/b',
])('%s is not found', async (path) => {
  const answer = await createTestApi(database).request().get(path);
  expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
});
