import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLimits } from '../../../src/access/limits/create-limits.ts';
import { NAME_LANGUAGES } from '../../../src/data/names/names.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { figuresOf, insertKey } from '../../support/callers/test-limits.ts';

const GTIN = '05051277937280';
let database: TestDatabase;
let api: TestApi;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  id = await insertProduct(database.db, { name: 'Orange “juice”', gtins: [GTIN] });
  api = createTestApi(database, { publicUrl: 'https://facts.example.org/' });
});
afterAll(() => database.drop());

const ask = (path: string, headers: Record<string, string> = {}) => api.request().get(path).set(headers);
const ROOT = 'https://facts.example.org';
const CONTEXT = 'https://ref.gs1.org/standards/resolver/linkset-context';
const VOCABULARY = 'https://ref.gs1.org/voc/';

// Named as the criteria of the GS1-Conformant resolver standard that they are about.
describe('SHALL redirect to the default link, and pass on the query', () => {
  test.each([
    [`/01/${GTIN}`, ''],
    ['/01/5051277937280', ''],
    [`/01/${GTIN}/`, ''],
    [`/01/${GTIN}/10/101150200?17=260505&90=A46`, '?17=260505&90=A46'],
    [`/01/${GTIN}/22/2A/10/A%2FB/21/S?utm_source=pack&linkType=gs1:pip&lang=de`, '?utm_source=pack&lang=de'],
    [`/01/${GTIN}?linkType=${encodeURIComponent(`${VOCABULARY}pip`)}`, ''],
    [`/01/${GTIN}?a=%0D%0AX:1`, '?a=%0D%0AX:1'],
  ])('%s', async (path, query) => {
    const { status, headers, text } = await ask(path);
    expect([status, headers['location'], text]).toEqual([307, `${ROOT}/api/v1/products/${id}${query}`, '']);
    expect(headers['link']).toBe(
      `<https://facts.example.org/01/${GTIN}?linkType=linkset>; rel="linkset"; type="application/linkset+json"`,
    );
    expect(headers['vary']).toContain('Accept');
  });

  test('what it leads to is the product', async () => {
    const { headers } = await ask(`/01/${GTIN}?17=260505`);
    const { pathname, search } = new URL(headers['location'] as string);
    expect((await ask(pathname + search)).body.id).toBe(id);
  });
});

