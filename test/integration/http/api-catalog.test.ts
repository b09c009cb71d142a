import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const PATH = '/.well-known/api-catalog';
const ROOT = 'https://facts.example.org';

interface Api {
  anchor: string;
  'service-desc'?: { href: string }[];
  'service-doc': { href: string }[];
  status?: { href: string }[];
}

let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database, { publicUrl: `${ROOT}/` });
});
afterAll(() => database.drop());

test('every API has its address, and what it names answers', async () => {
  const answer = await api.request().get(PATH).responseType('blob');
  expect([answer.status, answer.headers['content-type']]).toEqual([
    200,
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  ]);
  const { linkset } = JSON.parse((answer.body as Buffer).toString()) as { linkset: Api[] };
  expect(linkset.map(({ anchor }) => anchor)).toEqual(
    ['/api/v1', '/off', '/upc', '/mcp'].map((path) => ROOT + path),
  );
  const links = linkset.flatMap((one) => [
    ...(one['service-desc'] ?? []),
    ...one['service-doc'],
    ...(one.status ?? []),
  ]);
  expect(links.length).toBeGreaterThan(9);
  for (const { href } of links) {
    expect(href.startsWith(`${ROOT}/`), href).toBe(true);
    expect((await api.request().get(href.slice(ROOT.length))).status, href).toBe(200);
  }
});

test('HEAD says what it is, and other methods are refused', async () => {
  const { status, headers } = await api.request().head(PATH);
  expect([status, headers['link']]).toEqual([200, `<${ROOT}${PATH}>; rel="api-catalog"`]);
  expectError(await api.request().post(PATH), 405, 'method_not_allowed');
});

test.each(['/', '/docs/'])('the page %s leads programs to it and to the description', async (path) => {
  const { headers } = await api.request().get(path).set('Accept', 'text/html');
  const link = headers['link'] as string;
  expect(link).toContain(`<${PATH}>; rel="api-catalog"`);
  const [, described = ''] = /<([^>]+)>; rel="service-desc"/.exec(link) ?? [];
  expect((await api.request().get(described)).body).toHaveProperty('openapi');
});
