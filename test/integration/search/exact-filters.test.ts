import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createRandom } from '../../support/search/query-kinds.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { searchPart } from '../../../src/search/engines/postgres/stand-in.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { createSearchProducts } from '../../../src/search/search-products.ts';
import { createBareSearch } from '../../support/search/bare-search.ts';
import {
  conditionsOf,
  fillFilteredCatalogue,
  makeQuestion,
  orderOf,
  type Question,
} from '../../support/search/filtered-catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

const QUESTIONS = 250;

const hasMeilisearch = inject('meilisearch') !== undefined;
const metrics = createMetrics();
let database: TestDatabase;
let index: TestIndex | undefined;
const searches: Record<string, Pick<Search, 'searchProducts'>> = {};
const closing: (() => void)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await fillFilteredCatalogue(db);
  searches['postgres'] = createSearch({
    db,
    metrics,
    logger: createLogger('test', 'error'),
    engine: undefined,
  });
  searches['part'] = {
    searchProducts: createSearchProducts(
      db,
      { name: 'postgres', search: (query, signal) => searchPart(db, query, signal) },
      metrics,
    ),
  };
  if (!hasMeilisearch) return;
  index = startTestIndex(database);
  await index.equal();
  const search = createBareSearch({ db, metrics, index });
  searches['meilisearch'] = search;
  closing.push(() => search.close());
});

afterAll(async () => {
  for (const close of closing) close();
  await index?.close();
  await database.drop();
});

/** All that one plain statement finds, in the contract's order. */
async function findTruth(question: Question): Promise<string[]> {
  const { from, values } = conditionsOf(question);
  const { rows } = await database.pool.query<{ id: string }>(
    `select p.id from ${from} order by ${orderOf(question)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

const ask = async (engine: string, question: Question) => {
  const page = await searches[engine]?.searchProducts(
    searchQuerySchema.parse({ ...question, size: '100' }),
    AbortSignal.timeout(10_000),
  );
  if (!page) throw new Error(`${engine} is not here`);
  return { ...page, ids: page.items.map(({ id }) => id) };
};

const random = createRandom(20_261_122);
const questions = Array.from({ length: QUESTIONS }, () => makeQuestion(random));

describe('seeded questions with exact filters', () => {
  it('are about something', async () => {
    const totals = await Promise.all(questions.map(async (question) => (await findTruth(question)).length));
    expect(totals.filter((total) => total > 0).length).toBeGreaterThan(QUESTIONS / 2);
  });

  it.each(hasMeilisearch ? ['postgres', 'meilisearch'] : ['postgres'])(
    'find with the %s engine what one plain statement finds',
    async (engine) => {
      for (const question of questions) {
        const truth = await findTruth(question);
        const { ids, total } = await ask(engine, question);
        expect({ ids, total }, JSON.stringify(question)).toEqual({
          ids: truth.slice(0, 100),
          total: truth.length,
        });
      }
    },
  );

  it('find nothing else when only some products are looked at in Postgres', async () => {
    for (const question of questions) {
      const truth = await findTruth(question);
      const { ids } = await ask('part', question);
      if (question['q']) expect(truth, JSON.stringify(question)).toEqual(expect.arrayContaining(ids));
      else expect(ids, JSON.stringify(question)).toEqual(truth.slice(0, 100));
    }
  });
});
