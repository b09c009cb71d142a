import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { startRawServer, type RawServer } from '../../support/servers/raw-http.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

type Method = 'get' | 'head' | 'options' | 'post' | 'put' | 'patch' | 'delete' | 'trace';

let database: TestDatabase;
let api: TestApi;
let raw: RawServer;
let product: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  raw = await startRawServer(api.app);
  product = await insertProduct(database.db, { gtins: ['3017620422003'] });
  // Makes an answer that is long enough to be worth compressing.
  for (let i = 0; i < 40; i += 1) await insertProduct(database.db, { brand: `Brand ${i}` });
});
afterAll(async () => {
  await raw.close();
  await database.drop();
});

const send = (method: Method, path: string, headers: Record<string, string> = {}) =>
  api.request()[method](path).set(headers);

describe('a header that chooses an answer', () => {
  test.each(['Accept', 'Accept-Language', 'Accept-Encoding'])(
    '%s has 1,000 characters at most: comparing thousands of choices takes longer than a lookup',
    async (name) => {
      const choices = 'aa,'.repeat(334);
      expect((await send('get', '/api/v1/stats', { [name]: choices.slice(0, 1_000) })).status).toBe(200);
      expectError(await send('get', '/api/v1/stats', { [name]: choices }), 400, 'invalid_request');
    },
  );
});

describe('every answer', () => {
  test.each<[Method, string, number]>([
    ['get', '/api/v1/products/search', 200],
    ['get', '/api/v1/stats', 200],
    ['get', '/api/v1/openapi.json', 200],
    ['get', '/healthz', 200],
    ['get', '/readyz', 200],
    ['get', '/', 200],
    ['options', '/api/v1/stats', 204],
    ['get', '/api/v1/brands?page=0', 400],
    ['get', '/api/v1/products/abc', 404],
    ['get', '/nowhere', 404],
    ['delete', '/api/v1/stats', 405],
    ['post', '/healthz', 405],
  ])('has its request id, CORS and security headers: %s %s', async (method, path, status) => {
    const response = await send(method, path);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'x-request-id': expect.stringMatching(UUID_V4),
      'access-control-allow-origin': '*',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'cross-origin',
      // A form of a page needs an origin, which browsers send with a referrer alone.
      'referrer-policy': path === '/' ? 'same-origin' : 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers).not.toHaveProperty('x-powered-by');
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    if (method !== 'options')
      expect(response.headers['access-control-expose-headers']).toContain('X-Request-Id');
  });

  test('that shared caches keep names no request', async () => {
    const { headers } = await send('get', '/docs/');
    expect(headers['cache-control']).toMatch(/^public/);
    expect(headers).not.toHaveProperty('x-request-id');
    expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff' });
  });

  test('keeps a sound request id of the caller', async () => {
    for (const id of ['my-request.01_A', 'a'.repeat(64)]) {
      const response = await send('get', '/api/v1/stats', { 'X-Request-Id': id });
      expect(response.headers['x-request-id']).toBe(id);
    }
  });

  test('is JSON in UTF-8 and says how to cache it', async () => {
    const response = await send('get', `/api/v1/products/${product}`, { Accept: 'text/xml' });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-cache');
  });

  test('asks to connect again while the process is stopping', async () => {
    const { request } = createTestApi(database, { isStopping: () => true });
    expect((await request().get('/healthz')).headers['connection']).toBe('close');
  });
});

describe('methods', () => {
  test.each(['/api/v1/products/search', '/api/v1/stats', '/api/v1/openapi.json', '/healthz', '/docs/'])(
    'HEAD %s has the headers of GET and no body',
    async (path) => {
      const got = await send('get', path, { 'Accept-Encoding': 'identity' });
      const head = await send('head', path, { 'Accept-Encoding': 'identity' });
      expect([head.status, head.text]).toEqual([got.status, undefined]);
      expect(head.headers['content-type']).toBe(got.headers['content-type']);
      // The uptime in /healthz may tick over in between.
      if (path !== '/healthz') expect(head.headers['content-length']).toBe(got.headers['content-length']);
    },
  );

  test.each(['/api/v1/stats', '/api/v1/nowhere', '/healthz'])(
    'OPTIONS %s is 204 for any origin',
    async (path) => {
      const response = await send('options', path, {
        Origin: 'https://shop.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-api-key',
      });
      expect(response.status).toBe(204);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'x-api-key',
        'access-control-allow-methods': 'GET,HEAD,OPTIONS,POST,PATCH,DELETE',
      });
    },
  );

  test.each([
    '/',
    '/healthz',
    '/readyz',
    '/docs/',
    '/api/v1/openapi.json',
    '/api/v1/products/search',
    '/api/v1/products/01890a5d-ac96-774b-bcce-b302099a8057',
    '/api/v1/products/barcode/3017620422003',
    '/api/v1/brands',
  ])('%s refuses other methods and names its own', async (path) => {
    for (const method of ['post', 'put', 'patch', 'delete', 'trace'] as const) {
      const response = await send(method, path);
      expectError(response, 405, 'method_not_allowed');
      expect(response.headers['allow']).toBe('GET, HEAD, OPTIONS');
    }
  });
});

