import * as fc from 'fast-check';
import { sql } from 'drizzle-orm';
import supertest, { type Response } from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contributorRoutes, publicRoutes, type AppDependencies } from '../../../src/routes.ts';
import { ERROR_STATUS } from '../../../src/platform/http/api-error.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { garbageBody, garbageParameter, type Known } from '../../support/imports/garbage.ts';
import { describedAdminRoutes } from '../../support/callers/test-admin.ts';
import { register } from '../../support/callers/test-accounts.ts';
import type { Route } from '../../../src/platform/http/route.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertOperator, signInTestOperator } from '../../support/callers/test-operator.ts';
import { submitFacts, sendItem } from '../../support/review/test-submissions.ts';

/** Another one with every run; a failure prints it, and `GARBAGE_SEED=… npx vitest run …` repeats it. */
const SEED = Number(process.env['GARBAGE_SEED'] ?? Date.now() % 2 ** 31);
const CASES_PER_ROUTE = Number(process.env['GARBAGE_CASES'] ?? 10);
const AT_ONCE = 4;
/** A slow machine tries fewer: what it leaves out is the turn of another seed. */
const ENOUGH_MS = Number(process.env['GARBAGE_MS'] ?? 15_000);

const none = {} as AppDependencies;
const ROUTES: { prefix: string; item: Route }[] = [
  ...publicRoutes(none).map((item) => ({ prefix: '/api/v1', item })),
  ...contributorRoutes(none).map((item) => ({ prefix: '/api/public', item })),
  ...describedAdminRoutes.map((item) => ({ prefix: '/api/admin', item })),
];

let database: TestDatabase;
let api: TestApi;
let apiKey: string;
let admin: Record<string, string>;
const known: Record<string, unknown[]> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  const { db } = database;
  apiKey = (await register(api)).apiKey;
  const products: string[] = [];
  for (const gtins of [['4006381333931', '3017620422003'], ['5449000000996'], []]) {
    products.push(
      await insertProduct(db, {
        name: `Oat drink ${gtins.length}`,
        brand: 'Plain Mill',
        category: 'food/beverages',
        gtins,
        msrp: [{ amount: 1.99 }],
        provenance: { community: ['name', 'brand'] },
      }),
    );
  }
  products.push(
    await insertProduct(db, { name: 'Lamp', category: 'lamps', kind: 'general', status: 'archived' }),
  );
  for (let count = 0; count < 8; count += 1) {
    await submitFacts(api, { name: `Offer ${count}`, category: 'beverages', attributes: { colour: 'red' } });
  }
  await submitFacts(api, { product_id: products[0], ingredients_text: 'oats', nutriments: { fat_g: 1 } });
  await sendItem(api, apiKey, { gtin: '96385074', name: 'Small bar' });
  await insertOperator(db);
  const idsOf = async (table: string) =>
    (await db.execute<{ id: string }>(sql`select id::text from ${sql.identifier(table)}`)).rows.map(
      ({ id }) => id,
    );
  const tables = [
    'products',
    'submissions',
    'brands',
    'categories',
    'sources',
    'accounts',
    'operators',
    'api_keys',
  ];
  for (const table of tables) known[table] = await idsOf(table);
  known['msrp_snapshots'] = await idsOf('msrp_snapshots');
  await signIn();
});
afterAll(() => database.drop());

async function signIn(): Promise<void> {
  admin = (await signInTestOperator(database.db, 'admin')).headers;
}

/** What stands for an id in a path depends on the path, in a body mostly on the field. */
function knownFor(path: string): Known {
  const own = Object.keys(known).find((table) =>
    path.includes(`/${table.replace('api_', '').replace('_snapshots', '')}`),
  );
  const ids = known[own ?? 'products'] ?? [];
  return {
    id: ids,
    ids,
    into: known['products'] ?? [],
    target_product_id: known['products'] ?? [],
    product_id: known['products'] ?? [],
    into_id: ids,
    parent_id: known['categories'] ?? [],
    brand_id: known['brands'] ?? [],
    source_id: known['sources'] ?? [],
    msrp_id: known['msrp_snapshots'] ?? [],
    key_id: known['api_keys'] ?? [],
    operator_id: known['operators'] ?? [],
    gtin: ['4006381333931', '0036000291452', '9521000000018', '96385074', '40063813'],
    category: ['beverages', 'food', 'lamps', 'uncategorized-food', 'nowhere'],
    code: ['general', 'electronics', 'registered', 'partner', 'new-one'],
    amount: [0, 1.99, 250],
    contact_email: ['x@example.org'],
    version: [1, 2, 3],
    kind: ['food', 'general', 'electronics'],
    archive_kind: ['food', 'general', null],
    currency: ['EUR'],
    region: ['FR', 'GLOBAL'],
    email: ['x@example.org', 'new-one@example.org'],
    password: ['nine quiet harbours', 'short'],
    reason: ['not a product'],
  };
}

