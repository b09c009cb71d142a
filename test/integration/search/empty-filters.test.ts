import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPostgresEngine } from '../../../src/search/engines/postgres/postgres-engine.ts';
import type { EngineFilters, FirstEngine } from '../../../src/search/search-engine.ts';
import { BARE_TIMEOUT_MS } from '../../support/search/bare-search.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

const hasMeilisearch = inject('meilisearch') !== undefined;
/** The use case never asks an engine with an empty list: here each engine is asked bare. */
const EMPTY: EngineFilters[] = [
  { categoryIds: [] },
  { brandIds: [] },
  { countries: [] },
  { categoryIds: [], brandIds: [], countries: [] },
  { brandIds: [], countries: ['Spain'] },
];

let database: TestDatabase;
let index: TestIndex | undefined;
const closing: (() => void)[] = [];
const engines: Record<string, FirstEngine> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await insertProduct(db, { name: 'Vexlar oat milk', countryOfOrigin: 'Spain', gtins: ['036000291452'] });
  await insertProduct(db, { name: 'Vexlar oat milk', brand: 'Vexlar' });
  engines['postgres'] = createPostgresEngine(db);
  if (!hasMeilisearch) return;
  index = startTestIndex(database);
  await index.settled();
  const engine = index.openEngine(BARE_TIMEOUT_MS);
  engines['meilisearch'] = engine;
  closing.push(() => engine.close());
});

afterAll(async () => {
  for (const close of closing) close();
  await index?.close();
  await database.drop();
});

describe.each(hasMeilisearch ? ['postgres', 'meilisearch'] : ['postgres'])('the %s engine', (name) => {
  const search = (text: string, filters: EngineFilters) =>
    engines[name]?.search(
      { text, digits: undefined, filters, offset: 0, limit: 20, caller: '' },
      new AbortController().signal,
    );

  it.each(['', 'vexlar', 'oat milk', 'm'])(
    'lets no product through an empty list, with "%s"',
    async (text) => {
      for (const filters of EMPTY) {
        expect(await search(text, filters), JSON.stringify(filters)).toMatchObject({ items: [], total: 0 });
      }
    },
  );

  it.each(['', 'vexlar', 'oat milk', 'm'])('lets every product through no list, with "%s"', async (text) => {
    expect(await search(text, {})).toMatchObject({ total: 2 });
  });
});