describe('SHALL answer linkType=linkset and Accept with all links', () => {
  test.each<[string, Record<string, string>]>([
    [`/01/${GTIN}?linkType=linkset`, {}],
    [`/01/${GTIN}/10/LOT?linkType=all`, {}],
    [`/01/${GTIN}`, { Accept: 'application/linkset+json' }],
  ])('%s %j', async (path, headers) => {
    const answer = await ask(path, headers).responseType('blob');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/linkset+json']);
    const link = { href: `${ROOT}/api/v1/products/${id}`, title: 'Orange “juice”' };
    const data = { ...link, type: 'application/json' };
    const page = {
      href: `${ROOT}/product/${GTIN.slice(1)}`,
      title: 'Orange “juice”',
      type: 'text/html',
      hreflang: NAME_LANGUAGES,
    };
    expect(JSON.parse((answer.body as Buffer).toString())).toEqual({
      linkset: [
        {
          anchor: `${ROOT}/01/${GTIN}`,
          itemDescription: 'Orange “juice”',
          [`${VOCABULARY}defaultLink`]: [link],
          [`${VOCABULARY}pip`]: [data, page],
          [`${VOCABULARY}masterData`]: [data],
        },
      ],
    });
    expect(answer.headers['link']).toContain(
      `, <${CONTEXT}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
    );
  });

  test('those who take anything are led on', async () => {
    for (const accept of ['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/json']) {
      expect((await ask(`/01/${GTIN}`, { Accept: accept })).status).toBe(307);
    }
  });
});

describe('browsers are led to the page of the product', () => {
  const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  test.each([
    [`/01/${GTIN}`, `/product/${GTIN.slice(1)}`],
    [`/01/${GTIN}/10/LOT?17=260505&linkType=gs1:pip`, `/product/${GTIN.slice(1)}?17=260505`],
    ['/01/04006381333931', '/product/4006381333931'],
    [`/01/${GTIN}?linkType=gs1:masterData`, () => `/api/v1/products/${id}`],
  ])('%s', async (path, target) => {
    const { status, headers } = await ask(path, BROWSER);
    expect([status, headers['location']]).toEqual([
      307,
      ROOT + (typeof target === 'string' ? target : target()),
    ]);
    expect(headers['vary']).toContain('Accept');
  });

  test.each(['*/*', 'application/json', 'application/json, text/html;q=0.9'])(
    'and who asks for %s to its data',
    async (accept) => {
      const { headers } = await ask(`/01/${GTIN}`, { Accept: accept });
      expect(headers['location']).toBe(`${ROOT}/api/v1/products/${id}`);
    },
  );
});

describe('SHALL report errors with 400, and what is not there with 404', () => {
  test.each([
    ['/01/', 'bad_link'],
    ['/01/abc', 'bad_link'],
    ['/01/05051277937281', 'bad_check_digit'],
    ['/01/123', 'bad_length'],
    [`/01/${GTIN}/foo`, 'bad_link'],
    [`/01/${GTIN}/21/S/10/L`, 'bad_link'],
    [`/01/${GTIN}/8011/5`, 'bad_link'],
    [`/01/${GTIN}/10/${'x'.repeat(21)}`, 'bad_element'],
    [`/01/${GTIN}?17=261399`, 'bad_element'],
    [`/01/x/01/${GTIN}`, 'bad_link'],
  ])('%s', async (path, reason) => {
    const response = await ask(path);
    expectError(response, 400, 'invalid_request');
    expect(response.body.error.details).toEqual({ reason });
  });

  test.each([
    '/01/07035620052163',
    '/01/02135040039753',
    `/01/${GTIN}?linkType=gs1:recipeInfo`,
    '/00/106141412345678908',
  ])('%s', async (path) => {
    expectError(await ask(path), 404, 'not_found');
  });

  test('bad escapes and parameters given twice are refused', async () => {
    expectError(await ask(`/01/${GTIN}/10/%E0%A4%A`), 400, 'invalid_request');
    expectError(await ask(`/01/${GTIN}?linkType=linkset&linkType=all`), 400, 'invalid_parameter');
  });
});

test('a GTIN that no product can have is 404 with its reason', async () => {
  const response = await ask('/01/02135040039753');
  expect(response.body.error.details).toEqual({ reason: 'restricted_circulation' });
});

describe('SHALL support GET, HEAD, OPTIONS and CORS', () => {
  test('HEAD has the headers of GET', async () => {
    const { status, headers } = await api.request().head(`/01/${GTIN}`);
    expect([status, headers['location']]).toEqual([307, `${ROOT}/api/v1/products/${id}`]);
  });

  test('OPTIONS is answered, other methods are not', async () => {
    expect((await api.request().options(`/01/${GTIN}`)).status).toBe(204);
    expectError(await api.request().post(`/01/${GTIN}`), 405, 'method_not_allowed');
  });

  test('every origin may read every answer', async () => {
    for (const path of [`/01/${GTIN}`, '/01/abc', '/.well-known/gs1resolver']) {
      const { headers } = await ask(path, { Origin: 'https://example.com' });
      expect(headers['access-control-allow-origin'], path).toBe('*');
      expect(headers['access-control-expose-headers'], path).toContain('Link');
    }
  });
});

test('SHALL provide a description file', async () => {
  const { status, body } = await ask('/.well-known/gs1resolver');
  expect([status, body]).toEqual([
    200,
    {
      name: 'Factshelf',
      resolverRoot: 'https://facts.example.org',
      supportedPrimaryKeys: ['01'],
      supportedLinkType: [{ namespace: VOCABULARY, prefix: 'gs1:' }],
      linkTypeDefaultCanBeLinkset: false,
      jsonLdContextLocation: CONTEXT,
    },
  ]);
});

test('without PUBLIC_URL links have the host of the request, and never an invalid one', async () => {
  const own = createTestApi(database);
  const linkOf = async (host: string) =>
    (await own.request().get(`/01/${GTIN}`).set('Host', host)).headers['link'] as string;
  expect(await linkOf('shelf.example:8080')).toContain(`<http://shelf.example:8080/01/${GTIN}?`);
  const proxied = createTestApi(database, { trustProxy: 1 });
  const forged = await proxied.request().get(`/01/${GTIN}`).set('X-Forwarded-Host', 'evil.example');
  expect(forged.headers['link']).not.toContain('evil.example');
  for (const host of ['a b', 'x">evil', '', 'a/b@c'])
    expect(await linkOf(host), host).not.toMatch(/evil|a b|">/);
});

test('a resolution counts as any read', async () => {
  const limits = await createLimits({
    databaseUrl: database.url,
    redisUrl: undefined,
    metrics: createMetrics(),
    logger: createLogger('test', 'silent'),
    patienceMs: 10_000,
  });
  const counted = createTestApi(database, { limits: limits.meter });
  const resolve = (headers: Record<string, string> = {}) => counted.request().get(`/01/${GTIN}`).set(headers);
  expect(figuresOf(await resolve()).used).toBe(1);
  expect(figuresOf(await resolve()).used).toBe(2);
  expectError(await resolve({ 'X-API-Key': 'pfk_wrong' }), 401, 'invalid_api_key');
  const { key } = await insertKey(database.db);
  const known = { 'X-API-Key': key, 'If-None-Match': '"x"' };
  expect([figuresOf(await resolve(known)).used, figuresOf(await resolve(known)).used]).toEqual([1, 2]);
  await limits.close();
});
