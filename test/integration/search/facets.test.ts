import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createRandom } from '../../support/search/query-kinds.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { createSearch, type Search } from '../../../src/search/create-search.ts';
import { FACETS, type Facet, type FacetName } from '../../../src/search/facets/facets-contract.ts';
import { searchPart } from '../../../src/search/engines/postgres/stand-in.ts';
import { searchQuerySchema } from '../../../src/search/search-contract.ts';
import { createSearchProducts } from '../../../src/search/search-products.ts';
import { createBareSearch } from '../../support/search/bare-search.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import {
  conditionsOf,
  fillFilteredCatalogue,
  makeQuestion,
  pick,
  type Question,
} from '../../support/search/filtered-catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { startTestIndex, type TestIndex } from '../../support/search/test-index.ts';
import { waitFor } from '../../support/wait-for.ts';

const QUESTIONS = 500;

/** The value of a product, as plain SQL written beside the program's own, and the filters that the facet leaves aside. */
const TRUTHS: Record<FacetName, { value: string; but: string[] }> = {
  brand: { value: 'b.slug', but: ['brand', 'brand_in'] },
  category: { value: "unnest(string_to_array(c.path, '/'))", but: ['category', 'category_in'] },
  country: {
    value: `case p.country_of_origin when 'France' then 'FR' when 'Italy' then 'IT' when 'Ivory Coast' then 'CI'
      else p.country_of_origin end`,
    but: ['country', 'country_in'],
  },
  nutri_score: {
    value: "case when c.archive_kind = 'food' then f.nutri_score end",
    but: ['nutri_score_in'],
  },
  kind: { value: 'c.archive_kind', but: ['kind_in'] },
  label: { value: "jsonb_array_elements_text(coalesce(p.facts->'labels', '[]'))", but: ['label_in'] },
  allergen: {
    // What was read of a version before the present one counts no more.
    value: `unnest(case when c.archive_kind <> 'food' then '{}' when p.read_version = p.version then
      array(select jsonb_object_keys(p.allergen_states->'contains')) else f.allergens end)`,
    but: ['allergen_not_in'],
  },
};

const hasMeilisearch = inject('meilisearch') !== undefined;
const ENGINES = hasMeilisearch ? ['postgres', 'meilisearch'] : ['postgres'];
const metrics = createMetrics();
let database: TestDatabase;
let index: TestIndex | undefined;
const searches: Record<string, Pick<Search, 'searchProducts'>> = {};
const closing: (() => void)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await fillFilteredCatalogue(db);
  const logger = createLogger('test', 'error');
  searches['postgres'] = createSearch({ db, metrics, logger, engine: undefined });
  searches['part'] = {
    searchProducts: createSearchProducts(
      db,
      { name: 'postgres', search: (query, signal) => searchPart(db, query, signal) },
      metrics,
    ),
  };
  if (!hasMeilisearch) return;
  index = startTestIndex(database);
  await index.equal();
  const search = createBareSearch({ db, metrics, index });
  searches['meilisearch'] = search;
  closing.push(() => search.close());
});

afterAll(async () => {
  for (const close of closing) close();
  await index?.close();
  await database.drop();
});

const ask = async (engine: string, question: Question) => {
  const search = searches[engine];
  if (!search) throw new Error(`${engine} is not here`);
  return await search.searchProducts(searchQuerySchema.parse(question), AbortSignal.timeout(10_000));
};

const facetOf = async (engine: string, name: FacetName, question: Question): Promise<Facet> => {
  const { facets } = await ask(engine, { ...question, facets: name });
  const facet = facets?.[name];
  if (!facet) throw new Error(`${engine} counts no ${name}`);
  return facet;
};

const truths = new Map<string, Promise<Record<string, number>>>();
/** What one plain statement counts, once for all engines: nothing changes before they have all been asked. */
function findTruth(name: FacetName, question: Question): Promise<Record<string, number>> {
  const key = JSON.stringify([name, question]);
  const truth = truths.get(key) ?? countTruth(name, question);
  truths.set(key, truth);
  return truth;
}
async function countTruth(name: FacetName, question: Question): Promise<Record<string, number>> {
  const { value, but } = TRUTHS[name];
  const { from, values } = conditionsOf(question, but);
  const { rows } = await database.pool.query<{ value: string; count: number }>(
    `select value, count(*)::int as count from (select ${value} as value from ${from}) v
     where value is not null group by value`,
    values,
  );
  return Object.fromEntries(rows.map(({ value: counted, count }) => [counted, count]));
}

