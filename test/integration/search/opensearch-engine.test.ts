import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createRandom, makeQueries } from '../../support/search/query-kinds.ts';
import { barcodes, products } from '../../../src/platform/db/schema/catalogue.ts';
import { loadDemoCatalogue } from '../../../src/demo/demo-catalogue.ts';
import { createOpenSearch } from '../../../src/search/engines/opensearch/opensearch.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createOpenSearchEngine } from '../../../src/search/engines/opensearch/opensearch-engine.ts';
import { createPostgresEngine } from '../../../src/search/engines/postgres/postgres-engine.ts';
import type { HandOverReason } from '../../../src/search/explain/explanation-contract.ts';
import { FACETS } from '../../../src/search/facets/facets-contract.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import type {
  EngineFilters,
  EnginePage,
  EngineQuery,
  IndexedEngine,
} from '../../../src/search/search-engine.ts';
import { createSearchProducts } from '../../../src/search/search-products.ts';
import { foldText, readSearchText } from '../../../src/platform/text/fold-text.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import {
  fillFilteredCatalogue,
  makeQuestion,
  pick,
  type Question,
} from '../../support/search/filtered-catalogue.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

const TIMEOUT_MS = 60_000;

const ODD_NAMES = [
  '김치라면 '.repeat(40) + '매운맛',
  '김'.repeat(60) + '치즈',
  'ชาไทย'.repeat(50),
  'ﷺ'.repeat(60) + ' Vandrel',
  'Vandrel ' + 'Đặc sản Việt ệ '.repeat(18).trim(),
  'a b c d e f g h '.repeat(18).trim(),
  'aaaaaaaaaaaaaaaaaaaa aaaa aa',
  'Banana bananas banana ananas na-na',
  String.raw`Vandrel\\ 50% _x_`,
  String.raw`\"Vandrel`,
  '"] OR name IN ["Vandrel',
  'Vandrel straße & co. (new)',
  'Vandrel İı ^ ^^v 🍫🍫 cocoa',
  'Zzyzx Crème brûlée à la vanille',
  'xabx',
  'ab',
  'a.b',
  '. . .',
  '57',
  'No 57-b',
];

/** By line: other scripts, few letters, signs, few digits, codes. */
const ODD_TEXTS = `
김치라면|순한맛 김치|김김치즈|ชาไทย|vandrel dac san|vandrel strasse|🍫|🍫 c|ﷺ
a|b|ab|na|x|e f|a b c|aaa|aaaa|anan|abx|ü|ß
.|. .|%|_|^|^^|\\|"|&|(|) |a.b|.b|co.|50%|_x_|na-n|b^
5|0|57|00|146|7-b|5 7
3600|36000|036000291452|00036000291452|0360-0029|4006381333931|96385074|6385|123456`
  .trim()
  .split(/[|\n]/);

const query = (text: string, others: Partial<EngineQuery> = {}): EngineQuery => ({
  ...readSearchText(foldText(text)),
  filters: {},
  offset: 0,
  limit: 20,
  caller: '',
  ...others,
});

