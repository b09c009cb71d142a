import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { searchPart } from '../../../src/search/engines/postgres/stand-in.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import type { SearchEngine } from '../../../src/search/search-engine.ts';
import { createSearchProducts } from '../../../src/search/search-products.ts';
import { createBareSearch } from '../../support/search/bare-search.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createAdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi } from '../../support/test-api.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

interface Explained {
  id: string;
  name: string;
  score: number | null;
  quality_score: number;
  explanation: {
    match: string;
    similarity: number | null;
    matched_text: string | null;
    matched: [number, number][] | null;
    rank: number | null;
    quality: { quality_score: number; parts: { field: string; earned: number }[]; penalty: number } | null;
  };
}
interface Answer {
  items: Explained[];
  total: number;
  explanation: Record<string, unknown>;
}

const logger = createLogger('test', 'error');
const metrics = createMetrics();
const engineName = inject('searchEngine');
type EngineName = 'postgres' | typeof engineName;
const engineNames: EngineName[] = inject('meilisearch') ? ['postgres', engineName] : ['postgres'];

let database: TestDatabase;
let index: TestIndex | undefined;
const searches: Partial<Record<EngineName, Search>> = {};

beforeAll(async () => {
  database = await createDemoDatabase();
  const { db } = database;
  const named = [
    {
      name: 'Zzyzx Crème  brûlée à la vanille',
      gtins: ['036000291452'],
      facts: { name_lang: 'fr', names: { de: 'Karamellcreme' } },
    },
    { name: 'Vandrel Straße ﷺ Œuf', qualityScore: 0.4 },
    { name: 'ΒΑΝΔΡΕΛ ΓΆΛΑΣ', qualityScore: 0.4 },
    { name: 'Quorbal 50% cocoa', qualityScore: 0.4 },
    { name: 'Cre\u0301merie Wexmoor', qualityScore: 0.4 },
  ];
  for (const facts of named) await insertProduct(db, facts);
  searches.postgres = createSearch({ db, metrics, logger, engine: undefined });
  if (!inject('meilisearch')) return;
  index = startTestIndex(database);
  await index.settled();
  searches[engineName] = createBareSearch({ db, metrics, index });
});
afterAll(async () => {
  for (const search of Object.values(searches)) search.close();
  await index?.close();
  await database.drop();
});

