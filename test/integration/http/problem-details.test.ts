import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database, { publicUrl: 'https://facts.example.org/' });
});
afterAll(() => database.drop());

const ask = (accept: string, path = '/api/v1/brands?page=0') =>
  api.request().get(path).set('Accept', accept).responseType('blob');
const readText = ({ body }: { body: unknown }) =>
  JSON.parse((body as Buffer).toString()) as Record<string, unknown>;

test.each(['application/problem+json', 'application/problem+json, application/json;q=0.9'])(
  'who prefers problem details gets them: %s',
  async (accept) => {
    const answer = await ask(accept);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json']);
    expect(readText(answer)).toEqual({
      type: 'https://facts.example.org/docs/api?error=invalid_parameter#errors',
      title: 'invalid parameter',
      status: 400,
      detail: expect.stringContaining('page') as string,
      code: 'invalid_parameter',
      request_id: answer.headers['x-request-id'],
      details: { parameter: 'page' },
    });
  },
);

test.each(['*/*', 'application/json', 'application/json, application/problem+json', 'image/png'])(
  'all others get the envelope: %s',
  async (accept) => {
    const answer = await ask(accept);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Object.keys(readText(answer))).toEqual(['error']);
  },
);

test('an error without details has none, and keeps its headers', async () => {
  const answer = await ask('application/problem+json', '/api/v1/nowhere');
  expect(readText(answer)).toMatchObject({ status: 404, code: 'not_found' });
  expect(readText(answer)).not.toHaveProperty('details');
  expect(answer.headers['cache-control']).toBe('no-store');
});