describe('paths', () => {
  test.each([
    '/api/v1/stats/',
    '/api/v1/Stats',
    '/API/V1/stats',
    '/api/v1//stats',
    '/api/v1',
    '/api/v1/',
    '/api/v1/products',
    '/api/v1/products/barcode/',
    '/healthz/',
    '/docs/nowhere',
    '/favicon.ico',
    '/metrics',
  ])('%s is not found: a path is spelt in one way', async (path) => {
    expectError(await send('get', path), 404, 'not_found');
  });
});

describe('ETag', () => {
  const path = '/api/v1/brands?size=100';

  test('is strong, and answers 304 while nothing changed', async () => {
    const first = await send('get', path, { 'Accept-Encoding': 'identity' });
    const { etag = '' } = first.headers;
    expect(etag).toMatch(/^"/);
    const again = await send('get', path, { 'If-None-Match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers).toMatchObject({
      etag,
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
    });
    expect((await send('get', path, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('answers 304 to `fetch` too, which adds Cache-Control: no-cache to a request with a tag', async () => {
    const address = `http://127.0.0.1:${raw.port}${path}`;
    const etag = (await fetch(address)).headers.get('etag') ?? '';
    expect((await fetch(address, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const files = `http://127.0.0.1:${raw.port}/api/v1/openapi.json`;
    const tag = (await fetch(files)).headers.get('etag') ?? '';
    expect((await fetch(files, { headers: { 'If-None-Match': tag } })).status).toBe(304);
  });

  test('is weak on a compressed answer, and works the same', async () => {
    const first = await send('get', path, { 'Accept-Encoding': 'gzip' });
    expect(first.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    const { etag = '' } = first.headers;
    expect(etag).toMatch(/^W\/"/);
    expect((await send('get', path, { 'If-None-Match': etag })).status).toBe(304);
  });

  test('is on openapi.json too', async () => {
    const { headers } = await send('get', '/api/v1/openapi.json');
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(
      (await send('get', '/api/v1/openapi.json', { 'If-None-Match': headers['etag'] ?? '' })).status,
    ).toBe(304);
  });

  test('is not on an error', async () => {
    const { headers } = await send('get', '/api/v1/products/abc');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('what Node itself refuses', () => {
  test.each([
    ['what is not HTTP', 'HELLO\r\n\r\n', 400, 'invalid_request'],
    [
      'a header with a bare line feed',
      'GET /healthz HTTP/1.1\r\nHost: a\r\nX: 1\nY: 2\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'two lengths of one body',
      'POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'headers over 8 KB',
      `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(9_000)}\r\n\r\n`,
      431,
      'header_too_large',
    ],
    [
      'a target over 8 KB',
      `GET /?q=${'x'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      'header_too_large',
    ],
    ['HTTP/1.1 without a host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
    ['a target that is no URL', 'GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
    ['a tunnel', 'CONNECT shop.example:443 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
    [
      'a body in a coding before its chunks',
      'POST /api/public/submissions HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
        'Transfer-Encoding: gzip, chunked\r\n\r\n11\r\n{"name":"Cereal"}\r\n0\r\n\r\n',
      400,
      'invalid_request',
    ],
  ])('has the envelope too: %s', async (_, bytes, status, code) => {
    const answer = await raw.send(bytes);
    const { error } = JSON.parse(answer.body) as { error: Record<string, unknown> };
    expect([answer.status, error['code']]).toEqual([status, code]);
    expect(error['request_id']).toMatch(UUID_V4);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': error['request_id'],
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  test('has the envelope too: headers that never end', async () => {
    const slow = await startRawServer(api.app);
    slow.server.headersTimeout = 100;
    const answer = await slow.send('GET /healthz HTTP/1.1\r\nHost: a\r\n');
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([408, 'request_timeout']);
    await slow.close();
  });

  test('is not an Expect that nobody understands', async () => {
    const answer = await raw.send('GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: a-miracle\r\n\r\n');
    expect(answer.status).toBe(200);
  });

  test('bounds what a slow or hostile caller can hold', () => {
    expect(raw.server).toMatchObject({
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      keepAliveTimeout: 5_000,
      maxConnections: 1_000,
      maxRequestsPerSocket: 1_000,
    });
  });
});
