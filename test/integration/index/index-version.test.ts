import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics, type Metrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import { INDEX_SETTINGS } from '../../../src/search/engines/meilisearch/meilisearch.ts';
import {
  createOpenSearch,
  OPENSEARCH_MAPPING,
  OPENSEARCH_SETTINGS,
} from '../../../src/search/engines/opensearch/opensearch.ts';
import { INDEX_VERSION, type SearchDocument } from '../../../src/search/index/search-index.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const QUERIES = [{ q: 'milk' }, { q: 'mlik 7' }, { q: '' }, { q: 'milk', brand: 'Kornblume' }];
const PATIENCE = { timeout: 30_000 };
const logger = createLogger('test', 'silent');

/** This release beside an index that another one has made: after a new release is started, or taken back. */
describe.runIf(inject('meilisearch'))('an index of another version', () => {
  let database: TestDatabase;
  let index: TestIndex;
  let metrics: Metrics;
  let search: Search;
  let exact: Search;
  beforeEach(async () => {
    database = await createTestDatabase();
    for (let n = 0; n < 30; n++) await insertProduct(database.db, { name: `Milk ${n}`, brand: 'Kornblume' });
    index = startTestIndex(database);
    await index.equal();
    await index.close();
    metrics = createMetrics();
    const { db } = database;
    search = createSearch({ db, metrics, logger, engine: index.openEngine() });
    exact = createSearch({ db, metrics: createMetrics(), logger, engine: undefined });
  });
  afterEach(async () => {
    search.close();
    await index.close();
    await database.drop();
  });

  const find = ({ searchProducts }: Search, query: object) =>
    searchProducts(searchQuerySchema.parse(query), AbortSignal.timeout(10_000));
  const searchAll = async () => {
    for (const query of QUERIES) expect(await find(search, query)).toEqual(await find(exact, query));
  };
  const answeredByIndex = async () => {
    const { explanation } = await find(search, { q: 'milk', explain: 'true' });
    return explanation?.engine === inject('searchEngine');
  };
  const handedOver = async () =>
    (await metrics.searchHandOvers.get()).values
      .filter(({ labels }) => labels.reason === 'other version')
      .reduce((sum, { value }) => sum + value, 0);
  /** What a release leaves that knows the same attributes, and other tokens. */
  const makeOther = async () => {
    if (inject('searchEngine') === 'opensearch') return await makeOtherOpenSearch();
    const settings = JSON.stringify(INDEX_SETTINGS).replace(INDEX_VERSION, 'index_of_another_release');
    const live = index.client.index<SearchDocument>(index.indexUid);
    await live.updateSettings(JSON.parse(settings)).waitTask(PATIENCE);
    const { results } = await live.getDocuments({ limit: 100 });
    expect(results).toHaveLength(30);
    await live.addDocuments(results.map((document) => ({ ...document, tokens: [] }))).waitTask(PATIENCE);
  };

  const makeOtherOpenSearch = async () => {
    const documents = await index.documents.list();
    expect(documents).toHaveLength(30);
    const client = createOpenSearch({ urls: inject('opensearchUrls') }, 10_000, 0);
    // Also the one that a rebuild may have left to be taken away.
    await client.indices.delete({
      index: [`${index.indexUid}_a`, `${index.indexUid}_b`],
      ignore_unavailable: true,
    });
    const mappings = JSON.stringify(OPENSEARCH_MAPPING).replace(INDEX_VERSION, 'index_of_another_release');
    await client.indices.create({
      index: `${index.indexUid}_a`,
      body: {
        aliases: { [index.indexUid]: {} },
        settings: { index: OPENSEARCH_SETTINGS },
        mappings: JSON.parse(mappings) as object,
      },
    });
    await index.documents.save(documents);
  };

  it('is not asked: Postgres answers, and no failure is counted', async () => {
    await waitFor('an answer by the index', async () => {
      await searchAll();
      return answeredByIndex();
    });
    await makeOther();
    await searchAll();
    expect((await metrics.searchFallbacks.get()).values).toEqual([]);
    expect(await handedOver()).toBe(QUERIES.length);
  });

  it('is rebuilt beside it, with right answers all along, and asked when it is whole', async () => {
    await makeOther();
    await searchAll();
    index = startTestIndex(database);
    await waitFor('an answer by the index', async () => {
      await searchAll();
      return answeredByIndex();
    });
    await index.equal();
    expect(await handedOver()).toBeGreaterThanOrEqual(QUERIES.length);
  });
});
