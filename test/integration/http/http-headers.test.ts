import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
afterAll(() => database.drop());

test('a web page may read every header that says something', async () => {
  const { headers } = await api.request().get('/api/v1/stats').set({ Origin: 'https://shop.example' });
  const exposed = String(headers['access-control-expose-headers']).split(',');
  expect(exposed.toSorted()).toEqual(
    [
      'Accept-Ranges',
      'Allow',
      'Content-Range',
      'ETag',
      'Idempotent-Replayed',
      'Link',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Quota-Cost',
      'X-Quota-Limit',
      'X-Quota-Remaining',
      'X-Quota-Used',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Request-Id',
    ].toSorted(),
  );
});

test.each([
  ['seven characters', 'a'.repeat(7)],
  ['65 characters', 'a'.repeat(65)],
  ['a blank within', 'request one'],
  ['a slash', 'request/one'],
  ['an API key', `pfk_${'a'.repeat(36)}`],
  ['an API key behind something', `id.pfk_${'a'.repeat(36)}`],
])('an unsound request id is replaced: %s', async (_, given) => {
  const { headers } = await api.request().get('/healthz').set({ 'X-Request-Id': given });
  expect(headers['x-request-id']).not.toBe(given);
  expect(headers['x-request-id']).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

test('a kept-alive connection is given up by a process that is stopping, and by no other', async () => {
  const connectionOf = async (isStopping: boolean) => {
    const { request } = createTestApi(database, { isStopping: () => isStopping });
    // Without asking for it the answer would say `close` in any case.
    const { headers } = await request().get('/healthz').set({ Connection: 'keep-alive' });
    return headers['connection'] as string;
  };
  expect(await connectionOf(false)).toBe('keep-alive');
  expect(await connectionOf(true)).toBe('close');
});