const apiOf = (engine: EngineName) => {
  const { searchProducts } = searches[engine] ?? {};
  if (!searchProducts) throw new Error(`${engine} is not here`);
  return createTestApi(database, { searchProducts });
};
const ask = async (engine: EngineName, query: string): Promise<Answer> => {
  const { body, status } = await apiOf(engine).get(`/products/search?explain=true&${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Answer;
};
/** The pieces of the shown name that are said to have matched. */
const piecesOf = ({ name, explanation: { matched } }: Explained) =>
  matched?.map(([start, end]) => name.slice(start, end));

describe.each(engineNames)('a search that is explained, with the %s engine', (engine) => {
  it('says of each item its similarity, its rank, and what the quality is made of', async () => {
    const { items } = await ask(engine, 'q=hazelnut+spred');
    expect(items.length).toBeGreaterThan(5);
    for (const { score, quality_score, explanation } of items) {
      expect(explanation).toMatchObject({ match: 'similarity', similarity: score });
      expect(explanation.rank).toBeCloseTo((score ?? 0) * (0.5 + quality_score), 5);
      const { parts = [], penalty = 0, quality_score: now } = explanation.quality ?? {};
      expect(now).toBe(quality_score);
      expect(parts.reduce((sum, { earned }) => sum + earned, 0) - penalty).toBeCloseTo(quality_score, 2);
    }
    const ranks = items.map(({ explanation }) => explanation.rank ?? 0);
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
  });

  it('tells which part of the shown name gave the similarity', async () => {
    const [first] = (await ask(engine, 'q=zzyzx+creme+brulee')).items;
    expect(first && piecesOf(first)).toEqual(['Zzyzx Crème  brûlée']);
    expect(first?.explanation.matched_text).toBe('zzyzx creme brulee');
    const [street] = (await ask(engine, 'q=strasse')).items;
    expect(street && piecesOf(street)).toEqual(['Straße']);
    const [egg] = (await ask(engine, 'q=oeuf')).items;
    expect(egg && piecesOf(egg)).toEqual(['Œuf']);
    const [greek] = (await ask(engine, `q=${encodeURIComponent('γαλας')}`)).items;
    expect(greek && piecesOf(greek)).toEqual(['ΓΆΛΑΣ']);
    // The mark is a sign of its own here, and belongs to its letter.
    const [dairy] = (await ask(engine, 'q=cremerie+wexmoor')).items;
    expect(dairy && piecesOf(dairy)).toEqual(['Cre\u0301merie Wexmoor']);
  });

  it('names no part of a name that is less alike than the whole', async () => {
    for (const q of ['hazelnut spred', 'olate', 'juice orange', 'mlk', 'organic dark choclate']) {
      const { items } = await ask(engine, `q=${encodeURIComponent(q)}&size=100`);
      for (const { explanation, name } of items) {
        const { rows } = await database.pool.query<{ alike: number }>(
          'select word_similarity($1, $2) as alike',
          [q, explanation.matched_text],
        );
        expect(rows[0]?.alike, `${q}: ${name}`).toBeGreaterThanOrEqual((explanation.similarity ?? 1) - 1e-6);
      }
    }
  });

  it('says how else a product can match: what contains the text, by a barcode, by filters alone', async () => {
    const [percent] = (await ask(engine, 'q=%25')).items;
    expect(percent?.explanation).toMatchObject({
      match: 'contains',
      similarity: 0,
      matched_text: '%',
      rank: 0,
    });
    expect(percent && piecesOf(percent)).toEqual(['%']);

    const code = await ask(engine, 'q=0360+0029-1452');
    expect(code.items[0]?.explanation).toMatchObject({ match: 'barcode', similarity: 0, matched: [] });
    expect(code.explanation).toMatchObject({ code: '036000291452', order: 'relevance' });

    const list = await ask(engine, 'sort=name&size=3');
    expect(list.items[0]?.explanation).toMatchObject({
      match: 'filter',
      similarity: null,
      matched: [],
      rank: null,
    });
    expect(list.items[0]?.explanation.quality?.parts.length).toBeGreaterThan(3);
    expect(list.explanation).toMatchObject({ text: '', code: null, order: 'name' });
    expect((await ask(engine, 'sort=relevance')).explanation).toMatchObject({ order: 'quality' });
  });

  it('says which engine answered, for what text, how long it took, and whether the page is proven', async () => {
    const { explanation } = await ask(engine, 'q=HAZELNUT++Spr%C3%A9d');
    expect(explanation).toEqual({
      text: 'hazelnut spred',
      code: null,
      order: 'relevance',
      in: 'name',
      similarity_threshold: 0.42,
      quality_base: 0.5,
      engine,
      handed_over: [],
      names_looked_at: engine === 'meilisearch' ? expect.any(Number) : null,
      is_proven_complete: true,
      took_ms: expect.any(Number),
    });
    expect(explanation['took_ms']).toBeGreaterThan(0);
    const nothing = await ask(engine, 'category=nobody-knows');
    expect(nothing.explanation).toMatchObject({ engine: null, is_proven_complete: true });
  });

  it('cannot tell where in a name of another language it matched, and keeps what was asked for by fields', async () => {
    const { items } = await ask(engine, 'q=zzyzx&lang=de&fields=name');
    expect(items[0]).toMatchObject({
      name: 'Karamellcreme',
      explanation: { match: 'contains', matched_text: 'zzyzx', matched: null },
    });
    expect(Object.keys(items[0] ?? {})).toEqual(['id', 'gtin', 'name', 'explanation']);
  });

  it('answers byte for byte as ever without it', async () => {
    const plain = await apiOf(engine).get('/products/search?q=hazelnut');
    const told = await apiOf(engine).get('/products/search?q=hazelnut&explain=false');
    const { items, explanation: _how, ...page } = await ask(engine, 'q=hazelnut');
    expect(told.text).toBe(plain.text);
    expect(plain.text).toBe(
      JSON.stringify({ items: items.map(({ explanation: _why, ...item }) => item), ...page }),
    );
  });

  it('is refused for what is neither true nor false, and for pages that are too large or too deep', async () => {
    const api = apiOf(engine);
    for (const [query, parameter] of [
      ['explain=yes', 'explain'],
      ['explain=', 'explain'],
      ['explain=true&size=101', 'size'],
      ['explain=true&q=milk&page=51', 'page'],
    ]) {
      const { body, status } = await api.get(`/products/search?${query}`);
      expect([status, body], query).toMatchObject([400, { error: { details: { parameter } } }]);
    }
  });

  it('is there for operators, without a key and its limits', async () => {
    const { headers } = await signInTestOperator(database.db, 'reviewer');
    const operator = createAdminCaller(apiOf(engine), headers);
    const { body, status } = await operator.get('/search/explain?q=hazelnut+spred&size=5');
    expect(status).toBe(200);
    const { items } = await ask(engine, 'q=hazelnut+spred&size=5');
    expect((body as Answer).items).toEqual(items);
  });
});

describe.runIf(inject('meilisearch'))('both engines', () => {
  it.each(['hazelnut spred', 'choc', 'milk', 'a', '5', 'juice orange', 'olate', '0360', 'vandrel strase'])(
    'explain what they find for %s alike',
    async (q) => {
      for (const page of [1, 2]) {
        const query = `q=${encodeURIComponent(q)}&size=50&page=${page}`;
        const [exact, found] = [await ask('postgres', query), await ask(engineName, query)];
        expect(found.items).toEqual(exact.items);
        expect(found.total).toBe(exact.total);
      }
    },
  );

  it('say why one left it to the other', async () => {
    // OpenSearch finds the signs of a text, too.
    const byPostgres = { engine: 'postgres', handed_over: ['text'] };
    const byEngine = { engine: engineName, handed_over: [] };
    expect((await ask(engineName, 'q=.')).explanation).toMatchObject(
      engineName === 'meilisearch' ? byPostgres : byEngine,
    );
    expect((await ask(engineName, '')).explanation).toMatchObject(byEngine);
  });
});

it('says of a page that was found in a bounded time that it is not proven', async () => {
  const { db } = database;
  const engine: SearchEngine = { name: 'postgres', search: (query, signal) => searchPart(db, query, signal) };
  const { body } = await createTestApi(database, {
    searchProducts: createSearchProducts(db, engine, metrics),
  }).get('/products/search?q=hazelnut&explain=true');
  expect((body as Answer).explanation).toMatchObject({ engine: 'postgres', is_proven_complete: false });
});
