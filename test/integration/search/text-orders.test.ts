import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createRandom } from '../../support/search/query-kinds.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import { createBareSearch } from '../../support/search/bare-search.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import {
  conditionsOf,
  fillFilteredCatalogue,
  makeQuestion,
  type Question,
} from '../../support/search/filtered-catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

const QUESTIONS = 60;
const SIZE = 7;

/** In SQL, and the value that a summary shows of it. */
const ORDERS: Record<string, string> = {
  quality: 'p.quality_score desc, p.id',
  popularity: "(p.facts->'popularity')::int desc nulls last, p.quality_score desc, p.id",
  name: 'p.search_name collate "C", p.id',
  '-updated': 'p.updated_at desc nulls last, p.id',
  '-created': 'p.created_at desc nulls last, p.id',
};
/** Letters that JavaScript and Postgres would put in another order. */
const ODD_NAMES = [
  'cocoa 𝒳 one',
  'cocoa ﹏ two',
  'cocoa \uFFFD three',
  'cocoa \uE000 four',
  'cocoa 🍫 five',
  'cocoa',
];

const hasMeilisearch = inject('meilisearch') !== undefined;
const metrics = createMetrics();
let database: TestDatabase;
let index: TestIndex | undefined;
const searches: Record<string, Pick<Search, 'searchProducts' | 'close'>> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await fillFilteredCatalogue(db);
  for (const name of ODD_NAMES) await insertProduct(db, { name });
  // Many of one moment.
  await db.execute(sql`update products set
    created_at = '2026-01-01'::timestamptz + (get_byte(uuid_send(id), 15) % 16) * interval '1 day',
    updated_at = '2026-02-01'::timestamptz + (get_byte(uuid_send(id), 14) % 16) * interval '1 microsecond'`);
  const logger = createLogger('test', 'error');
  searches['postgres'] = createSearch({ db, metrics, logger, engine: undefined });
  if (!hasMeilisearch) return;
  index = startTestIndex(database);
  await index.equal();
  searches['meilisearch'] = createBareSearch({ db, metrics, index });
});

afterAll(async () => {
  for (const search of Object.values(searches)) search.close();
  await index?.close();
  await database.drop();
});

const ask = async (engine: string, question: Question) => {
  const search = searches[engine];
  if (!search) throw new Error(`${engine} is not here`);
  return await search.searchProducts(searchQuerySchema.parse(question), AbortSignal.timeout(10_000));
};

async function findTruth(question: Question, order: string): Promise<string[]> {
  const { from, values } = conditionsOf(question);
  const { rows } = await database.pool.query<{ id: string }>(
    `select p.id from ${from} order by ${ORDERS[order]}`,
    values,
  );
  return rows.map(({ id }) => id);
}

const random = createRandom(77);
const questions = [
  { q: 'cocoa' },
  ...Array.from({ length: QUESTIONS * 2 }, () => makeQuestion(random)).filter(({ q }) => q),
] as Question[];

describe.each(hasMeilisearch ? ['postgres', 'meilisearch'] : ['postgres'])(
  'a text with the %s engine',
  (engine) => {
    it.each(Object.keys(ORDERS))(
      'in the order of %s is what SQL gives, page after page, with the scores of the text',
      async (sort) => {
        for (const question of questions.slice(0, QUESTIONS)) {
          const what = JSON.stringify(question);
          const truth = await findTruth(question, sort);
          const byRank = await ask(engine, { ...question, size: '100' });
          const scores = new Map(byRank.items.map(({ id, score }) => [id, score]));
          const pages = Math.min(4, Math.ceil(truth.length / SIZE)) + 1;
          for (let page = 1; page <= pages; page++) {
            const asked = { ...question, sort, size: String(SIZE), page: String(page) };
            const { items, total, ...others } = await ask(engine, asked);
            expect({ ids: items.map(({ id }) => id), total, ...others }, what).toEqual({
              ids: truth.slice((page - 1) * SIZE, page * SIZE),
              total: truth.length,
              total_is_exact: true,
              is_settled: true,
              page,
              size: SIZE,
            });
            if (truth.length <= 100)
              for (const { id, score } of items) expect(score, what).toBe(scores.get(id));
          }
        }
      },
    );

    it('has facets in any order', async () => {
      const { facets } = await ask(engine, { q: 'cocoa', facets: 'brand,label' });
      expect(facets?.brand?.values.length).toBeGreaterThan(1);
      for (const sort of Object.keys(ORDERS))
        expect((await ask(engine, { q: 'cocoa', facets: 'brand,label', sort })).facets, sort).toEqual(facets);
    });

    it('is in the order of times as they are now, also of a change that the index does not hear of', async () => {
      const [first, second] = await findTruth({ q: 'cocoa' }, '-updated');
      await database.pool.query(`update products set updated_at = '2027-01-01' where id = $1`, [second]);
      const { items } = await ask(engine, { q: 'cocoa', sort: '-updated', size: '2' });
      expect(items.map(({ id }) => id)).toEqual([second, first]);
      await database.pool.query(`update products set updated_at = '2026-01-01' where id = $1`, [second]);
    });
  },
);

it('too many matches for an order by time are refused, with their number', async () => {
  await database.db.execute(sql`
    insert into products (id, name, search_name, status, quality_score, category_id)
    select gen_random_uuid(), 'Pellnix', 'pellnix', 'active', 0.5, (select min(id::text)::uuid from categories)
    from generate_series(1, 10001)`);
  await index?.equal();
  for (const engine of Object.keys(searches)) {
    await expect(ask(engine, { q: 'pellnix', sort: '-created' }), engine).rejects.toMatchObject({
      code: 'invalid_parameter',
      details: { parameter: 'sort', reason: 'too_many_for_sort', total: 10_001 },
    });
    expect(await ask(engine, { q: 'pellnix', sort: 'name', size: '1' }), engine).toMatchObject({
      total: 10_001,
    });
  }
  await database.db.execute(
    sql`delete from products where id in (select id from products where name = 'Pellnix' limit 1)`,
  );
  await index?.equal();
  for (const engine of Object.keys(searches)) {
    const { items, total } = await ask(engine, { q: 'pellnix', sort: '-created', size: '5', page: '3' });
    expect({ items: items.length, total }, engine).toEqual({ items: 5, total: 10_000 });
  }
});
