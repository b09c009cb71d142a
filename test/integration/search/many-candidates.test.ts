import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPostgresEngine } from '../../../src/search/engines/postgres/postgres-engine.ts';
import type { EnginePage, EngineQuery, IndexedEngine } from '../../../src/search/search-engine.ts';
import { rankOf } from '../../../src/search/similarity/rank-matches.ts';
import { foldText } from '../../../src/text/fold-text.ts';
import { ensureBrand, ensureCategory } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { BARE_TIMEOUT_MS } from '../../support/search/bare-search.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';

const PRODUCTS = 6_000;
const WORDS = ['chocolate', 'chocolat', 'choco', 'milk', 'milch', 'mini', 'hazelnut', 'hazel', 'nut', 'nuts'];
const MORE = [
  'spread',
  'bread',
  'bred',
  'red',
  'dark',
  'organic',
  'organique',
  'sable',
  'sablés',
  'tea',
  'a',
  '5',
];
const word = fc.constantFrom(...WORDS, ...MORE);
const typo = fc
  .tuple(word, fc.nat(8), fc.constantFrom('', 'x', 'e'))
  .map(([text, at, letter]) => text.slice(0, at) + letter + text.slice(at + 1));
const text = fc
  .array(
    fc.oneof(
      word,
      typo,
      word.map((whole) => whole.slice(1, 5)),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => foldText(parts.join(' ')))
  .filter((folded) => /\p{L}/u.test(folded));

/** So many products that candidates of most texts are not all fetched. */
describe.runIf(inject('meilisearch'))('a catalogue of more products than are fetched for a search', () => {
  let database: TestDatabase;
  let index: TestIndex;
  let engine: IndexedEngine;
  let other: IndexedEngine;
  let brand: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    const brandIds = [await ensureBrand(database.db, 'Avelotta'), await ensureBrand(database.db, 'Old Mill')];
    // One statement: names of one to five words, qualities of which many are equal.
    const rows = fc.sample(fc.tuple(fc.array(word, { minLength: 1, maxLength: 5 }), fc.nat(40), fc.nat(1)), {
      numRuns: PRODUCTS,
      seed: 7,
    });
    const names = rows.map(([parts]) => parts.join(' '));
    await database.pool.query(
      `insert into products (id, name, search_name, status, quality_score, brand_id, category_id)
       select id, name, folded, 'active', quality / 40.0, brand_id, $6::uuid
       from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::uuid[]) as t (id, name, folded, quality, brand_id)`,
      [
        names.map(() => randomUUID()),
        names,
        names.map(foldText),
        rows.map(([, quality]) => quality),
        rows.map(([, , place]) => brandIds[place]),
        await ensureCategory(database.db, 'food/spreads'),
      ],
    );
    index = startTestIndex(database);
    await index.equal();
    engine = index.openEngine(BARE_TIMEOUT_MS);
    other = index.openEngine(BARE_TIMEOUT_MS);
    brand = brandIds[0] as string;
  }, 120_000);
  afterAll(async () => {
    engine.close();
    other.close();
    await index.close();
    await database.drop();
  });
  const asked = (query: Partial<EngineQuery>): EngineQuery => ({
    text: '',
    digits: undefined,
    filters: {},
    offset: 0,
    limit: 20,
    caller: '',
    ...query,
  });
  const search = async (query: Partial<EngineQuery>, by = engine): Promise<EnginePage> => {
    const page = await by.search(asked(query), AbortSignal.timeout(BARE_TIMEOUT_MS));
    if (!page) throw new Error('the engine left the page to Postgres');
    return page;
  };
  const findTruth = (query: Partial<EngineQuery>): Promise<EnginePage> =>
    createPostgresEngine(database.db).search(asked(query), new AbortController().signal);

  it('a page that is said to be proven is the contract’s, and so is an exact total', async () => {
    let proven = 0;
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.boolean(),
        fc.constantFrom(0, 20, 100),
        async (folded, isFiltered, offset) => {
          const query = { text: folded, offset, filters: isFiltered ? { brandIds: [brand] } : {} };
          const [page, truth] = [await search(query), await findTruth(query)];
          const ranks = page.items.map(({ score, quality_score }) =>
            rankOf({ score: score ?? 0, quality_score }),
          );
          expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
          for (const item of page.items) {
            const same = truth.items.find(({ id }) => id === item.id);
            if (same) expect(item.score).toBeCloseTo(same.score ?? 0, 6);
          }
          if (page.isTotalExact) expect(page.total).toBe(truth.total);
          if (!page.isSettled) return;
          proven++;
          expect(page.items.map(({ id }) => id)).toEqual(truth.items.map(({ id }) => id));
        },
      ),
      { numRuns: 150, seed: 11 },
    );
    expect(proven).toBeGreaterThan(20);
  }, 120_000);

  it.each(['choco', 'dark chocolate', 'hazelnut spred', 'organic milk bread'])(
    'pages of %s repeat and skip nothing, whichever process answers, and are in order',
    async (folded) => {
      const kinds: [EngineQuery['filters'], number][] = [
        [{}, 20],
        [{}, 100],
        [{ brandIds: [brand] }, 7],
      ];
      for (const [filters, limit] of kinds) {
        const seen: string[] = [];
        for (let offset = 0; offset < 300; offset += limit) {
          const by = seen.length % 2 === 0 ? engine : other;
          const { items } = await search({ text: folded, filters, offset, limit }, by);
          seen.push(...items.map(({ id }) => id));
        }
        expect(new Set(seen).size, `${limit} a page`).toBe(seen.length);
        const whole = await search({ text: folded, filters, offset: 0, limit: seen.length });
        expect(new Set(seen)).toEqual(new Set(whole.items.map(({ id }) => id)));
      }
    },
    120_000,
  );

  it('a search past its deadline gives the best so far, and says that it is not proven', async () => {
    const query = { text: 'hazelnut spred', limit: 100 };
    const late = await search({ ...query, dueAt: performance.now() });
    expect(late.items.length).toBeGreaterThan(0);
    expect(late).toMatchObject({ isSettled: false, isTotalExact: false });
  });

  it('facets of a list are exact, and of a text with many matches marked', async () => {
    const facets = { names: ['brand'] as const, selected: {}, size: 5 };
    const list = { facets, filters: {} };
    expect((await search(list)).facets).toEqual({
      counts: (await findTruth(list)).facets?.counts,
      isExact: true,
    });
    const { facets: counted, total } = await search({ ...list, text: 'choco' });
    expect(counted?.isExact).toBe(false);
    const sum = counted?.counts.brand?.listed.reduce((all, [, count]) => all + count, 0) ?? 0;
    expect(Math.abs(sum - total) / total).toBeLessThan(0.5);
  });

  it('an estimate of the total is near', async () => {
    for (const folded of ['choco', 'chocolate', 'hazelnut', 'bread']) {
      const [{ total }, truth] = [await search({ text: folded }), await findTruth({ text: folded })];
      expect(Math.abs(total - truth.total) / truth.total, folded).toBeLessThan(0.5);
    }
  });
});
