import { readFile } from 'node:fs/promises';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetricsApp } from '../../../src/platform/scrapes/metrics-page.ts';
import type { Metrics } from '../../../src/platform/metrics.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { startApi } from '../../support/servers/started-api.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
let api: TestApi;
let product: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  product = await insertProduct(database.db);
});
afterAll(() => database.drop());

const metricsOf = (metrics: Metrics) => supertest(createMetricsApp(metrics, createLogger('test', 'silent')));
const send = (method: 'get' | 'head', path: string, headers: Record<string, string> = {}) =>
  api.request()[method](path).set(headers);

describe('health and readiness', () => {
  test('/healthz says that the process answers', async () => {
    const { body } = await send('get', '/healthz');
    expect(body).toEqual({ status: 'ok', version: '1.0.0', uptime_s: expect.any(Number) });
  });

  test.each<[string, number, string[]]>([
    ['ok', 200, []],
    ['degraded', 200, ['search_engine']],
    ['unavailable', 503, ['database']],
  ])('/readyz is %s with %d', async (status, code, broken) => {
    const check = (name: string, required: boolean) => ({
      name,
      required,
      run: async () => {
        if (broken.includes(name)) throw new Error('away');
      },
    });
    const { request } = createTestApi(database, {
      readinessChecks: [check('database', true), check('search_engine', false)],
    });
    const response = await request().get('/readyz');
    expect([response.status, response.body.status]).toEqual([code, status]);
    expect(Object.keys(response.body.checks)).toEqual(['database', 'search_engine']);
  });

  test('/readyz logs a check when it begins and when it ceases to fail, in a line without a stack', async () => {
    const lines: string[] = [];
    let isAway = true;
    const run = async () => {
      if (isAway) throw new Error('outer', { cause: new Error('no such index') });
    };
    const { request } = createTestApi(database, {
      logger: createLogger('test', 'info', { write: (line) => void lines.push(line) }),
      readinessChecks: [{ name: 'search_engine', required: false, run }],
    });
    for (const away of [true, false, true]) {
      isAway = away;
      for (let i = 0; i < 3; i++) await request().get('/readyz');
    }
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      // An optional part that starts after this process is no trouble yet.
      { level: 30, check: 'search_engine', reason: 'no such index', msg: 'not ready yet' },
      { level: 30, check: 'search_engine', msg: 'readiness check passes again' },
      { level: 40, check: 'search_engine', reason: 'no such index', msg: 'readiness check failed' },
    ]);
    expect(lines.join('')).not.toContain('service-pages');
  });

  test('/readyz is 503 while the process is stopping', async () => {
    const { request } = createTestApi(database, { isStopping: () => true });
    const response = await request().get('/readyz');
    expect([response.status, response.body.status]).toEqual([503, 'stopping']);
  });
});

describe('/metrics', () => {
  test('counts by route pattern and never shows what a caller sent', async () => {
    const { request, metrics } = createTestApi(database);
    await request().get(`/api/v1/products/${product}`);
    await request().get('/api/v1/products/barcode/999secret');
    await request().get('/nowhere/secret');
    await request().put('/api/v1/stats');
    await request().put('/api/public/submissions');
    await request().get('/api/admin/submissions');
    const { status, text, headers } = await metricsOf(metrics).get('/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/plain');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    const count = 'factshelf_http_request_seconds_count';
    expect(text).toContain(
      `${count}{surface="api",method="GET",route="/api/v1/products/{id}",status="200"} 1`,
    );
    expect(text).toContain(
      `${count}{surface="api",method="GET",route="/api/v1/products/barcode/{gtin}",status="404"} 1`,
    );
    expect(text).toContain(`${count}{surface="pages",method="GET",route="none",status="404"} 1`);
    expect(text).toContain(`${count}{surface="api",method="PUT",route="/api/v1/stats",status="405"} 1`);
    expect(text).toContain(
      `${count}{surface="contributions",method="PUT",route="/api/public/submissions",status="405"} 1`,
    );
    expect(text).toContain(
      `${count}{surface="console",method="GET",route="/api/admin/submissions",status="401"} 1`,
    );
    expect(text).not.toContain('secret');
  });

  test.each(['X-Forwarded-For', 'Forwarded'])('is not found through a proxy that sets %s', async (header) => {
    const response = await metricsOf(api.metrics).get('/metrics').set(header, '127.0.0.1');
    expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
  });

  test('is on a port of its own: where the public asks there is no such page, no matter who asks', async () => {
    expectError(await send('get', '/metrics'), 404, 'not_found');
    const started = await startApi({ DATABASE_URL: database.url });
    try {
      expect((await started.get('/metrics')).status).toBe(404);
      expect(await started.metrics()).toContain('factshelf_http_request_seconds_bucket');
    } finally {
      await started.stop();
    }
  });
});

