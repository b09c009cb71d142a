import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeQueries } from '../../support/search/query-kinds.ts';
import { barcodes, products } from '../../../src/platform/db/schema/catalogue.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import type { SearchPage } from '../../../src/search/search-products.ts';
import { countPlanned, createBareSearch } from '../../support/search/bare-search.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createDemoDatabase } from '../../support/database/demo-database.ts';
import type { TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

type Parameters = Record<string, string>;
type Find = (parameters: Parameters) => Promise<SearchPage>;

const logger = createLogger('test', 'error');
const metrics = createMetrics();
const hasMeilisearch = inject('meilisearch') !== undefined;

/** Of several only the beginning is compared by the engine, and two of them begin alike. */
const ODD_NAMES = [
  '김치라면 '.repeat(40) + '매운맛',
  '김치라면 '.repeat(40) + '순한맛',
  '김'.repeat(60) + '치즈',
  'ชาไทย'.repeat(50),
  'ﷺ'.repeat(30) + ' Vandrel',
  'ﷺ'.repeat(60) + ' Vandrel',
  'Vandrel ' + 'Đặc sản Việt ệ '.repeat(18).trim(),
  String.raw`Vandrel\ `.trim(),
  String.raw`Vandrel\\`,
  String.raw`\"Vandrel`,
  '"] OR name IN ["Vandrel',
  'Vandrel straße',
  'Vandrel İı',
];

let database: TestDatabase;
let index: TestIndex | undefined;
const searches: { postgres?: Search; meilisearch?: Search } = {};

beforeAll(async () => {
  database = await createDemoDatabase();
  const { db } = database;
  const named = [
    { name: 'Zzyzx Crème brûlée à la vanille', gtins: ['036000291452'], qualityScore: 0.7 },
    { name: 'Quorbal 50% cocoa_bar \\ thick', qualityScore: 0.4 },
    { name: 'Quorbal 500 cocoa', qualityScore: 0.9 },
    { name: 'Mirflux alpha', qualityScore: 0.9 },
    { name: 'Mirfluxo beta', qualityScore: 0.3 },
    { name: 'Tesselbron plus a very long tail of words', brand: 'Xyvörn Söhne', countryOfOrigin: 'France' },
    { name: 'Pellnix twin', qualityScore: 0.9, countryOfOrigin: 'Spain' },
    { name: 'Pellnix twin', qualityScore: 0.8, category: 'test-twins' },
    { name: 'Pellnix twin', qualityScore: 0.2, category: 'test-twins', countryOfOrigin: 'Spain' },
    ...[...ODD_NAMES, ...ODD_NAMES.map((name) => name.toUpperCase())].map((name, i) => ({
      name,
      qualityScore: i / 40,
      countryOfOrigin: i % 2 === 0 ? String.raw`Odd"\land` : 'Oddland',
    })),
    { name: 'Tesselbron draft', status: 'draft' as const },
    { name: 'Tesselbron archived', status: 'archived' as const },
    { name: 'Tesselbron juice', category: 'test-root/test-drinks/test-juices', countryOfOrigin: 'Finland' },
  ];
  for (const facts of named) await insertProduct(db, facts);
  searches.postgres = createSearch({ db, metrics: createMetrics(), logger, engine: undefined });
  if (!hasMeilisearch) return;
  index = startTestIndex(database);
  await index.settled();
  // Postgres answers alike: behind a fall-back nobody would notice an engine that fails.
  searches.meilisearch = createBareSearch({ db, metrics, index });
});

afterAll(async () => {
  searches.meilisearch?.close();
  await index?.close();
  await database.drop();
});

const finderOf =
  (engine: keyof typeof searches): Find =>
  (parameters) => {
    const search = searches[engine];
    if (!search) throw new Error(`${engine} is not here`);
    return search.searchProducts(searchQuerySchema.parse(parameters), new AbortController().signal);
  };

const namesOf = (page: SearchPage): string[] => page.items.map((item) => item.name);

describe.each(hasMeilisearch ? (['postgres', 'meilisearch'] as const) : (['postgres'] as const))(
  'search with the %s engine',
  (engine) => {
    const find = finderOf(engine);

    it('finds a name with a typo, without accents, and with them', async () => {
      for (const q of ['creme brulee vanile', 'CRÈME BRÛLÉE', 'zzyzx']) {
        expect(namesOf(await find({ q })), q).toContain('Zzyzx Crème brûlée à la vanille');
      }
    });

    it('gives pg_trgm’s word similarity as the score', async () => {
      const { rows } = await database.pool.query<{ s: number }>(
        "select word_similarity('mirflux alpa', 'mirflux alpha') as s",
      );
      const page = await find({ q: 'mirflux alpa' });
      expect(page.items[0]).toMatchObject({
        name: 'Mirflux alpha',
        score: expect.closeTo(rows[0]?.s ?? 0, 6),
      });
    });

    it('orders by similarity times quality and a half', async () => {
      // 1.0 × 0.8 for the exact word with poor quality, 7/8 × 1.4 for the shorter one with good quality.
      expect(namesOf(await find({ q: 'mirfluxo' }))).toEqual(['Mirflux alpha', 'Mirfluxo beta']);
    });

    it('takes wildcards and the engine’s own operators as plain text', async () => {
      expect(namesOf(await find({ q: 'cocoa_bar' }))[0]).toBe('Quorbal 50% cocoa_bar \\ thick');
      for (const q of ['%', '_', '\\']) {
        const names = namesOf(await find({ q }));
        expect(names, q).toContain('Quorbal 50% cocoa_bar \\ thick');
        expect(
          names.filter((name) => !name.includes(q)),
          q,
        ).toEqual([]);
      }
      expect((await find({ q: '"quorbal" -quorbal' })).total).toBe(2);
    });

    it('finds a barcode whole, in part, padded and with spaces or hyphens, and never a similar one', async () => {
      for (const q of ['036000291452', '0036000291452', '00036000291452', '36000-2914', '0360 0029 1452']) {
        expect(namesOf(await find({ q })), q).toContain('Zzyzx Crème brûlée à la vanille');
      }
      expect((await find({ q: '036000291453' })).total).toBe(0);
    });

    it('gives a match by barcode alone its low similarity', async () => {
      const page = await find({ q: '036000291452' });
      expect(page.items[0]?.score).toBe(0);
    });

    it('leaves out drafts and archived products', async () => {
      expect(namesOf(await find({ q: 'tesselbron' })).sort()).toEqual([
        'Tesselbron juice',
        'Tesselbron plus a very long tail of words',
      ]);
    });

    it('filters by the subtree of a category', async () => {
      for (const category of ['test-root', 'test-drinks', 'test-juices']) {
        expect(namesOf(await find({ q: 'tesselbron', category })), category).toEqual(['Tesselbron juice']);
      }
      expect((await find({ category: 'nobody-knows' })).total).toBe(0);
      expect((await find({ category: 'x" OR quality_score > 0' })).total).toBe(0);
    });

    it('keeps to the filters where products in and out of them have one name', async () => {
      const inside = await find({ q: 'pellnix twin', category: 'test-twins', country: 'Spain' });
      expect(inside).toMatchObject({ total: 1, items: [{ name: 'Pellnix twin', quality_score: 0.2 }] });
      expect((await find({ q: 'pellnix twin' })).total).toBe(3);
    });

    it('filters by brand with a typo and by the beginning of the country', async () => {
      expect(namesOf(await find({ brand: 'xyvorn' }))).toEqual(['Tesselbron plus a very long tail of words']);
      expect(namesOf(await find({ brand: 'Xyvürn Söhne' }))).toContain(
        'Tesselbron plus a very long tail of words',
      );
      expect(namesOf(await find({ q: 'tesselbron', country: 'fRa' }))).toEqual([
        'Tesselbron plus a very long tail of words',
      ]);
      expect((await find({ q: 'tesselbron', country: 'f' })).total).toBe(2);
      expect((await find({ country: '%' })).total).toBe(0);
    });

    it('gives all products by quality, then id, when there is no query', async () => {
      const page = await find({ q: '  ', size: '100' });
      const sorted = [...page.items].sort(
        (a, b) => b.quality_score - a.quality_score || (a.id < b.id ? -1 : 1),
      );
      expect(page.items).toEqual(sorted);
      expect(page.items.every((item) => item.score === null)).toBe(true);
      const inUse = await database.db.$count(products, eq(products.status, 'active'));
      expect(page.total).toBe(inUse);
    });

    it('finds nothing, not everything, for a text of which folding leaves nothing', async () => {
      expect((await find({ q: '\u0301' })).total).toBe(0);
    });

    it('never repeats or skips a product from page to page, and counts all of them on a page past the end', async () => {
      for (const q of ['', 'spread', 'milk']) {
        const whole = await find({ q, size: '100' });
        const expected = whole.items.slice(0, 60).map((item) => item.id);
        const paged: string[] = [];
        for (let page = 1; paged.length < expected.length; page++) {
          paged.push(...(await find({ q, size: '7', page: String(page) })).items.map((item) => item.id));
        }
        expect(paged.slice(0, expected.length)).toEqual(expected);
        expect(await find({ q, page: q ? '50' : '900' })).toMatchObject({ items: [], total: whole.total });
      }
    });
  },
);

describe.runIf(hasMeilisearch)('the Meilisearch engine beside the exact one', () => {
  const seeded = async () => {
    const rows = await database.db
      .select({ name: products.name })
      .from(products)
      .where(eq(products.status, 'active'));
    const codes = await database.db.select({ gtin: barcodes.gtin14 }).from(barcodes);
    const sample = {
      names: rows.map((row) => row.name),
      gtins: codes.map((row) => row.gtin.replace(/^0+/, '')),
    };
    return makeQueries(sample, 300, 20_261_121).map(({ kind, q }) => ({ kind, q: q.slice(0, 200) }));
  };

  it('gives the same items, order and total for 300 seeded queries of all kinds', async () => {
    for (const { kind, q } of await seeded()) {
      const [expected, found] = await Promise.all([
        finderOf('postgres')({ q }),
        finderOf('meilisearch')({ q }),
      ]);
      expect(found, `${kind}: ${q}`).toEqual(expected);
    }
  });

  it.each([
    '김치라면',
    '순한맛',
    '매운맛 김치',
    '김김치즈',
    'ชาไทย',
    'vandrel',
    'vandrel dac san',
    'vandrel strasse',
  ])('finds very long names, and those in the letters of its filters, by %s', async (q) => {
    const filters: Parameters[] = [{}, { country: 'odd"' }, { category: 'food', country: 'o' }];
    for (const filter of filters) {
      const expected = await finderOf('postgres')({ q, ...filter });
      expect(await finderOf('meilisearch')({ q, ...filter })).toEqual(expected);
    }
  });

  it.each(['5', '0', '57', '00', '99', '301', '000', '12'])(
    'finds names and barcodes by the few digits %s as the exact one does',
    async (q) => {
      for (const page of ['1', '2', '3']) {
        const expected = await finderOf('postgres')({ q, page });
        expect(await finderOf('meilisearch')({ q, page })).toEqual(expected);
      }
    },
  );

  it.each(['[r]', '(e)', 'a.', '"ill"'])(
    'counts for %s no name that only has the word inside another',
    async (q) => {
      const expected = await finderOf('postgres')({ q });
      expect(await finderOf('meilisearch')({ q })).toEqual(expected);
    },
  );

  it('shows a change within moments of its commit', async () => {
    const id = await insertProduct(database.db, { name: 'Wexmoor pantaloon' });
    await waitFor('the new product in search', async () =>
      (await finderOf('meilisearch')({ q: 'wexmor' })).items.some((item) => item.id === id),
    );
  });

  it('was planned or handed over by design, whatever was asked above', async () => {
    const { asked, answered, handedOver, fallenBack } = await countPlanned(metrics);
    expect({ fallenBack, answered }).toEqual({ fallenBack: 0, answered: asked });
    expect(handedOver).toBeLessThan(asked / 2);
  });
});