interface Case {
  path: string;
  body?: unknown;
}

function casesOf({ prefix, item }: (typeof ROUTES)[number]): fc.Arbitrary<Case> {
  const values = knownFor(item.path);
  const names = [...item.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const segments = fc.record(
    Object.fromEntries(
      names.map((name) => [name, garbageParameter(item.params?.shape[name] as never, name, values)]),
    ),
  ) as fc.Arbitrary<Record<string, string>>;
  const query = fc.record(
    Object.fromEntries(
      Object.entries(item.query?.shape ?? {}).map(([name, schema]) => [
        name,
        garbageParameter(schema as never, name, values),
      ]),
    ),
    { requiredKeys: [] },
  );
  const body = item.body ? garbageBody(item.body, values) : fc.constant(undefined);
  return fc
    .tuple(segments, query, body, fc.constantFrom('', '', '', '&q=%', '&page=%E0%A4%A', '&__proto__[x]=1'))
    .map(([given, asked, sent, more]) => {
      const path = item.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(given[name] ?? ''));
      const parts = Object.entries(asked).map(([name, value]) => `${name}=${encode(value ?? '')}`);
      return { path: `${prefix}${path}?${parts.join('&')}${more}`, body: sent };
    });
}

/** As a careless client does it: a lone surrogate goes as the bytes it would have. */
function encode(text: string): string {
  return /\p{Cs}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
}

async function send({ prefix, item }: (typeof ROUTES)[number], { path, body }: Case): Promise<Response> {
  const request = supertest(api.app)[item.method](path);
  if (prefix === '/api/admin') void request.set(admin);
  if (prefix === '/api/public' && item.needsKey) void request.set('X-API-Key', apiKey);
  if (!item.body) return await request;
  const text = typeof body === 'string' && body.length % 7 === 3 ? body : JSON.stringify(body);
  return await request.set('Content-Type', 'application/json').send(text);
}

function findFault(response: Response): string | undefined {
  const { status, headers, text } = response;
  if (status < 300) return undefined;
  const error = (response.body as { error?: { code?: string; request_id?: string } }).error;
  if (status >= 500) return `answered ${status}`;
  if (ERROR_STATUS[error?.code as keyof typeof ERROR_STATUS] !== status)
    return `${status} is no ${error?.code}`;
  if (error?.request_id !== headers['x-request-id']) return 'has no request id';
  if (/node_modules|\.ts:|violates|syntax error/i.test(text)) return 'tells what went on inside';
  return undefined;
}

it(`no route fails on garbage, nor answers without the envelope (seed ${SEED})`, async () => {
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  const tryRoute = async (entry: (typeof ROUTES)[number]) => {
    for (const given of fc.sample(casesOf(entry), { seed: SEED, numRuns: CASES_PER_ROUTE })) {
      const response = await send(entry, given);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      // Some of it signs this operator out, as it should.
      if (response.status === 401 || response.headers['set-cookie']) await signIn();
      const fault = findFault(response);
      if (fault) {
        const body = JSON.stringify(given.body)?.slice(0, 600);
        faults.push(`${entry.item.method} ${given.path} ${body}: ${fault}: ${response.text.slice(0, 300)}`);
      }
    }
  };
  const [waiting = []] = fc.sample(fc.shuffledSubarray(ROUTES, { minLength: ROUTES.length }), {
    seed: SEED,
    numRuns: 1,
  });
  const end = Date.now() + ENOUGH_MS;
  const work = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      if (Date.now() < end) await tryRoute(entry);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(faults, `seed ${SEED}`).toEqual([]);
  // Garbage that is refused at the door alone would show nothing.
  expect(statuses.get(200)).toBeGreaterThan(20);
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('x');
});
