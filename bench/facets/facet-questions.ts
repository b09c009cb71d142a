/** Seeded questions with exact filters, and what they mean as plain SQL, written beside the program's own. */
import { foldText, readSearchText } from '../../src/platform/text/fold-text.ts';
import type { Parameters } from '../search/questions/draw-question.ts';
import { createRandom, makeQuery, pick, QUERY_KINDS, type Random } from '../search/questions/query-kinds.ts';

/** What questions are made from. */
export interface FacetedProduct {
  name: string;
  gtin: string | null;
  brand: string | null;
  path: string | null;
  kind: string | null;
  country: string | null;
  nutri: string | null;
  labels: string[];
  allergens: string[];
}

const SHARE_WITHOUT_TEXT = 0.1;

/** How a filter is asked for with a product in mind, its condition in SQL, and the facet that leaves it aside. */
const FILTERS: Record<
  string,
  {
    value: (product: FacetedProduct, random: Random) => string | undefined | null;
    sql: string;
    facet: string;
  }
> = {
  brand_in: { value: ({ brand }) => brand, sql: 'b.slug = any($)', facet: 'brand' },
  category: { value: someCode, sql: "string_to_array(c.path, '/') && $", facet: 'category' },
  category_in: { value: someCode, sql: "string_to_array(c.path, '/') && $", facet: 'category' },
  country_in: { value: ({ country }) => country, sql: 'p.country_of_origin = any($)', facet: 'country' },
  nutri_score_in: {
    value: ({ nutri }, random) => nutri ?? pick(['a', 'b', 'c', 'd', 'e'], random),
    sql: "c.archive_kind = 'food' and f.nutri_score = any($)",
    facet: 'nutri_score',
  },
  kind_in: { value: ({ kind }) => kind, sql: 'c.archive_kind = any($)', facet: 'kind' },
  label_in: {
    value: ({ labels }, random) => pick(labels, random),
    sql: "exists (select from jsonb_array_elements_text(p.facts->'labels') l where l = any($))",
    facet: 'label',
  },
  allergen_not_in: {
    value: (_product, random) => pick(['milk', 'nuts', 'gluten', 'eggs'], random),
    sql: `c.archive_kind = 'food' and p.read_version = p.version
      and p.assured @> array(select 'a:' || code from unnest($) code)`,
    facet: 'allergen',
  },
};

function someCode({ path }: FacetedProduct, random: Random): string | undefined {
  return pick(path?.split('/') ?? [], random);
}

/** The value that a product counts for. */
export const FACET_VALUES: Record<string, string> = {
  brand: 'b.slug',
  category: "unnest(string_to_array(c.path, '/'))",
  country: 'p.country_of_origin',
  nutri_score: "case when c.archive_kind = 'food' then f.nutri_score end",
  kind: 'c.archive_kind',
  label: "jsonb_array_elements_text(coalesce(p.facts->'labels', '[]'))",
  allergen: `unnest(case when c.archive_kind = 'food'
    then array(select jsonb_object_keys(p.allergen_states->'contains')) else '{}' end)`,
};

export const ORDERS: Record<string, string> = {
  quality: 'p.quality_score desc, p.id',
  name: 'p.search_name collate "C", p.id',
  '-updated': 'p.updated_at desc nulls last, p.id',
  '-created': 'p.created_at desc nulls last, p.id',
};

export function makeFacetQuestions(products: FacetedProduct[], count: number, seed: number): Parameters[] {
  const random = createRandom(seed);
  const questions: Parameters[] = [];
  while (questions.length < count) {
    const product = pick(products, random);
    if (!product) return [];
    const question: Parameters = {};
    if (random() >= SHARE_WITHOUT_TEXT) {
      const gtins = product.gtin === null ? [] : [product.gtin];
      const q = makeQuery(pick(QUERY_KINDS, random) ?? 'one word', { names: [product.name], gtins }, random);
      if (!q?.trim()) continue;
      question['q'] = Array.from(q).slice(0, 200).join('');
    }
    for (let n = Math.floor(random() * 3); n > 0; n--) {
      const name = pick(Object.keys(FILTERS), random) ?? '';
      const value = FILTERS[name]?.value(product, random);
      if (value && !value.includes(',')) question[name] = value;
    }
    questions.push(question);
  }
  return questions;
}

/** The matches as `from … where …` of `p`, `b`, `c` and `f`; `facet`: without the filters that it leaves aside. */
export function matchesOf(question: Parameters, facet?: string): { from: string; values: unknown[] } {
  const values: unknown[] = [];
  const conditions = ["p.status = 'active' and p.merged_into_id is null"];
  const { text, digits } = readSearchText(foldText(question['q'] ?? ''));
  if (text) {
    values.push(text, containing(text));
    if (digits) values.push(containing(digits));
    conditions.push(`p.id in (select id from products where $1 <% search_name or search_name like $2
      ${digits ? 'union select product_id from barcodes where gtin14 like $3' : ''})`);
  }
  for (const [name, value] of Object.entries(question)) {
    const filter = FILTERS[name];
    if (!filter || filter.facet === facet) continue;
    values.push([value]);
    conditions.push(`(${filter.sql.replaceAll('$', `$${values.length}::text[]`)})`);
  }
  return {
    from: `products p left join brands b on b.id = p.brand_id left join categories c on c.id = p.category_id
      left join food_details f on f.product_id = p.id where ${conditions.join(' and ')}`,
    values,
  };
}

const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
