import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { IndexedEngine } from '../../../src/search/search-engine.ts';
import { BARE_TIMEOUT_MS } from '../../support/search/bare-search.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

describe.runIf(inject('meilisearch'))('a document that the engine lacks', () => {
  const reasons: string[] = [];
  const ids: string[] = [];
  let database: TestDatabase;
  let index: TestIndex;
  let engine: IndexedEngine;

  beforeAll(async () => {
    database = await createTestDatabase();
    for (let n = 0; n < 30; n++)
      ids.push(await insertProduct(database.db, { name: `Wexmoor ${n}`, qualityScore: 0.9 - n / 100 }));
    index = startTestIndex(database);
    await index.equal();
    await index.close();
    engine = index.openEngine(BARE_TIMEOUT_MS);
  });
  afterAll(async () => {
    engine.close();
    await database.drop();
  });

  const find = (limit: number) =>
    engine.search(
      {
        text: 'wexmoor',
        digits: undefined,
        filters: {},
        offset: 0,
        limit,
        caller: '',
        noteHandOver: (reason) => reasons.push(reason),
      },
      AbortSignal.timeout(10_000),
    );

  it('is not on the page, and not counted', async () => {
    await index.documents.remove([ids[1] as string]);
    const page = await find(3);
    expect(page?.items.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[3]]);
    expect(page).toMatchObject({ total: 29, isTotalExact: true });
  });

  it('has another name already: it is ranked, or left out, by that', async () => {
    const named = async (n: number, name: string) => {
      const document = await index.documents.find(ids[n] as string);
      if (!document) throw new Error('there is no such document');
      await index.documents.save([JSON.parse(index.engine.renderDocument({ ...document, name })) as object]);
    };
    await named(0, 'Quorbal');
    await named(2, 'Wexmor 2');
    const page = await find(3);
    expect(page?.items.map(({ name }) => name)).toEqual(['Wexmoor 3', 'Wexmoor 4', 'Wexmoor 5']);
    // Wexmor 2 is alike, and ranks lower.
    expect(page?.total).toBe(28);
  });

  it('is one of all: an empty index is handed over', async () => {
    await index.documents.remove(ids);
    expect(await find(5)).toBeUndefined();
    expect(reasons).toEqual(['empty']);
  });
});
