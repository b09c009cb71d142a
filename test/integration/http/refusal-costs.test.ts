import { Agent, request as send } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NUTRIMENT_KEYS } from '../../../src/facts/registry/nutriment-keys.ts';
import { buildOpenApi } from '../../../src/platform/openapi/openapi.ts';
import { listPages } from '../../../src/pages/list-pages.ts';
import { FIELD_NAMES } from '../../../src/pages/contribute/submittable-facts.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';
import { measureCosts } from '../../support/servers/processor-time.ts';
import { startApi, type StartedApi } from '../../support/servers/started-api.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { describedContributorRoutes, describedRoutes } from '../../support/test-api.ts';

const GTIN = '9521000000018';
const ID = '00000000-0000-7000-8000-000000000000';
const FORM = 'application/x-www-form-urlencoded';
/** What fits into the 8 KB of a request line with its headers. */
const LINE = 7_000;

let database: TestDatabase;
let api: StartedApi;
let key: string;

beforeAll(async () => {
  database = await createDemoDatabase();
  await database.pool.query('update tiers set per_minute = null, cumulative = null');
  ({ key } = await insertKey(database.db, 'internal'));
  api = await startApi({ DATABASE_URL: database.url, TRUST_PROXY: '1', LOG_LEVEL: 'error' });
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

interface Hostile {
  name: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const agent = new Agent({ keepAlive: true });
let sender = 0;
/** Each request comes from another address: what is measured is its work, before any limit of an address. */
const ask = ({ method, path, headers, body = '' }: Hostile) =>
  new Promise<number>((resolve) => {
    const from = `203.${(sender += 1) % 250}.${Math.floor(sender / 250) % 250}.1`;
    const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const all = { 'X-Forwarded-For': from, ...length, ...headers };
    const asked = send(api.origin + path, { agent, method, headers: all }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    });
    // A body that is refused unread may be cut off.
    asked.once('error', () => resolve(0));
    asked.end(body);
  });

const repeat = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
const numbered = (bytes: number, write: (n: number) => string) => {
  const parts: string[] = [];
  for (let size = 0; ;) {
    const part = write(parts.length);
    if ((size += part.length) > bytes) return parts.join('');
    parts.push(part);
  }
};

/** Everything that is dear to take apart, as the value of a field. */
const VALUES: Record<string, (bytes: number) => string> = {
  'many numbers': (bytes) => `[${repeat('1,', bytes - 4)}1]`,
  'many texts': (bytes) => `[${repeat('"a",', bytes - 8)}"a"]`,
  'many keys': (bytes) => `{${numbered(bytes - 8, (n) => `"${n}":1,`)}"z":1}`,
  'a long text': (bytes) => `"${'x'.repeat(bytes - 4)}"`,
  'many marks': (bytes) => `"${repeat('a\u0301', bytes / 2 - 4)}"`,
  'many blanks': (bytes) => `"${' '.repeat(bytes - 4)}x"`,
};

interface Described {
  path: string;
  method: string;
  parameters: { name: string; in: string }[];
  properties: string[];
}

function listEndpoints(): Described[] {
  const { paths, components } = buildOpenApi(describedRoutes, describedContributorRoutes);
  const schemas = components?.schemas as Record<string, { properties?: object }> | undefined;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, unknown>).map(([method, described]) => {
      const { parameters = [], requestBody } = described as {
        parameters?: Described['parameters'];
        requestBody?: { content: Record<string, { schema: { $ref?: string; properties?: object } }> };
      };
      const schema = requestBody?.content['application/json']?.schema;
      const named = schema?.$ref === undefined ? schema : schemas?.[schema.$ref.split('/').at(-1) ?? ''];
      return {
        path: (path.startsWith('/api/') ? path : `/api/v1${path}`).replaceAll(
          /\{(\w+)\}/g,
          (_, name: string) => (name === 'gtin' ? GTIN : ID),
        ),
        method: method.toUpperCase(),
        parameters,
        properties: Object.keys(named?.properties ?? {}),
      };
    }),
  );
}

const BODY_BYTES: Record<string, number> = {
  '/api/public/submissions': 65_000,
  '/api/public/submissions/bulk': 262_000,
};

function listBodies(): Hostile[] {
  const json = { 'Content-Type': 'application/json', 'X-API-Key': key };
  return listEndpoints().flatMap(({ path, method, properties }) => {
    if (properties.length === 0) return [];
    const bytes = BODY_BYTES[path] ?? 4_000;
    const of = (what: string, body: string) => ({
      name: `${method} ${path}: ${what}`,
      method,
      path,
      headers: json,
      body,
    });
    return [
      of('unknown fields', `{${numbered(bytes - 8, (n) => `"f${n}":1,`)}"z":1}`),
      of('a body that is too large', `{"a":"${'x'.repeat(bytes + 8_000)}"}`),
      of('no JSON', repeat('[', bytes)),
      ...properties.flatMap((name) =>
        Object.entries(VALUES).map(([what, write]) =>
          of(`${what} for ${name}`, `{"${name}":${write(bytes - name.length - 10)}}`),
        ),
      ),
    ];
  });
}

