import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createPostgresEngine } from '../../../src/search/engines/postgres/postgres-engine.ts';
import { createMeilisearchEngine } from '../../../src/search/engines/meilisearch/meilisearch-engine.ts';
import { createStandIn } from '../../../src/search/engines/postgres/stand-in.ts';
import type { EnginePage, EngineQuery, IndexedEngine } from '../../../src/search/search-engine.ts';
import { DEEPEST_RESULT, EXACT_MS, PARTS_MS } from '../../../src/search/search-limits.ts';
import { foldText } from '../../../src/platform/text/fold-text.ts';
import { ensureBrand, ensureCategory } from '../../support/catalogue/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { BARE_TIMEOUT_MS } from '../../support/search/bare-search.ts';
import { expectInTime } from '../../support/in-time.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { createHttpProxy } from '../servers/http-proxy.ts';

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

/** OpenSearch ranks all matches itself: its pages and totals are always exact. */
const isMeilisearch = inject('meilisearch') !== undefined && inject('searchEngine') === 'meilisearch';

/** So many products that candidates of most texts are not all fetched. */
describe.runIf(isMeilisearch)('a catalogue of more products than are fetched for a search', () => {
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
    // A few have a word that all others lack.
    const names = rows.map(([parts], i) => [...parts, ...(i % 30 === 0 ? ['zwieback'] : [])].join(' '));
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
  });
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

  /** A page holds matches alone, in the contract's order and with the contract's scores. */
  const expectContract = async (folded: string, { items }: EnginePage): Promise<void> => {
    const { rows } = await database.pool.query<{ id: string; score: number }>(
      `select id, word_similarity($1, search_name) as score from products
       where id = any($2) and (search_name like '%' || $1 || '%' or $1 <% search_name)`,
      [folded, items.map(({ id }) => id)],
    );
    const scores = new Map(rows.map(({ id, score }) => [id, score]));
    for (const item of items) expect(item.score, item.name).toBeCloseTo(scores.get(item.id) ?? NaN, 6);
    const rankOfItem = (item: (typeof items)[number]) => (item.score ?? 0) * (0.5 + item.quality_score);
    const inOrder = items.toSorted(
      (a, b) => rankOfItem(b) - rankOfItem(a) || b.quality_score - a.quality_score || (a.id < b.id ? -1 : 1),
    );
    expect(items.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
  };

  it('a page that is said to be proven is the contract’s, and so is an exact total', async () => {
    const seen = { proven: 0, unproven: 0, exact: 0, estimated: 0 };
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.boolean(),
        fc.constantFrom(0, 5, 20, 60, 100),
        fc.constantFrom(7, 20, 100),
        async (folded, isFiltered, offset, limit) => {
          const query = { text: folded, offset, limit, filters: isFiltered ? { brandIds: [brand] } : {} };
          const [page, truth] = await Promise.all([search(query), findTruth(query)]);
          await expectContract(folded, page);
          seen[page.isTotalExact ? 'exact' : 'estimated']++;
          if (page.isTotalExact) expect(page.total).toBe(truth.total);
          seen[page.isSettled ? 'proven' : 'unproven']++;
          if (page.isSettled) expect(page.items.map(({ id }) => id)).toEqual(truth.items.map(({ id }) => id));
        },
      ),
      { numRuns: 200, seed: 11 },
    );
    // Each kind of page was there.
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(20);
  });

  it.each([
    ['choco', 50],
    ['hazelnut spred', 50],
    ['dark chocolate', 10],
    ['organic milk bread', 10],
  ])(
    'pages of %s repeat and skip nothing, whichever process answers, and are in order',
    async (folded, mostPages) => {
      const kinds: [EngineQuery['filters'], number][] = [
        [{}, 20],
        [{}, 100],
        [{ brandIds: [brand] }, 7],
      ];
      for (const [filters, limit] of kinds) {
        const whole = await search({ text: folded, filters, limit: DEEPEST_RESULT });
        // Matches that were found for one window may rank above some of the window before.
        await expectContract(folded, whole);
        const ids = whole.items.map(({ id }) => id);
        const seen: string[] = [];
        for (let page = 0; page < mostPages && (page + 1) * limit <= DEEPEST_RESULT; page++) {
          const found = await search(
            { text: folded, filters, offset: page * limit, limit },
            page % 2 === 0 ? engine : other,
          );
          await expectContract(folded, found);
          // A page is full as long as there are matches.
          expect(found.items.length).toBe(Math.max(0, Math.min(limit, ids.length - page * limit)));
          seen.push(...found.items.map(({ id }) => id));
        }
        expect(new Set(seen).size, `${limit} a page`).toBe(seen.length);
        expect(seen.filter((id) => !ids.includes(id))).toEqual([]);
        expect(seen.length).toBe(Math.min(ids.length, limit * mostPages));
      }
    },
  );

  it('a search past its deadline asks nothing more, gives the best so far, and says that it is not proven', async () => {
    const metrics = createMetrics();
    const counted = index.openEngine(BARE_TIMEOUT_MS, metrics);
    try {
      const countRounds = async (dueAt: number | undefined) => {
        metrics.searchRounds.reset();
        const page = await search({ text: 'nuts', limit: 100, dueAt }, counted);
        return { page, rounds: (await metrics.searchRounds.get()).values[0]?.value ?? 0 };
      };
      const [patient, late] = [await countRounds(undefined), await countRounds(performance.now())];
      expect(patient.page).toMatchObject({ isSettled: true });
      expect(patient.rounds).toBeGreaterThan(1);
      expect(late.rounds).toBe(1);
      expect(late.page.items.length).toBeGreaterThan(0);
      expect(late.page).toMatchObject({ isSettled: false, isTotalExact: false });
      await expectContract('nuts', late.page);
    } finally {
      counted.close();
    }
  });

  it('a search gives up a request that is late, and gives the best so far', async () => {
    const proxy = await createHttpProxy(index.access.url);
    let requests = 0;
    // The first request passes; what is to find better matches waits for longer than the search.
    proxy.setFault(() => {
      requests++;
      if (requests > 1) proxy.hold();
      return undefined;
    });
    const held = createMeilisearchEngine({
      access: { ...index.access, url: proxy.url },
      indexUid: index.indexUid,
      metrics: createMetrics(),
      timeoutMs: BARE_TIMEOUT_MS,
    });
    try {
      const page = await search({ text: 'nuts', limit: 100, dueAt: performance.now() + 1_000 }, held);
      expect(proxy.heldCount()).toBe(1);
      expect(page).toMatchObject({ isSettled: false, isTotalExact: false });
      expect(page.items.length).toBeGreaterThan(0);
      await expectContract('nuts', page);
    } finally {
      held.close();
      await proxy.close();
    }
  });

  it('facets of a list are exact, of a text with few matches too, and marked where not all are known', async () => {
    const facets = { names: ['brand', 'category', 'kind'] as const, selected: {}, guides: [], size: 5 };
    for (const query of [
      {},
      { filters: { brandIds: [brand] } },
      { text: 'zwieback' },
      { text: 'zwieback', filters: { brandIds: [brand] } },
    ]) {
      const [{ facets: counted }, truth] = [
        await search({ facets, ...query }),
        await findTruth({ facets, ...query }),
      ];
      expect(counted, JSON.stringify(query)).toEqual({ counts: truth.facets?.counts, isExact: true });
    }
    const { facets: counted, total } = await search({ facets, text: 'choco' });
    expect(counted?.isExact).toBe(false);
    const sum = counted?.counts.brand?.listed.reduce((all, [, count]) => all + count, 0) ?? 0;
    expect(Math.abs(sum - total) / total).toBeLessThan(0.5);
  });

  it('Postgres in place of the engine gives the best of some products in time, when the exact page takes too long', async () => {
    // The table has no statistics yet, as after an import.
    const tooShort = createStandIn(database.db, 1);
    for (const folded of ['choco', 'hazelnut spred', 'organic milk bread']) {
      const query = asked({ text: folded });
      const truth = await findTruth(query);
      const page = await expectInTime(PARTS_MS + EXACT_MS, () =>
        tooShort.search(query, new AbortController().signal),
      );
      expect(page).toMatchObject({ isSettled: false, isTotalExact: false, foundBy: { engine: 'postgres' } });
      expect(page.items.length, folded).toBeGreaterThan(0);
      expect(page.total, folded).toBeLessThanOrEqual(truth.total);
      await expectContract(folded, page);
      const patient = createStandIn(database.db, BARE_TIMEOUT_MS);
      expect(await patient.search(query, new AbortController().signal)).toEqual(truth);
    }
  });

  it('an estimate of the total is near', async () => {
    for (const folded of ['choco', 'chocolate', 'hazelnut', 'bread']) {
      const [{ total }, truth] = [await search({ text: folded }), await findTruth({ text: folded })];
      expect(Math.abs(total - truth.total) / truth.total, folded).toBeLessThan(0.5);
    }
  });
});
