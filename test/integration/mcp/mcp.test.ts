import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sql } from 'drizzle-orm';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { createLimits, type Limits } from '../../../src/access/limits/create-limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertKey, TEST_PATIENCE_MS } from '../../support/callers/test-limits.ts';

const SPREAD = '3017620422003';
const UNKNOWN = '40123455';

let database: TestDatabase;
let limits: Limits;
let api: TestApi;
let server: Server;
let url: URL;
let spread: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await clearCatalogue(database.db);
  spread = await insertProduct(database.db, {
    name: 'Hazelnut spread',
    gtins: [SPREAD],
    facts: { name_lang: 'en', names: { de: 'Haselnussaufstrich' } },
  });
  limits = await createLimits({
    databaseUrl: database.url,
    redisUrl: undefined,
    metrics: createMetrics(),
    logger: createLogger('test', 'silent'),
    patienceMs: TEST_PATIENCE_MS,
    redisPrefix: 'mcp:',
  });
  api = createTestApi(database, { limits: limits.meter, trustProxy: 1, requestDeadlineMs: 20_000 });
  server = createServer(api.app).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  await limits.close();
  await database.drop();
});

/** The protocol's own client. */
async function connect(headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  await client.connect(transport);
  return client;
}

async function insertKeyWith(cumulative: number, perMinute: number | null = null) {
  const code = `tier-${randomBytes(4).toString('hex')}`;
  await database.db.insert(tiers).values({ code, perMinute, cumulative });
  const { key } = await insertKey(database.db, code);
  return { Authorization: `Bearer ${key}` };
}

const call = async (client: Client, name: string, given: Record<string, unknown>) => {
  const { structuredContent, isError } = await client.callTool({ name, arguments: given });
  return { isError: isError === true, body: structuredContent as Record<string, unknown> };
};

/** What a message costs and is answered, without the protocol's client. */
const post = (message: unknown, headers: Record<string, string> = {}) =>
  api
    .request()
    .post('/mcp')
    .set({ ...JSON_RPC, ...headers })
    .send(JSON.stringify(message));
const JSON_RPC = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const callOf = (name: string, given: Record<string, unknown>) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});

describe('the tools', () => {
  test('are listed, with what they take', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'lookup_barcodes',
      'search_products',
      'suggest',
      'get_product_sources',
      'submit_product',
    ]);
    expect(tools.every(({ inputSchema }) => inputSchema.additionalProperties === false)).toBe(true);
    const submitted = Object.keys(tools[4]?.inputSchema.properties ?? {});
    expect(submitted).toContain('ingredients_text');
    expect(submitted).not.toContain('website');
  });

  test('answer what the API answers', async () => {
    const client = await connect();
    const looked = await call(client, 'lookup_barcodes', { codes: [SPREAD, UNKNOWN], language: 'de' });
    const { body } = await api.get(`/products/lookup?codes=${SPREAD},${UNKNOWN}&lang=de`);
    expect(looked).toEqual({ isError: false, body });
    const found = await call(client, 'search_products', { query: 'hazelnut spred', size: 5 });
    expect(found.body).toEqual((await api.get('/products/search?q=hazelnut%20spred&in=all&size=5')).body);
    const filters = { nutri_score_in: 'd,e', nutrient: 'sugars>20', sort: '-nutrient:sugars', size: 0 };
    const counted = await call(client, 'search_products', filters);
    const address = '/products/search?nutri_score_in=d,e&nutrient=sugars%3E20&sort=-nutrient:sugars&size=0';
    expect(counted.body).toEqual((await api.get(address)).body);
    const suggested = await call(client, 'suggest', { query: 'hazel' });
    expect(suggested.body).toEqual((await api.get('/suggest?q=hazel')).body);
    const told = await call(client, 'get_product_sources', { id: spread });
    expect(told.body).toEqual((await api.get(`/products/${spread}?fields=name,brand,sources`)).body);
  });

  test('say the sources also where few fields are wanted', async () => {
    const { body } = await call(await connect(), 'lookup_barcodes', { codes: [SPREAD], fields: ['name'] });
    const [{ product }] = body['items'] as [{ product: object }];
    expect(Object.keys(product)).toEqual(['id', 'gtin', 'name', 'sources']);
  });

  test('put a submission into the queue of reviewers', async () => {
    const { body } = await call(await connect(), 'submit_product', { gtin: UNKNOWN, name: 'Oat biscuits' });
    const { rows } = await database.db.execute(
      sql`select status, gtin14 from submissions where id = ${body['id']}`,
    );
    expect(rows).toEqual([{ status: 'pending', gtin14: UNKNOWN.padStart(14, '0') }]);
  });
});

