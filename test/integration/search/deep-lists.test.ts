import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createMetrics } from '../../../src/metrics.ts';
import type { FirstEngine } from '../../../src/search/search-engine.ts';
import { DEEPEST_LISTED } from '../../../src/search/search-limits.ts';
import { createBareEngine } from '../../support/search/bare-search.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

const COUNT = DEEPEST_LISTED + 30;

describe.runIf(inject('meilisearch'))('a list without a text', { timeout: 120_000 }, () => {
  const metrics = createMetrics();
  let database: TestDatabase;
  let index: TestIndex;
  let bare: { engine: FirstEngine; close(): void };
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
    bare = await createBareEngine({ db: database.db, metrics, index });
  }, 120_000);
  afterAll(async () => {
    bare.close();
    await database.drop();
  });

  const list = (offset: number, limit: number) =>
    bare.engine.search(
      { text: '', digits: undefined, filters: {}, offset, limit, caller: '' },
      AbortSignal.timeout(10_000),
    );
  const idsOf = async (offset: number, limit: number) =>
    (await list(offset, limit))?.items.map(({ id }) => id);

  it('goes on where the index is not asked for it any more, and nothing is shown twice', async () => {
    expect((await list(DEEPEST_LISTED - 20, 20))?.foundBy?.engine).not.toBe('memory');
    expect((await list(DEEPEST_LISTED, 20))?.foundBy).toEqual({ engine: 'memory' });
    expect(await idsOf(DEEPEST_LISTED - 20, 20)).toEqual(ids.slice(DEEPEST_LISTED - 20, DEEPEST_LISTED));
    expect(await idsOf(DEEPEST_LISTED, 20)).toEqual(ids.slice(DEEPEST_LISTED, DEEPEST_LISTED + 20));
    expect(await idsOf(DEEPEST_LISTED + 20, 20)).toEqual(ids.slice(DEEPEST_LISTED + 20));
  });

  it('has an end, however deep it is asked for', async () => {
    const page = { items: [], total: COUNT, isTotalExact: true, isSettled: true };
    expect(await list(COUNT, 20)).toMatchObject(page);
    expect(await list(99_999_900, 100)).toMatchObject(page);
  });

  it('leaves out a product whose document the index lacks', async () => {
    await index.documents.remove(ids.slice(DEEPEST_LISTED, DEEPEST_LISTED + 1));
    const page = await list(DEEPEST_LISTED, 5);
    expect(page?.items.map(({ id }) => id)).toEqual(ids.slice(DEEPEST_LISTED + 1, DEEPEST_LISTED + 6));
    expect(page?.total).toBe(COUNT - 1);
  });
});