const countsOf = ({ values }: Facet) =>
  Object.fromEntries(values.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]));

const random = createRandom(31_000);
const questions = Array.from({ length: QUESTIONS }, (_, n) => ({
  question: n % 10 === 0 ? { q: pick(['', 'hazelnut', 'rye bread'], random) } : makeQuestion(random),
  names: FACETS.filter(() => random() < 0.4),
})).map(({ question, names }) => ({ question, names: names.length > 0 ? names : [pick(FACETS, random)] }));

describe.each(ENGINES)('facets of the %s engine', (engine) => {
  it('are what a GROUP BY in SQL counts, each without its own filter, for 500 seeded questions', async () => {
    const counted = new Set<string>();
    for (const { question, names } of questions) {
      const what = JSON.stringify(question);
      const [page, plain, counts] = await Promise.all([
        ask(engine, { ...question, facets: names.join(','), facet_size: '100' }),
        ask(engine, question),
        Promise.all(names.map((name) => findTruth(name, question))),
      ]);
      const { facets, ...others } = page;
      expect(others, what).toEqual(plain);
      expect(Object.keys(facets ?? {}), what).toEqual(names);
      for (const [at, name] of names.entries()) {
        const facet = facets?.[name] as Facet;
        expect(countsOf(facet), `${name} of ${what}`).toEqual(counts[at]);
        expect(facet, `${name} of ${what}`).toMatchObject({ other: 0, exact: true });
        if (facet.values.some(({ count }) => count > 0)) counted.add(name);
      }
    }
    expect([...counted].toSorted()).toEqual([...FACETS].toSorted());
  });

  it('list so many values, the most products first, and tell how much is left', async () => {
    const all = await facetOf(engine, 'brand', { q: 'cocoa', facet_size: '100' });
    const { values, other } = await facetOf(engine, 'brand', { q: 'cocoa', facet_size: '2' });
    expect(values).toEqual(all.values.slice(0, 2));
    expect(all.values.length).toBeGreaterThan(3);
    expect(all.values.map(({ count }) => count)).toEqual(
      all.values.map(({ count }) => count).toSorted((a, b) => b - a),
    );
    expect(other).toBe(all.values.slice(2).reduce((sum, { count }) => sum + count, 0));
  });

  it('always list what a filter names, also where nothing has it', async () => {
    const [most, ...rest] = (await facetOf(engine, 'brand', { q: 'milk' })).values;
    const last = rest.at(-1);
    const chosen = await facetOf(engine, 'brand', {
      q: 'milk',
      brand_in: last?.value ?? '',
      facet_size: '1',
    });
    expect(chosen.values).toEqual([most, { ...last, selected: true }]);
    const none = await facetOf(engine, 'country', { q: 'milk', country_in: 'germany', facet_size: '1' });
    expect(none.values.at(-1)).toEqual({ value: 'DE', label: 'Germany', count: 0, selected: true });
    const nothing = await ask(engine, { q: '\u0301', kind_in: 'food', facets: 'kind,label' });
    expect(nothing).toMatchObject({ total: 0, facets: { kind: { values: [{ value: 'food', count: 0 }] } } });
  });

  it('list all roots, and what is above and directly below a chosen category, however few products they have', async () => {
    const { rows } = await database.pool.query<{ code: string; path: string }>(
      'select code, path from categories',
    );
    const pathOf = new Map(rows.map(({ code, path }) => [code, path]));
    const parentOf = (code: string) => pathOf.get(code)?.split('/').at(-2);
    const all = (await facetOf(engine, 'category', { facet_size: '100' })).values;
    const [most, ...rest] = all;
    const roots = all.filter(({ value }) => parentOf(value) === undefined);
    expect(roots.length).toBeGreaterThan(1);
    const guided = await facetOf(engine, 'category', { facet_size: '1' });
    expect(guided.values).toEqual(all.filter((value) => value === most || roots.includes(value)));
    const chosen = rest.find(
      ({ value }) => parentOf(value) !== undefined && all.some((one) => parentOf(one.value) === value),
    );
    if (!chosen) throw new Error('No category below a root has one below it');
    const around = await facetOf(engine, 'category', { category_in: chosen.value, facet_size: '1' });
    const isListed = ({ value }: { value: string }) =>
      value === most?.value ||
      parentOf(value) === undefined ||
      parentOf(value) === chosen.value ||
      pathOf.get(chosen.value)?.split('/').includes(value) === true;
    expect(around.values.map(({ value }) => value)).toEqual(all.filter(isListed).map(({ value }) => value));
    expect(around.values.filter(({ selected }) => selected).map(({ value }) => value)).toEqual([
      chosen.value,
    ]);
  });

  it('give values as filters take them, with their names', async () => {
    const names: [FacetName, string, { value: string; label: string }][] = [
      ['brand', 'brand_in', { value: 'creme-royale', label: 'Crème Royale' }],
      ['category', 'category_in', { value: 'xf-juices', label: 'Xf juices' }],
      ['country', 'country_in', { value: 'CI', label: 'Ivory Coast' }],
      ['country', 'country_in', { value: String.raw`Odd"\land`, label: String.raw`Odd"\land` }],
      ['nutri_score', 'nutri_score_in', { value: 'b', label: 'B' }],
      ['kind', 'kind_in', { value: 'electronics', label: 'Electronics' }],
      ['label', 'label_in', { value: 'organic', label: 'Organic' }],
    ];
    for (const [name, filter, named] of names) {
      const { values } = await facetOf(engine, name, {});
      const found = values.find(({ value }) => value === named.value);
      expect(found, named.value).toMatchObject(named);
      expect((await ask(engine, { [filter]: named.value })).total, named.value).toBe(found?.count);
    }
  });

  it('leave the loose filter aside, too, and keep to those of others', async () => {
    const loose = { q: 'cocoa', brand: 'avelota' };
    expect((await ask(engine, loose)).total).toBeGreaterThan(0);
    expect(await facetOf(engine, 'brand', loose)).toEqual(await facetOf(engine, 'brand', { q: 'cocoa' }));
    const { values } = await facetOf(engine, 'kind', loose);
    expect(values.reduce((sum, { count }) => sum + count, 0)).toBe((await ask(engine, loose)).total);
  });

  it('count the matches of a barcode, of a few digits and of a list in another order', async () => {
    for (const question of [{ q: '036000291452' }, { q: '29' }, { sort: 'name' }] as Question[]) {
      const { facets, total } = await ask(engine, { ...question, facets: 'kind' });
      const counts = facets?.kind?.values.map(({ count }) => count) ?? [];
      expect(
        counts.reduce((sum, count) => sum + count, 0),
        JSON.stringify(question),
      ).toBe(total);
    }
  });
});