describe.runIf(inject('searchEngine') === 'opensearch')('the OpenSearch engine beside Postgres', () => {
  let database: TestDatabase;
  let index: TestIndex;
  let engine: IndexedEngine;
  let names: string[];
  let gtins: string[];
  const signal = new AbortController().signal;

  beforeAll(async () => {
    database = await createTestDatabase();
    const { db } = database;
    await loadDemoCatalogue(db, createLogger('test', 'error'));
    await fillFilteredCatalogue(db);
    for (const [i, name] of [...ODD_NAMES, ...ODD_NAMES].entries())
      await insertProduct(db, { name, qualityScore: (i % 7) / 10, countryOfOrigin: i % 2 ? 'Spain' : null });
    await insertProduct(db, { name: 'Several codes', gtins: ['036000291452', '4006381333931', '96385074'] });
    await insertProduct(db, { name: 'Several codes, archived', status: 'archived' });
    index = startTestIndex(database);
    await index.equal();
    engine = createOpenSearchEngine({ urls: inject('opensearchUrls') }, index.indexUid, TIMEOUT_MS);
    const rows = await db.select({ name: products.name }).from(products).where(eq(products.status, 'active'));
    names = rows.map(({ name }) => name);
    gtins = (await db.select({ gtin: barcodes.gtin14 }).from(barcodes)).map(({ gtin }) => gtin);
  });
  afterAll(async () => {
    engine.close();
    await index.close();
    await database.drop();
  });

  const pageOf = async (asked: EngineQuery): Promise<Omit<EnginePage, 'foundBy'>> => {
    const page = await engine.search(asked, signal);
    if (!page) throw new Error('the engine hands it over');
    const { foundBy, ...found } = page;
    expect(foundBy).toEqual({ engine: 'opensearch' });
    return found;
  };
  const expectSame = async (asked: EngineQuery): Promise<EnginePage> => {
    const { foundBy: _foundBy, ...expected } = await createPostgresEngine(database.db).search(asked, signal);
    expect(await pageOf(asked), JSON.stringify(asked)).toEqual(expected);
    return expected;
  };

  it('gives the same page for 300 seeded questions of all kinds', async () => {
    for (const { q } of makeQueries({ names, gtins }, 300, 20_261_124))
      await expectSame(query(q.slice(0, 200)));
  });

  it.each(ODD_TEXTS)('gives the same pages for %s', async (text) => {
    for (const offset of [0, 20, 200, 980]) await expectSame(query(text, { offset }));
    for (const order of ['name', 'quality'] as const) await expectSame(query(text, { order }));
  });

  it('gives the same page for any text near to names', async () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('abens .-%1^é치🍫')),
      minLength: 1,
      maxLength: 12,
    });
    const partOfName = fc
      .tuple(fc.nat(), fc.nat({ max: 40 }), fc.integer({ min: 1, max: 40 }))
      .map(([n, from, length]) => (names[n % names.length] ?? '').slice(from, from + length));
    const edited = fc
      .tuple(partOfName, letters, fc.nat({ max: 40 }))
      .map(([part, other, at]) => part.slice(0, at) + other.slice(0, 2) + part.slice(at + 1));
    const texts = fc.oneof(letters, partOfName, edited).filter((text) => foldText(text) !== '');
    const filters = fc.constantFrom<EngineFilters[]>(
      {},
      {},
      { countries: ['Spain'] },
      { countries: [] },
      { labels: ['organic'] },
    );
    await fc.assert(
      fc.asyncProperty(texts, filters, fc.nat({ max: 60 }), async (text, given, offset) => {
        await expectSame(query(text, { filters: given, offset }));
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same items, totals and facets for 300 seeded questions with filters', async () => {
    const metrics = createMetrics();
    const { db } = database;
    const exact = createSearchProducts(db, createPostgresEngine(db), metrics);
    const search = createSearchProducts(db, { name: 'opensearch', search: pageOf }, metrics);
    const random = createRandom(29);
    for (let n = 0; n < 300; n++) {
      const question: Question = makeQuestion(random);
      const facets = FACETS.filter(() => random() < 0.4);
      if (facets.length > 0) Object.assign(question, { facets: facets.join(','), facet_size: '3' });
      const asked = searchQuerySchema.parse({ ...question, page: pick(['1', '2', '5'], random) });
      expect(await search(asked, signal), JSON.stringify(question)).toEqual(await exact(asked, signal));
    }
  });

  it('counts facets of more values than a shard names at first', async () => {
    const { db } = database;
    await db.transaction(async (tx) => {
      for (let n = 0; n < 1_100; n++)
        await insertProduct(tx, { name: 'Wexmoor', brand: `Brand ${n % 1_050} of Wexmoor` });
    });
    await index.equal();
    const facets = { names: ['brand', 'kind'], size: 5, selected: {}, guides: [] } as const;
    const page = await expectSame(query('wexmoor', { facets }));
    expect(page.facets?.isExact).toBe(true);
  });

  it('lists all products by quality, name and popularity, page after page', async () => {
    for (const order of [undefined, 'quality', 'name', 'popularity'] as const)
      for (const offset of [0, 1, 700, 1_000]) await expectSame(query('', { order, offset, limit: 100 }));
  });

  it('leaves orders of times and very deep lists to Postgres', async () => {
    const reasons: HandOverReason[] = [];
    const noteHandOver = (reason: HandOverReason) => void reasons.push(reason);
    for (const order of ['-updated', '-created'] as const)
      expect(await engine.search(query('milk', { order, noteHandOver }), signal)).toBeUndefined();
    expect(await engine.search(query('', { offset: 10_000, noteHandOver }), signal)).toBeUndefined();
    expect(reasons).toEqual(['order', 'order', 'deep']);
  });

  it('leaves to Postgres what an index that is missing, empty, or of another release cannot answer', async () => {
    const urls = inject('opensearchUrls');
    const client = createOpenSearch({ urls }, TIMEOUT_MS, 0);
    const alias = `${index.indexUid}_other`;
    const other = createOpenSearchEngine({ urls }, alias, TIMEOUT_MS);
    onTestFinished(async () => {
      await client.indices.delete({ index: `${alias}_index`, ignore_unavailable: true });
      await client.close();
      other.close();
    });
    const reasonFor = async (asked: EngineQuery): Promise<HandOverReason[]> => {
      const reasons: HandOverReason[] = [];
      const noted = { ...asked, noteHandOver: (reason: HandOverReason) => void reasons.push(reason) };
      expect(await other.search(noted, signal)).toBeUndefined();
      return reasons;
    };
    const asked = [
      query('milk'),
      query(''),
      query('57', { order: 'name' }),
      query('', { filters: { labels: [] } }),
    ];
    for (const one of asked) expect(await reasonFor(one)).toEqual(['empty']);
    await expect(other.check()).rejects.toThrow('no index');
    const settings = { index: { 'query.parse.allow_unmapped_fields': false } };
    const body = {
      aliases: { [alias]: {} },
      settings,
      mappings: { properties: { index_2: { type: 'keyword' } } },
    };
    await client.indices.create({ index: `${alias}_index`, body: body as object });
    for (const one of asked) expect(await reasonFor(one)).toEqual(['other_version']);
    await other.check();
  });

  it('asks nothing when the caller’s deadline has passed', async () => {
    const passed = AbortSignal.abort(new Error('the deadline has passed'));
    await expect(engine.search(query('milk'), passed)).rejects.toThrow('the deadline has passed');
  });
});
