import { insertKey } from '../../support/callers/test-limits.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { ApiAnswer, StartedApi } from '../../support/servers/started-api.ts';
import { atMost, exactly, percentile, type Finding, type Scenario } from '../scenario.ts';
import { createWorld, type World } from '../world.ts';

/** Enough for what is dear to be dear: the search of one letter in Postgres takes most of a second. */
const PRODUCTS = 100_000;
/** What a free key may. */
const ATTACKS_PER_SECOND = 10;
const HONEST_PER_SECOND = 6;

/** What is dear or was, within the depth that is allowed and beyond it. */
const DEAR = [
  'q=a&page=52&size=100',
  'q=1-',
  'q=0-',
  'q=a&page=10&size=100',
  'q=e&page=600',
  'q=.',
  'q=0000&size=100',
  'q=1&page=10&size=100',
  'q=1+2&page=4',
  `q=${encodeURIComponent('\u{fdfa}'.repeat(100))}`,
  'q=bread+cake+drink&page=10&size=100',
  'page=900&size=100',
  `brand_in=${Array.from({ length: 100 }, (_, n) => `nobody ${n}`).join(',')}`,
  'fields=ingredients_text,nutriments,pictures&size=100&explain=true',
];

/** Of common words and of 5,000 others, as many as a catalogue of that size has; each with a barcode of its own. */
const FILL = `
  with made as (
    insert into products (id, name, search_name, status, quality_score, category_id)
    select gen_random_uuid(), name, name, 'active', (random() * 0.9 + 0.1)::numeric(4,3), (select id from categories limit 1)
    from (
      select (array['milk','oat','honey','green','tea','dark','rye','fig'])[1 + i % 8] || ' ' ||
             (array['bread','cake','drink','bar','spread','jam'])[1 + i % 6] || ' ' ||
             left(translate(md5((i % 5000)::text), '0123456789', 'ghijklmnop'), 7) as name
      from generate_series(1, $1::int) i
    ) names returning id
  )
  insert into barcodes (gtin14, product_id, type, pack_level, is_primary)
  select lpad((3000000000000 + row_number() over () * 7919012347 % 1000000000000)::text, 14, '0'), id, 'gtin13', 'each', true from made`;

type Ask = () => Promise<ApiAnswer>;

/** Sends this many requests a second, whether or not earlier ones are answered, until it is stopped. */
function keepAsking(perSecond: number, next: (n: number) => Ask): () => Promise<ApiAnswer[]> {
  const asked: Promise<ApiAnswer>[] = [];
  const timer = setInterval(() => asked.push(next(asked.length)()), 1_000 / perSecond);
  return async () => {
    clearInterval(timer);
    return await Promise.all(asked);
  };
}

/** Whole codes, six digits of codes, and products by id: each finds something. */
async function honestReads(world: World, api: StartedApi): Promise<(n: number) => Ask> {
  const { rows } = await world.pool.query<{ id: string; gtin: string }>(
    `select product_id as id, right(gtin14, 13) as gtin from barcodes where gtin14 like '03%' limit 300`,
  );
  return (n) => {
    const { id, gtin } = rows[n % rows.length] as { id: string; gtin: string };
    const paths = [`search?q=${gtin}`, `search?q=${gtin.slice(-6)}`, id];
    return () => api.get(`/api/v1/products/${paths[n % paths.length]}`, world.headers);
  };
}

/** Each status with its number: `200 x140, 400 x60`. */
function describe(answers: ApiAnswer[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${status} x${count}`).join(', ');
}

async function attack(world: World, seconds: number): Promise<Finding[]> {
  const { api } = world;
  const { key } = await insertKey(world.db, 'registered');
  const next = await honestReads(world, api);
  const stopHonest = keepAsking(HONEST_PER_SECOND, next);
  const stopAttack = keepAsking(ATTACKS_PER_SECOND, (n) => async () => {
    const path = `/api/v1/products/search?${DEAR[n % DEAR.length]}`;
    return await api.get(path, { 'X-API-Key': key });
  });
  await new Promise((resolve) => {
    setTimeout(resolve, seconds * 1_000);
  });
  const [attacks, honest] = await Promise.all([stopAttack(), stopHonest()]);
  const refused = honest.filter(({ status }) => status !== 200);
  const strange = attacks.filter(({ status }) => ![200, 400, 429, 503].includes(status));
  const times = honest.map(({ ms }) => ms);
  return [
    exactly(`honest reads refused, of ${honest.length}`, 0, refused.length),
    atMost('honest reads, p95', 200, percentile(times, 0.95), 'ms'),
    exactly(`dear searches without a proper answer (${describe(attacks)})`, 0, strange.length),
  ];
}

export const SEARCH_ABUSE_SCENARIOS: Scenario[] = [
  {
    id: 'A2',
    title: `one free key asks for what is dearest in search, ${ATTACKS_PER_SECOND} a second, beside barcode searches`,
    async run(_, rounds) {
      // Of its own: the other scenarios count on a small catalogue.
      const world = await createWorld();
      try {
        await world.pool.query(FILL, [PRODUCTS]);
        await waitFor('the index to be full', async () => (await world.countDirty()) === 0, 300_000);
        await world.pool.query('vacuum (analyze) products, barcodes');
        return await attack(world, rounds(60, 20));
      } finally {
        await world.close();
      }
    },
  },
];
