import { Agent, get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docsPages } from '../../../src/pages/docs/docs-pages.tsx';
import { listPages } from '../../../src/pages/list-pages.ts';
import { buildOpenApi } from '../../../src/platform/openapi/openapi.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';
import { measureCosts } from '../../support/servers/processor-time.ts';
import { startApi, type StartedApi } from '../../support/servers/started-api.ts';
import { describedContributorRoutes, describedRoutes } from '../../support/test-api.ts';

const GTIN = '9521000000018';
const LOOKUP = `/api/v1/products/barcode/${GTIN}`;
/** As browsers ask. */
const HEADERS = {
  Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'Accept-Encoding': 'gzip, deflate, br',
  'X-Forwarded-For': '198.51.100.7',
};

/** Values of the parameters of paths, in whichever way they are written. */
const PLACES: Record<string, string> = {
  gtin: GTIN,
  code: 'food',
  slug: 'avelotta',
  part: '1',
  position: '0',
  picture: 'none',
  delivery: '00000000-0000-7000-8000-000000000000',
  webhook: '00000000-0000-7000-8000-000000000000',
};
/** Queries of the routes that answer 400 without one. */
const QUERIES: Record<string, string> = {
  '/api/v1/products/search': 'q=hazelnut+spred',
  '/api/v1/products/scan': `data=${GTIN}`,
  '/api/v1/products/lookup': `codes=${GTIN}`,
  '/api/v1/suggest': 'q=haz',
  '/api/v1/kind-fields': 'kind=food',
  '/search': 'q=hazelnut+spred',
  '/docs/search': 'q=qualty+scores+brcode+allergns+webhoks+catalogu+similarty+languag+quotas+headrs+tokn',
};
/** Public, and neither in the description nor a page. */
const OTHERS = [
  '/healthz',
  '/readyz',
  '/api/v1/openapi.json',
  '/api/v1/nowhere',
  '/nowhere',
  '/.well-known/gs1resolver',
  '/.well-known/api-catalog',
  '/openapi-3.1.json',
  `/01/${GTIN}`,
  '/console/',
  '/images/none/1200.webp',
  '/pictures/from/images.openfoodfacts.org/images/products/301/762/042/2003/front_en.633.200.jpg',
  '/pictures/demo/strawberry-jam.svg',
  '/dumps/none',
  // Made for each reader: of an unknown barcode, and of a product.
  '/contribute?gtin=96385074',
  '/contribute?product={id}',
];

let database: TestDatabase;
let api: StartedApi;
let productId: string;

beforeAll(async () => {
  database = await createDemoDatabase();
  await database.pool.query("update tiers set per_minute = null, cumulative = null where code = 'anonymous'");
  const { rows } = await database.pool.query<{ product_id: string }>(
    'select product_id from barcodes where gtin14 = $1',
    [GTIN.padStart(14, '0')],
  );
  productId = rows[0]?.product_id ?? '';
  api = await startApi({
    DATABASE_URL: database.url,
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://facts.example',
    LOG_LEVEL: 'error',
  });
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

/** Every address that a stranger can ask for, one for each route. */
function listAddresses(): string[] {
  const description = buildOpenApi(describedRoutes, describedContributorRoutes);
  const endpoints = Object.entries(description.paths ?? {})
    .filter(([, methods]) => 'get' in methods)
    .map(([path]) => (path.startsWith('/api/') ? path : `/api/v1${path}`));
  const docs = docsPages({
    describe: () => description,
    endpoints: [...describedRoutes, ...describedContributorRoutes],
    listTiers: () => Promise.resolve([]),
    isOperator: () => Promise.resolve(false),
  });
  const pages = [...listPages(undefined as never), ...docs];
  const paths = [...endpoints, ...pages.filter(({ method }) => method === 'get').map(({ path }) => path)];
  return [...paths, ...OTHERS].map((path) => {
    const query = QUERIES[path];
    const address = path.replaceAll(
      /\{(\w+)\}|:(\w+)/g,
      (_, name: string, other: string) => PLACES[name ?? other] ?? productId,
    );
    return query === undefined ? address : `${address}?${query}`;
  });
}

const agent = new Agent({ keepAlive: true });
const ask = (path: string) =>
  new Promise<number>((resolve, reject) => {
    get(api.origin + path, { agent, headers: HEADERS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });

test('every public read is asked for as it can be answered', async () => {
  const answers: { address: string; status: number }[] = [];
  // In turn: all at once would be more than the connections to the database serve within their patience.
  for (const address of listAddresses()) answers.push({ address, status: await ask(address) });
  expect(answers.filter(({ status }) => status >= 500 || status === 400)).toEqual([]);
});

// A figure of a quiet machine: `npm run bench -- routes`.
test.runIf(process.env['ROUTE_COSTS'])('no public read costs more than three lookups', async () => {
  const asked = (address: string) => ({ name: address, ask: () => ask(address) });
  const { table, dear } = await measureCosts(api, asked(LOOKUP), listAddresses().map(asked));
  console.info(table.join('\n'));
  expect(dear).toEqual([]);
});
