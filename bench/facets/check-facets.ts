import pg from 'pg';
import type { HttpClient } from '../http-client.ts';
import type { Parameters } from '../search/questions/draw-question.ts';
import { searchPath } from '../search/questions/search-answer.ts';
import { FACET_VALUES, matchesOf, ORDERS, type FacetedProduct } from './facet-questions.ts';

interface AnsweredFacet {
  values: { value: string; label: string; count: number }[];
  other: number;
  exact: boolean;
}

interface Answer {
  items: { id: string }[];
  total: number;
  facets?: Record<string, AnsweredFacet>;
  error?: { details?: { reason?: string } };
}

/** What was compared, what was equal, how many had values, and how many say that they are not exact, or are refused. */
export interface Checked {
  compared: number;
  equal: number;
  filled: number;
  open: number;
  wrong: string[];
}

const SIZE = 100;
const PAGE = 20;

export async function connectTruth(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('set pg_trgm.word_similarity_threshold = 0.42');
  return client;
}

export async function readFacetedProducts(truth: pg.Client): Promise<FacetedProduct[]> {
  const { rows } = await truth.query<FacetedProduct>(
    `select p.name, g.gtin14 as gtin, b.slug as brand, c.path, c.archive_kind as kind, p.country_of_origin as country,
       f.nutri_score as nutri, array(select jsonb_array_elements_text(coalesce(p.facts->'labels', '[]'))) as labels,
       coalesce(f.allergens, '{}') as allergens
     from products p left join barcodes g on g.product_id = p.id and g.is_primary
       left join brands b on b.id = p.brand_id left join categories c on c.id = p.category_id
       left join food_details f on f.product_id = p.id
     where p.status = 'active' and p.merged_into_id is null order by md5(p.name), p.id limit 20000`,
  );
  return rows;
}

/** Each facet of each question beside one GROUP BY. */
export async function checkFacets(
  api: HttpClient,
  truth: pg.Client,
  questions: Parameters[],
): Promise<Record<string, Checked>> {
  const results = Object.fromEntries(
    Object.keys(FACET_VALUES).map((name): [string, Checked] => [
      name,
      { compared: 0, equal: 0, filled: 0, open: 0, wrong: [] },
    ]),
  );
  for (const question of questions) {
    const parameters = { ...question, facets: Object.keys(FACET_VALUES).join(','), facet_size: String(SIZE) };
    const { facets } = await ask(api, parameters);
    for (const [name, result] of Object.entries(results)) {
      const { from, values } = matchesOf(question, name);
      const { rows } = await truth.query<{ value: string; count: number }>(
        `select value, count(*)::int as count from (select ${FACET_VALUES[name]} as value from ${from}) v
         where value is not null group by value`,
        values,
      );
      const counts = rows.map(({ count }) => count).toSorted((a, b) => b - a);
      const byValue = new Map(rows.map(({ value, count }) => [value, count]));
      const facet = facets?.[name];
      const listed = (facet?.values ?? []).filter(({ count }) => count > 0);
      // Countries are stored by their names, which are the labels.
      const areRight = listed.every(
        ({ value, label, count }) => byValue.get(name === 'country' ? label : value) === count,
      );
      const sum = counts.reduce((total, count) => total + count, 0);
      const shown = listed.reduce((total, { count }) => total + count, 0);
      const isWhole = listed.length >= Math.min(SIZE, rows.length) && shown + (facet?.other ?? 0) === sum;
      // What a filter names is listed besides, wherever it stands.
      const areMost = counts.slice(0, SIZE).reduce((total, count) => total + count, 0) <= shown;
      result.compared++;
      if (rows.length > 0) result.filled++;
      if (facet?.exact === false) result.open++;
      else if (facet && areRight && isWhole && areMost) result.equal++;
      else result.wrong.push(JSON.stringify(question));
    }
  }
  return results;
}

/** The first two pages of each question in each order, beside SQL; too many for an order of times are refused. */
export async function checkOrders(
  api: HttpClient,
  truth: pg.Client,
  questions: Parameters[],
): Promise<Record<string, Checked>> {
  const results: Record<string, Checked> = {};
  for (const [sort, order] of Object.entries(ORDERS)) {
    const result = { compared: 0, equal: 0, filled: 0, open: 0, wrong: [] as string[] };
    results[sort] = result;
    for (const question of questions.filter(({ q }) => q)) {
      const { from, values } = matchesOf(question);
      const { rows } = await truth.query<{ id: string; total: number }>(
        `select p.id, count(*) over ()::int as total from ${from} order by ${order} limit ${2 * PAGE}`,
        values,
      );
      const pages = await Promise.all(
        ['1', '2'].map((page) => ask(api, { ...question, sort, page, size: String(PAGE) })),
      );
      result.compared++;
      if (rows.length > 0) result.filled++;
      if (pages.every(({ error }) => error?.details?.reason === 'too_many_for_sort')) {
        result.open++;
        continue;
      }
      const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
      const isEqual = ids.join() === rows.map(({ id }) => id).join();
      if (isEqual && pages.every(({ total }) => total === (rows[0]?.total ?? 0))) result.equal++;
      else result.wrong.push(JSON.stringify({ ...question, sort }));
    }
  }
  return results;
}

async function ask(api: HttpClient, parameters: Parameters): Promise<Answer> {
  return JSON.parse((await api.get(searchPath(parameters))).text) as Answer;
}