it('of a page found in a bounded time say that they are not exact', async () => {
  const { is_settled, facets } = await ask('part', { q: 'cocoa', facets: 'brand' });
  expect({ is_settled, exact: facets?.brand?.exact }).toEqual({ is_settled: false, exact: false });
  expect(facets?.brand?.values.length).toBeGreaterThan(0);
});

it.runIf(hasMeilisearch)('follow a new product, in lists that were counted before', async () => {
  const total = async (question: Question) =>
    (await facetOf('meilisearch', 'label', question)).values.find(({ value }) => value === 'msc')?.count ?? 0;
  expect([await total({}), await total({ q: 'wexmoor' })]).toEqual([0, 0]);
  const moved = await insertProduct(database.db, {
    name: 'Wexmoor pantaloon',
    category: 'xf-moved/xf-lower',
    facts: { labels: ['msc'] },
  });
  await waitFor(
    'the new label',
    async () => (await total({})) === 1 && (await total({ q: 'wexmoor' })) === 1,
  );
  const codes = async () =>
    (await facetOf('meilisearch', 'category', { q: 'wexmoor' })).values.map(({ value }) => value).toSorted();
  expect(await codes()).toEqual(['xf-lower', 'xf-moved']);
  await database.pool.query(
    `update categories set path = 'xf-lower', parent_id = null, level = 1, own_archive_kind = archive_kind
     where id = (select category_id from products where id = $1)`,
    [moved],
  );
  await waitFor('the new place', async () => (await codes()).length === 1);
});
