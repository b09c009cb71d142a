import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('an address without a page', () => {
  let database: TestDatabase;
  let api: TestApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    api = createTestApi(database);
  });
  afterAll(() => database.drop());

  const get = (path: string, accept: string) => api.request().get(path).set('Accept', accept);

  it('is a page for browsers', async () => {
    const { status, text, headers } = await get('/nowhere', BROWSER).set('Accept-Language', 'de');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(text).toContain('Hier ist nichts');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
  });

  it.each([
    '//a//evil.example/',
    '//evil.example/%2e%2e',
    '/\\\\evil.example/',
    '//evil.example?q=1',
    '//',
    '//[?q=1',
  ])('%s leads to no other host', async (path) => {
    const { headers, text } = await get(path, BROWSER);
    for (const [, link = ''] of text.matchAll(/ (?:href|action|src)="([^"]*)"/g))
      expect(new URL(link, 'http://here.example/').host, link).toBe('here.example');
    expect(new URL(headers['location'] ?? '', 'http://here.example/').host).toBe('here.example');
  });

  it.each([
    ['/nowhere', '*/*'],
    ['/nowhere', 'application/json'],
    ['/nowhere', 'application/json, text/html;q=0.5'],
    ['/api/v1/nowhere', BROWSER],
    ['/api/v1/products/barcode/4006381333931', BROWSER],
    ['/mcp/nowhere', BROWSER],
    ['/dumps/nowhere', BROWSER],
  ])('%s is the envelope for %s', async (path, accept) => {
    expectError(await get(path, accept), 404, 'not_found');
  });

  it('is refused as ever with another method', async () => {
    expectError(await api.request().post('/nowhere').set('Accept', BROWSER), 404, 'not_found');
  });
});

it('pages say so while Postgres is away, and are back with it', async () => {
  const database = await createTestDatabase();
  const proxy = await createTcpProxy(database.url);
  const pool = createPool({
    url: proxy.url,
    applicationName: 'factshelf-test',
    statementTimeoutMs: 1_000,
    logger: createLogger('test', 'silent'),
  });
  try {
    const { request } = createTestApi({ db: createDb(pool) });
    await proxy.shut();
    for (const path of ['/', '/product/4006381333931', '/brands', '/category/food', '/sitemap.xml']) {
      const { status, text, headers } = await request().get(path);
      expect([path, status, headers['retry-after']]).toEqual([path, 503, '1']);
      expect(text).toContain('Not possible at the moment');
    }
    await proxy.open();
    expect((await request().get('/')).status).toBe(200);
  } finally {
    await pool.end();
    await proxy.close();
    await database.drop();
  }
});