const MCP = (name: string, given: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`;

function listMcpCalls(): Hostile[] {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  return Object.entries(VALUES).flatMap(([what, write]) => [
    {
      name: `MCP: ${what} for q`,
      method: 'POST',
      path: '/mcp',
      headers,
      body: MCP('search_products', `{"q":${write(60_000)}}`),
    },
    {
      name: `MCP: ${what} for arguments`,
      method: 'POST',
      path: '/mcp',
      headers,
      body: MCP('search_products', write(60_000)),
    },
    { name: `MCP: ${what} for the message`, method: 'POST', path: '/mcp', headers, body: write(60_000) },
  ]);
}

function listForms(): Hostile[] {
  const posts = listPages(undefined as never).filter(({ method }) => method === 'post');
  const names = [...FIELD_NAMES, 'known', ...NUTRIMENT_KEYS.map((name) => `nutriments.${name}`)];
  return posts.flatMap(({ path, caps, takesFiles }) => {
    const bytes = caps?.mostBytes ?? 8_192;
    const fields = caps?.mostFields ?? 20;
    const of = (what: string, body: string) => ({
      name: `POST ${path}: ${what}`,
      method: 'POST',
      path: path.replaceAll(/:\w+/g, ID),
      headers: { 'Content-Type': FORM, Accept: 'text/html' },
      body,
    });
    if (takesFiles) return [of('no file', 'a=b')];
    const mostOf = (name: string, text: string) => `${name}=${repeat(text, bytes - name.length - 20)}`;
    return [
      of('260,000 fields', repeat('a&', 524_000)),
      of('as many fields as may be', repeat('a&', 2 * fields - 2)),
      of('fields beyond', repeat('a&', bytes - 10)),
      of('a name of all bytes', `${'%41'.repeat(bytes / 3 - 10)}=`),
      of('many fields in known', `known=${repeat('a%26', bytes - 20)}`),
      of(
        'each field, filled',
        names.map((name) => `${name}=${repeat('%C3%A9%0A', bytes / names.length - 40)}`).join('&'),
      ),
      ...(path === '/contribute' ? names : ['email', 'password', 'text', 'code', 'name', 'url']).flatMap(
        (name) => [of(`lines in ${name}`, mostOf(name, 'a%0A')), of(`letters in ${name}`, mostOf(name, 'x'))],
      ),
    ];
  });
}

function listQueries(): Hostile[] {
  const texts: Record<string, string> = {
    'a ligature of 18 letters': repeat('%EF%B7%BA', LINE / 8),
    'two hundred names': Array.from({ length: 100 }, (_, n) => `n${n}`).join(','),
    commas: ','.repeat(LINE - 1_000),
    letters: 'x'.repeat(LINE - 1_000),
    digits: '9'.repeat(LINE - 1_000),
  };
  return listEndpoints()
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path, parameters }) => {
      const queries = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
      const of = (what: string, query: string) => ({
        name: `${path}: ${what}`,
        method: 'GET',
        path: `${path}?${query}`,
        headers: { 'X-API-Key': key },
      });
      return [
        of(
          'one-letter names',
          numbered(LINE, (n) => `${n}&`),
        ),
        of('a long name', 'x'.repeat(LINE)),
        ...queries.flatMap((name) => [
          of(`${name} repeated`, repeat(`${name}=1&`, LINE)),
          ...Object.entries(texts).map(([what, text]) => of(`${what} for ${name}`, `${name}=${text}`)),
        ]),
      ];
    });
}

function listHeaders(): Hostile[] {
  const long: [string, string][] = [
    ['Cookie', numbered(LINE, (n) => `a${n}=b;`)],
    ['Cookie', `account=${'x'.repeat(LINE)}`],
    ['Cookie', repeat('language=de;', LINE)],
    ['Accept-Language', numbered(990, (n) => `a${n},`)],
    ['Accept', repeat('a/b,', 990)],
    ['Accept-Encoding', repeat('a,', 990)],
    ['If-None-Match', repeat('W/"a",', LINE)],
    ['Range', `bytes=${repeat('0-0,', LINE)}`],
    ['X-Forwarded-For', repeat('1.1.1.1,', LINE)],
    ['X-API-Key', 'x'.repeat(LINE)],
    ['Authorization', `Bearer ${'x'.repeat(LINE)}`],
    ['X-Request-Id', 'x'.repeat(LINE)],
    ['X-Answer-Token', 'x'.repeat(LINE)],
    ['Origin', `https://${'x'.repeat(LINE)}`],
    ['Content-Type', repeat('a;', LINE)],
    ['If-Modified-Since', 'x'.repeat(LINE)],
  ];
  const paths = [`/api/v1/products/barcode/${GTIN}`, '/', '/account', '/dumps/none', `/contribute/${ID}`];
  return [
    ...paths.flatMap((path) =>
      long.map(([name, value]) => ({
        name: `${path}: ${name} ${value.slice(0, 12)}…`,
        method: 'GET',
        path,
        headers: { Accept: 'text/html', [name]: value },
      })),
    ),
    ...['/', '/product/', '/brand/', '/api/v1/', '/images/', '/01/'].map((path) => ({
      name: `${path} and a long path`,
      method: 'GET',
      path: path + repeat('%C3%A9/', LINE),
    })),
  ];
}

const listHostile = () => [
  ...listForms(),
  ...listBodies(),
  ...listMcpCalls(),
  ...listQueries(),
  ...listHeaders(),
];

test('whatever is too much is refused, and nothing breaks', async () => {
  const answers: string[] = [];
  for (const hostile of listHostile()) {
    const status = await ask(hostile);
    if (status >= 500) answers.push(`${status} ${hostile.name}`);
  }
  expect(answers).toEqual([]);
});

// A figure of a quiet machine: `npm run bench -- routes`. On a busy one it takes half an hour.
test.runIf(process.env['ROUTE_COSTS'])(
  'no input costs more than three lookups',
  { timeout: 3_600_000 },
  async () => {
    const lookup = { name: 'a lookup', method: 'GET', path: `/api/v1/products/barcode/${GTIN}` };
    const asked = (hostile: Hostile) => ({ name: hostile.name, ask: () => ask(hostile) });
    const { table, dear } = await measureCosts(api, asked(lookup), listHostile().map(asked));
    console.info(table.slice(0, 100).join('\n'));
    expect(dear).toEqual([]);
  },
);