describe('what is not right', () => {
  test.each([
    [
      'a code list that is too long',
      'lookup_barcodes',
      { codes: Array(101).fill(SPREAD) },
      'validation_failed',
    ],
    ['an unknown field', 'lookup_barcodes', { codes: [SPREAD], fields: ['smell'] }, 'validation_failed'],
    ['an unknown parameter', 'search_products', { quary: 'x' }, 'invalid_parameter'],
    ['a number as a text', 'search_products', { query: 'x', page: 'two' }, 'invalid_parameter'],
    ['an invalid page', 'search_products', { query: 'x', page: 0 }, 'invalid_parameter'],
    ['an invalid id', 'get_product_sources', { id: 'x/../y' }, 'not_found'],
    ['a submission without anything', 'submit_product', {}, 'validation_failed'],
    [
      'a submission with an unknown field',
      'submit_product',
      { gtin: UNKNOWN, smell: 'x' },
      'invalid_request',
    ],
  ])('%s is an error of the tool', async (_, name, given, code) => {
    const { isError, body } = await call(await connect(), name, given);
    expect([isError, body]).toEqual([true, { error: expect.objectContaining({ code }) }]);
  });

  test.each([
    [{ jsonrpc: '2.0', id: 1 }],
    [{ jsonrpc: '1.0', id: 1, method: 'tools/list' }],
    [{ id: 1, method: 'tools/list' }],
    [{ hello: 'world' }],
  ])('JSON that is no message: %j', async (message) => {
    const { status, body } = await post(message);
    expect([status, body]).toMatchObject([400, { jsonrpc: '2.0', id: null, error: { code: -32600 } }]);
  });

  test.each([
    ['another site', { Origin: 'https://evil.example' }, {}],
    ['no site', { Origin: 'null' }, {}],
    [
      'a name that leads to this machine',
      { Origin: 'http://evil.example:8080', Host: 'evil.example:8080' },
      {},
    ],
    ['another port of this machine', { Origin: 'http://127.0.0.1:1', Host: '127.0.0.1:8080' }, {}],
    [
      'a name, where the service has one',
      { Origin: 'http://127.0.0.1:8080', Host: '127.0.0.1:8080' },
      { publicUrl: 'https://facts.example' },
    ],
  ])('a page of %s', async (_what, headers, options) => {
    const { app } = createTestApi(database, options);
    const asked = supertest(app)
      .post('/mcp')
      .set({ ...JSON_RPC, ...headers } as Record<string, string>);
    expectError(await asked.send(JSON.stringify(LIST)), 403, 'forbidden');
  });

  test.each([
    [{ Origin: 'http://127.0.0.1:8080', Host: '127.0.0.1:8080' }, {}],
    [{ Origin: 'http://localhost:8080', Host: 'localhost:8080' }, {}],
    [{ Host: 'factshelf-api:8080' }, {}],
    [{ Origin: 'https://facts.example', Host: 'api:8080' }, { publicUrl: 'https://facts.example' }],
  ])('but not a program or an own page: %j', async (headers, options) => {
    const { app } = createTestApi(database, options);
    const asked = supertest(app)
      .post('/mcp')
      .set({ ...JSON_RPC, ...headers } as Record<string, string>);
    expect((await asked.send(JSON.stringify(LIST))).status).toBe(200);
  });

  test('an unknown tool', async () => {
    await expect((await connect()).callTool({ name: 'drop_tables' })).rejects.toThrow('There is no tool');
  });

  test.each([
    ['several messages', [callOf('suggest', {})]],
    ['null', null],
    ['a number', 5],
  ])('%s', async (_, message) => expectError(await post(message), 400, 'invalid_request'));

  test('an invalid key, another method, a body that is too large', async () => {
    expectError(await post(callOf('suggest', {}), { 'X-API-Key': 'fs_wrong' }), 401, 'invalid_api_key');
    expectError(await api.request().get('/mcp'), 405, 'method_not_allowed');
    expectError(await post(callOf('suggest', { query: 'x'.repeat(70_000) })), 413, 'payload_too_large');
  });
});

describe('what it costs', () => {
  test.each([
    ['the list of tools', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 0],
    ['a search', callOf('search_products', { query: 'spread' }), 1],
    ['three codes', callOf('lookup_barcodes', { codes: [SPREAD, UNKNOWN, SPREAD] }), 3],
    ['a suggestion', callOf('suggest', { query: 'spr' }), 0],
    ['the sources of a product', callOf('get_product_sources', { id: '' }), 1],
    ['a submission', callOf('submit_product', { gtin: '5449000000996', name: 'Cola drink' }), 0],
  ])('%s', async (_, message, cost) => {
    const headers = await insertKeyWith(10);
    // As if the caller had an answer: that costs nothing where a 304 can be.
    await post(message, { ...headers, 'If-None-Match': '*' });
    const after = await api.get('/products/search?q=spread', headers);
    expect(after.headers['x-quota-used']).toBe(String(cost + 1));
  });

  test('a quota that is used up, and a minute that is', async () => {
    const headers = await insertKeyWith(2);
    const refused = await post(
      callOf('lookup_barcodes', { codes: [SPREAD, UNKNOWN, '042100005264'] }),
      headers,
    );
    expect(refused.body.result.structuredContent.error.code).toBe('quota_exhausted');
    const quick = await insertKeyWith(100, 1);
    expect((await post(callOf('search_products', {}), quick)).status).toBe(200);
    expectError(await post(callOf('search_products', {}), quick), 429, 'rate_limited');
  });
});