describe('a debug line of a request', () => {
  test.each([
    ['a header that carries one', '/nowhere', 'x-api-key'],
    ['a header for a proxy', '/nowhere', 'proxy-authorization'],
    ['a header of the caller’s own', '/nowhere', 'x-amz-security-token'],
    ['a cookie', '/nowhere', 'cookie'],
    ['the credentials', '/nowhere', 'authorization'],
    ['an encoded name', '/nowhere?api%5Fkey=SECRET&x=1', undefined],
    ['an encoded name, twice', '/nowhere?api%255Fkey=SECRET', undefined],
    ['a longer name', '/nowhere?new_password=SECRET', undefined],
    ['an encoded key', '/nowhere?q=%70fk_SECRET', undefined],
    ['a key encoded twice', '/nowhere?q=%2570fk%255FSECRET', undefined],
    ['a key in the path', '/nowhere/%70f%6B_SECRET', undefined],
    ['a key in a URL within', '/nowhere?next=%2Fx%3Fkey%3DSECRET', undefined],
  ])('tells no secret: %s', async (_, path, header) => {
    const lines: string[] = [];
    const { request } = createTestApi(database, {
      logger: createLogger('test', 'debug', { write: (line) => void lines.push(line) }),
    });
    const asked = request().get(path).set('User-Agent', 'a-reader');
    await (header ? asked.set(header, 'SECRET') : asked);
    await waitFor('the line', () => lines.some((line) => line.includes('/nowhere')));
    expect(lines.join('')).not.toContain('SECRET');
    expect(lines.join('')).toContain('a-reader');
  });
});

describe('a file of the pages', () => {
  test.each(['br', 'gzip'])('is compressed in advance as %s, and whole for others', async (coding) => {
    const [, path = ''] = /"(\/assets\/\w+\/home\.css)"/.exec((await send('get', '/')).text) ?? [];
    const file = await readFile('src/pages/assets/home.css', 'utf8');
    const packed = await send('get', path, { 'Accept-Encoding': coding });
    expect(packed.headers).toMatchObject({
      'content-encoding': coding,
      // Known beforehand: an answer that is compressed while it is sent has none.
      'content-length': expect.stringMatching(/^\d+$/),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('Accept-Encoding'),
      etag: expect.stringMatching(/^W\//),
    });
    expect(packed.text).toBe(file);
    const plain = await send('get', path, { 'Accept-Encoding': 'identity' });
    expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, file]);
    expect((await send('get', path, { 'If-None-Match': packed.headers['etag'] ?? '' })).status).toBe(304);
    expect((await send('head', path, { 'Accept-Encoding': coding })).headers['content-length']).toBe(
      packed.headers['content-length'],
    );
  });

  test('may be sent with others as one, which still find what stands beside them', async () => {
    const [, path = ''] = /"(\/assets\/\w+\/common\.css)"/.exec((await send('get', '/')).text) ?? [];
    const { text } = await send('get', path);
    for (const name of ['tokens', 'pages', 'cards', 'catalogue', 'suggest'])
      expect(text).toContain(await readFile(`src/pages/assets/${name}.css`, 'utf8'));
    expect((await send('get', path.replace('common.css', 'icons.svg'))).status).toBe(200);
  });

  test('has a folder that is left alone: nothing else of it is served', async () => {
    expectError(await send('get', '/assets/nowhere/pages.css'), 404, 'not_found');
  });
});

test('/docs is found without its slash', async () => {
  const response = await send('get', '/docs');
  expect([response.status, response.headers['location']]).toEqual([308, '/docs/']);
});
