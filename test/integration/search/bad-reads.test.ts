import { afterAll, beforeAll, expect, test } from 'vitest';
import { ID, NAMES, UPC } from '../../support/bad-reads/bad-read.ts';
import { BAD_READS } from '../../support/bad-reads/bad-reads.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { startRawServer, type RawServer } from '../../support/servers/raw-http.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let database: TestDatabase;
let raw: RawServer;

beforeAll(async () => {
  database = await createTestDatabase();
  const category = 'other/drinks';
  await insertProduct(database.db, {
    id: ID,
    name: NAMES.milk,
    gtins: [UPC],
    countryOfOrigin: 'Denmark',
    brand: 'Vieux Moulin',
  });
  for (const name of Object.values(NAMES).filter((other) => other !== NAMES.milk)) {
    await insertProduct(database.db, { name, category });
  }
  raw = await startRawServer(createTestApi(database).app);
});
afterAll(async () => {
  await raw.close();
  await database.drop();
});

test.each(BAD_READS)('$input: $status', async ({ target, headers = {}, status, code, body, finds }) => {
  const [method, path] = target.startsWith('/') ? ['GET', target] : target.split(' ');
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const answer = await raw.send(`${method} /api/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n`);

  expect(answer.status, answer.body).toBe(status);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
    'x-request-id': expect.stringMatching(UUID_V4),
  });
  const json = JSON.parse(answer.body) as { error: Record<string, unknown>; items: { name: string }[] };
  if (code !== undefined) {
    expect(json.error).toMatchObject({ code, message: expect.stringMatching(/\w/) });
    expect(json.error['request_id']).toBe(answer.headers['x-request-id']);
  }
  expect(answer.body).not.toMatch(/node_modules|\.ts:|syntax error|QUERY/);
  if (body !== undefined) expect(json).toMatchObject(body as object);
  if (finds) expect(json.items.map(({ name }) => name).toSorted()).toEqual(finds.toSorted());
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('openapi.json is the same bytes every time, without limits', async () => {
  const request = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answers = await Promise.all(Array.from({ length: 100 }, () => raw.send(request)));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(Object.keys(answers[0]?.headers ?? {}).filter((name) => name.includes('limit'))).toEqual([]);
});
