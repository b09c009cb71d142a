import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHALLENGE, WEBHOOK_EVENTS } from '../../../src/platform/db/schema/webhooks.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

interface Operation {
  operationId: string;
  security?: object[];
  parameters?: { name: string; in: string; schema: Record<string, unknown> }[];
  responses: Record<string, { headers: Record<string, unknown> }>;
}
interface Description {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Record<string, unknown>> };
}

let database: TestDatabase;
let api: TestApi;
let served: Description;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  served = (await api.request().get('/api/v1/openapi.json')).body as Description;
});
afterAll(() => database.drop());

const repositoryFile = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const operations = () => Object.values(served.paths).flatMap((path) => Object.values(path));

test('the description is valid OpenAPI 3.0.3 of interface version 1.0.0', async () => {
  expect(
    await new Validator().validate(structuredClone(served) as unknown as Record<string, unknown>),
  ).toEqual({ valid: true });
  expect([served.openapi, served.info.version]).toEqual(['3.0.3', '1.0.0']);
});

test('the same is served as valid OpenAPI 3.1, with the events of webhooks', async () => {
  const { body } = await api.request().get('/openapi-3.1.json');
  const newer = body as Description & { webhooks: Record<string, unknown> };
  expect(
    await new Validator().validate(structuredClone(newer) as unknown as Record<string, unknown>),
  ).toEqual({ valid: true });
  expect(newer.openapi).toBe('3.1.0');
  expect(Object.keys(newer.paths)).toEqual(Object.keys(served.paths));
  expect(Object.keys(newer.webhooks)).toEqual([CHALLENGE, ...WEBHOOK_EVENTS]);
  expect(JSON.stringify(newer)).not.toContain('"nullable"');
});

test('docs/openapi.json is what is served', async () => {
  const checkedIn: unknown = JSON.parse(await readFile(repositoryFile('docs/openapi.json'), 'utf8'));
  expect(checkedIn).toEqual(served);
});

test('`npm run openapi -- --check` passes for that file', async () => {
  const check = spawn(process.execPath, ['--import', 'tsx', 'src/cli/openapi.ts', '--check'], {
    cwd: repositoryFile('.'),
    stdio: 'ignore',
  });
  expect(await new Promise((resolve) => check.once('exit', resolve))).toBe(0);
});

test('every path of the contract is described', () => {
  expect(Object.keys(served.paths)).toEqual(
    expect.arrayContaining([
      '/products/search',
      '/products/barcode/{gtin}',
      '/products/{id}',
      '/products/{id}/nutriments',
      '/products/{id}/msrp',
      '/brands',
      '/categories',
      '/sources/{id}',
      '/stats',
      '/kind-fields',
      '/openapi.json',
    ]),
  );
});

test('every operation has a name of its own and names its headers', () => {
  const names = operations().map((operation) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { responses } of operations()) {
    for (const response of Object.values(responses)) expect(response.headers).toHaveProperty('X-Request-Id');
    if (responses['304']) expect(responses['304'].headers).toHaveProperty('ETag');
  }
});

test('a page of the feed is described without a tag, as it is sent', async () => {
  const { headers, status } = await api.request().get('/api/v1/changes');
  expect([status, headers['etag']]).toEqual([200, undefined]);
  const responses = served.paths['/changes']?.['get']?.responses ?? {};
  expect(Object.keys(responses)).not.toContain('304');
  expect(responses['200']?.headers).toHaveProperty('Cache-Control');
  expect(responses['200']?.headers).not.toHaveProperty('ETag');
});

test('every metered operation names the limits on each answer, and the answers of those who are refused', () => {
  const metered = operations().filter(({ security }) =>
    security?.some((one) => Object.keys(one).length === 0),
  );
  expect(metered.length).toBeGreaterThan(10);
  for (const { responses, operationId } of metered) {
    // Suggestions have a minute of their own, and no quota.
    const hasQuota = operationId !== 'suggest';
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '429']));
    expect('403' in responses, operationId).toBe(hasQuota);
    expect(responses['429']?.headers).toHaveProperty('Retry-After');
    for (const { headers } of Object.values(responses)) {
      expect(Object.keys(headers)).toEqual(
        expect.arrayContaining(['X-RateLimit-Remaining', 'RateLimit-Policy']),
      );
      expect('X-Quota-Remaining' in headers, operationId).toBe(hasQuota);
    }
  }
});

test('page and size are described as the integers they are', () => {
  const parameters = served.paths['/brands']?.['get']?.parameters?.map(({ name, schema }) => [name, schema]);
  expect(Object.fromEntries(parameters ?? [])).toMatchObject({
    page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
    size: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  });
});

test('named shapes are described once and referred to', () => {
  expect(Object.keys(served.components.schemas)).toEqual(
    expect.arrayContaining([
      'Product',
      'ProductSummary',
      'MsrpEntry',
      'Brand',
      'CategoryNode',
      'DataSource',
      'Error',
    ]),
  );
  const product = served.components.schemas['Product'] as { properties: Record<string, unknown> };
  expect(product.properties['msrp']).toMatchObject({ items: { $ref: '#/components/schemas/MsrpEntry' } });
  expect(product.properties['gtin']).toMatchObject({ type: 'string', nullable: true });
});

test('an answer that does not fit its description fails the tests that see it', async () => {
  const { get } = createTestApi(database, {
    searchProducts: async () => ({
      items: [],
      page: 1,
      size: 20,
      total: 'many' as never,
      total_is_exact: true,
      is_settled: true,
    }),
  });
  expect((await get('/products/search')).status).toBe(500);
});
