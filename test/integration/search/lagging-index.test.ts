import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { parkMark } from '../../../src/search/index/outbox-store.ts';
import { markInBackground } from '../../../src/platform/job-queue/mark-products.ts';
import {
  BY_INDEXER,
  LOST_DOCUMENTS,
  closeRebuild,
  requestRebuild,
} from '../../../src/search/index/rebuild-store.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import type { SearchPage } from '../../../src/search/search-products.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

const COMPLETE = { is_settled: true, total_is_exact: true };
const INCOMPLETE = { is_settled: false, total_is_exact: false };

describe.runIf(inject('meilisearch'))('a search of an index that lacks products', { timeout: 60_000 }, () => {
  let database: TestDatabase;
  let index: TestIndex;

  beforeAll(async () => {
    database = await createTestDatabase();
    for (let n = 0; n < 5; n++) await insertProduct(database.db, { name: `Wexmoor ${n}` });
    index = startTestIndex(database);
    await index.equal();
    // From here on nobody writes to it.
    await index.close();
  });
  afterEach(() => database.db.execute(sql`delete from search_outbox`));
  afterAll(() => database.drop());

  function open(): Search {
    const logger = createLogger('test', 'silent');
    return createSearch({ db: database.db, metrics: createMetrics(), logger, engine: index.openEngine() });
  }
  const ask = (search: Search, asked: Record<string, string> = {}) =>
    search.searchProducts(
      searchQuerySchema.parse({ q: 'wexmoor', explain: 'true', ...asked }),
      AbortSignal.timeout(10_000),
    );
  /** By an API process that has just started: others know for half a second what they saw last. */
  async function find(asked: Record<string, string> = {}): Promise<SearchPage> {
    const search = open();
    try {
      return await ask(search, asked);
    } finally {
      search.close();
    }
  }
  const engine = inject('searchEngine');
  const mark = () =>
    database.db.execute(sql`
    select mark_products_dirty(array(select id from products where name like 'Wexmoor%' limit 1))`);

  it('is complete when it lacks none', async () => {
    expect(await find()).toMatchObject({ ...COMPLETE, total: 5, explanation: { engine } });
  });

  it('is not called complete while an import waits to be written', async () => {
    await database.db.transaction(async (tx) => {
      await markInBackground(tx);
      for (let n = 0; n < 30; n++) await insertProduct(tx, { name: `Quorbal ${n}` });
    });
    const explanation = { engine, is_proven_complete: false };
    expect(await find({ q: 'quorbal' })).toMatchObject({ ...INCOMPLETE, total: 0, items: [], explanation });
    expect(await find({ q: '' })).toMatchObject({ ...INCOMPLETE, total: 5, explanation });
    const { facets } = await find({ facets: 'country' });
    expect(facets?.country?.exact).toBe(false);
    // What Postgres answers lacks nothing.
    expect(await find({ q: '', sort: 'name' })).toMatchObject({ ...COMPLETE, total: 35 });
  });

  it('is called complete again when the last document of the import is written', async () => {
    await database.db.transaction(async (tx) => {
      await markInBackground(tx);
      await insertProduct(tx, { name: 'Wexmoor late' });
    });
    const search = open();
    expect(await ask(search)).toMatchObject(INCOMPLETE);
    await database.db.execute(sql`delete from search_outbox`);
    await expect.poll(() => ask(search), { timeout: 10_000 }).toMatchObject(COMPLETE);
    search.close();
  });

  it('is complete beside a change of this second, and not beside an older one', async () => {
    await mark();
    expect(await find()).toMatchObject(COMPLETE);
    await database.db.execute(sql`update search_outbox set marked_at = now() - interval '1.1 seconds'`);
    expect(await find()).toMatchObject(INCOMPLETE);
  });

  it('is complete beside a product that the engine refuses', async () => {
    await mark();
    const { rows } = await database.db.execute<{ productId: string; version: number }>(sql`
      update search_outbox set marked_at = now() - interval '1 hour'
      returning product_id as "productId", version::float8 as version`);
    for (const refused of rows) await parkMark(database.db, refused, 'no');
    expect(await find()).toMatchObject(COMPLETE);
  });

  it.each([
    ['brings what the index has lost', `${BY_INDEXER}${LOST_DOCUMENTS}: the index is empty`, INCOMPLETE],
    ['brings other settings', `${BY_INDEXER}the index has other settings`, COMPLETE],
    ['an operator asks for', 'operator:somebody', COMPLETE],
  ])('beside a rebuild that %s', async (_, requestedBy, expected) => {
    const rebuild = await requestRebuild(database.db, requestedBy);
    expect(await find()).toMatchObject(expected);
    await closeRebuild(database.db, rebuild?.id ?? 0);
    expect(await find()).toMatchObject(COMPLETE);
  });
});
