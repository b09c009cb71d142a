import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch } from '../../../src/search/create-search.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import type { EngineQuery, IndexedEngine } from '../../../src/search/search-engine.ts';
import { DEEPEST_LISTED } from '../../../src/search/search-limits.ts';
import {
  createPostgresEngine,
  searchPostgres,
} from '../../../src/search/engines/postgres/postgres-engine.ts';
import { BARE_TIMEOUT_MS } from '../../support/search/bare-search.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

const COUNT = DEEPEST_LISTED + 30;

describe.runIf(inject('meilisearch'))('a list without a text', () => {
  let database: TestDatabase;
  let index: TestIndex;
  let engine: IndexedEngine;
  /** The best quality first, then by id. */
  let ids: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    for (let n = 0; n < COUNT; n++)
      await insertProduct(database.db, { name: `Product ${n}`, qualityScore: (n % 7) / 10 });
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from products order by quality_score desc, id',
    );
    ids = rows.map(({ id }) => id);
    index = startTestIndex(database);
    await index.equal();
    await index.close();
    engine = index.openEngine(BARE_TIMEOUT_MS);
  });
  afterAll(async () => {
    engine.close();
    await database.drop();
  });

  /** As `createSearch` asks: what the engine hands over Postgres answers. */
  const list = async (offset: number, limit: number, handedOver: string[] = []) => {
    const query: EngineQuery = {
      text: '',
      digits: undefined,
      filters: {},
      offset,
      limit,
      caller: '',
      noteHandOver: (reason) => handedOver.push(reason),
    };
    const signal = AbortSignal.timeout(BARE_TIMEOUT_MS);
    const page = await engine.search(query, signal);
    return page ?? (await createPostgresEngine(database.db).search(query, signal));
  };
  const idsOf = async (offset: number, limit: number) =>
    (await list(offset, limit)).items.map(({ id }) => id);

  it('goes on in Postgres where the index is not asked for it any more, and nothing is shown twice', async () => {
    const handedOver: string[] = [];
    const last = await list(DEEPEST_LISTED - 20, 20, handedOver);
    expect(handedOver).toEqual([]);
    expect(last.items.map(({ id }) => id)).toEqual(ids.slice(DEEPEST_LISTED - 20, DEEPEST_LISTED));
    if (inject('searchEngine') === 'meilisearch') {
      await list(DEEPEST_LISTED, 20, handedOver);
      expect(handedOver).toEqual(['deep']);
    }
    expect(await idsOf(DEEPEST_LISTED, 20)).toEqual(ids.slice(DEEPEST_LISTED, DEEPEST_LISTED + 20));
    expect(await idsOf(DEEPEST_LISTED + 20, 20)).toEqual(ids.slice(DEEPEST_LISTED + 20));
  });

  it('has an end, however deep it is asked for', async () => {
    const page = { items: [], total: COUNT, isTotalExact: true, isSettled: true };
    expect(await list(COUNT, 20)).toMatchObject(page);
    expect(await list(99_999_900, 100)).toMatchObject(page);
  });

  it('is read from the index on quality, and nothing is sorted', async () => {
    const { pool } = database;
    await pool.query('vacuum (analyze) products');
    const statements: { query: string; params: unknown[] }[] = [];
    const logQuery = (query: string, params: unknown[]) => void statements.push({ query, params });
    const query = { text: '', digits: undefined, filters: {}, offset: COUNT - 10, limit: 10, caller: '' };
    await searchPostgres(drizzle(pool, { logger: { logQuery } }), query);
    expect(statements).toHaveLength(1);
    for (const statement of statements) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
        `explain ${statement.query}`,
        statement.params,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('products_quality_idx');
      expect(plan).not.toMatch(/CTE Scan on matches/);
    }
  });

  it.each([20, 30, 100])('can be read to its last page, %i products a page', async (size) => {
    const search = createSearch({
      db: database.db,
      metrics: createMetrics(),
      logger: createLogger('test', 'error'),
      engine: index.openEngine(BARE_TIMEOUT_MS),
    });
    try {
      const seen: string[] = [];
      for (let page = 1; seen.length < COUNT; page++) {
        const query = searchQuerySchema.parse({ page: String(page), size: String(size) });
        const { items, total, is_settled } = await search.searchProducts(
          query,
          AbortSignal.timeout(BARE_TIMEOUT_MS),
        );
        expect({ total, is_settled }, `page ${page}`).toEqual({ total: COUNT, is_settled: true });
        expect(items.length, `page ${page}`).toBeGreaterThan(0);
        seen.push(...items.map(({ id }) => id));
      }
      expect(seen).toEqual(ids);
    } finally {
      search.close();
    }
  });
});
