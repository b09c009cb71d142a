import { createRandom } from './query-kinds.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import { insertProduct } from '../catalogue/catalogue.ts';

const PRODUCTS = 400;
export const WORDS = [
  'hazelnut',
  'cocoa',
  'spread',
  'juice',
  'orange',
  'bread',
  'rye',
  'phone',
  'charger',
  'milk',
];
const BRANDS = ['Avelotta', 'Old Mill', 'Dune & Co', '7-Up', 'Crème Royale'];
const CATEGORIES: [path: string, kind: string][] = [
  ['food', 'food'],
  ['food/xf-drinks', 'food'],
  ['food/xf-drinks/xf-juices', 'food'],
  ['food/xf-drinks-hot', 'food'],
  ['food/xf-spreads', 'food'],
  ['xf-devices', 'electronics'],
  ['xf-devices/xf-phones', 'electronics'],
];
const COUNTRIES = ['France', 'Italy', 'Ivory Coast', String.raw`Odd"\land`];
const ALLERGENS = ['milk', 'nuts', 'gluten', 'eggs'];
const LABELS = ['organic', 'vegan', 'halal'];
const ASSURED = ['a:milk', 'a:nuts', 'a:gluten', 'a:eggs', 't:milk', 't:nuts', 'i:palm-oil', 'd:vegetarian'];
const SCORES = ['a', 'b', 'c', 'd', 'e'] as const;

/** When products changed: both sides of a millisecond and of midnight. */
const CHANGES = [
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00.000Z',
  '2026-03-01T00:00:00.001Z',
  '2026-05-17T12:00:00.000Z',
];

/** Orders by nutrient, as `amount` of `food_details f` under `categories c`. */
export const NUTRIENT_ORDERS: Record<string, [key: string, direction: 'asc' | 'desc']> = {
  'nutrient:salt': ['salt_g', 'asc'],
  '-nutrient:salt_g': ['salt_g', 'desc'],
  '-nutrient:protein': ['proteins_g', 'desc'],
  'nutrient:energy_kcal': ['energy_kcal', 'asc'],
};

export type Question = Record<string, string>;
type Random = () => number;

export const pick = <T>(list: readonly T[], random: Random): T =>
  list[Math.floor(random() * list.length)] as T;

/** Foods whose label, as it is now, was read and is assured of all of these. */
const assuredOf = (prefix: string, codes: readonly string[]) => ({
  choices: codes.map((code): [string, string] => [code, `${prefix}:${code}`]),
  sql: "c.archive_kind = 'food' and p.read_version = p.version and p.assured @> $",
});

/** What a filter means, as plain SQL of `products p`, `c`, `b` and `f`, written beside the program's own. */
export const MEANINGS: Record<string, { choices: [written: string, means: string][]; sql: string }> = {
  brand_in: {
    choices: [
      ['avelotta', 'Avelotta'],
      ['old-mill', 'Old Mill'],
      ['creme-royale', 'Crème Royale'],
      ['7-up', '7-Up'],
    ],
    sql: 'b.name = any($)',
  },
  category_in: {
    choices: ['xf-drinks', 'xf-juices', 'xf-spreads', 'xf-devices', 'xf-phones'].map((code) => [code, code]),
    sql: "string_to_array(c.path, '/') && $",
  },
  country_in: {
    choices: [
      ['France', 'France'],
      ['it', 'Italy'],
      ["Côte d'Ivoire", 'Ivory Coast'],
      ['germany', 'Germany'],
      [String.raw`odd"\land`, String.raw`Odd"\land`],
    ],
    sql: 'p.country_of_origin = any($)',
  },
  sold_in: {
    choices: [
      ['FR', 'France'],
      ['Italia', 'Italy'],
      ['Germany', 'Germany'],
    ],
    sql: "exists (select from jsonb_array_elements_text(p.facts->'countries_sold') s where s = any($))",
  },
  nutri_score_in: {
    choices: SCORES.map((score) => [score, score]),
    sql: "c.archive_kind = 'food' and f.nutri_score = any($)",
  },
  kind_in: {
    choices: [
      ['food', 'food'],
      ['electronics', 'electronics'],
    ],
    sql: 'c.archive_kind = any($)',
  },
  label_in: {
    choices: [...LABELS, 'kosher'].map((label) => [label, label]),
    sql: "exists (select from jsonb_array_elements_text(p.facts->'labels') l where l = any($))",
  },
  nova_group_in: {
    choices: ['1', '2', '3', '4'].map((group) => [group, group]),
    sql: "c.archive_kind = 'food' and p.facts->>'nova_group' = any($)",
  },
  environmental_score_in: {
    choices: ['a-plus', 'a', 'f'].map((score) => [score, score]),
    sql: "c.archive_kind = 'food' and p.facts->>'environmental_score' = any($)",
  },
  nutrient: {
    choices: [
      ['sugars<5', 'sugars_g < 5'],
      ['sugars>=5', 'sugars_g >= 5'],
      ['sugar<=5', 'sugars_g <= 5'],
      ['protein>10', 'proteins_g > 10'],
      ['proteins_g>=10', 'proteins_g >= 10'],
      ['salt<=0.3', 'salt_g <= 0.3'],
      ['energy_kcal<250', 'energy_kcal < 250'],
    ],
    sql: `c.archive_kind = 'food' and f.nutrition_basis <> 'serving' and (
      select bool_and(coalesce(case o when '<' then a < x when '<=' then a <= x when '>' then a > x else a >= x end, false))
      from unnest($) b, lateral (select split_part(b, ' ', 2) as o, split_part(b, ' ', 3)::float8 as x,
        (f.nutriments->>split_part(b, ' ', 1))::float8 as a) bound)`,
  },
  updated_since: {
    choices: [
      ...CHANGES.map((time): [string, string] => [time, time]),
      ['2026-03-01', '2026-03-01T00:00:00Z'],
      ['2026-03-01T01:00:00.001+01:00', '2026-03-01T00:00:00.001Z'],
    ],
    sql: 'p.updated_at >= ($)[1]::timestamptz',
  },
  allergen_not_in: assuredOf('a', [...ALLERGENS, 'lupin']),
  trace_not_in: assuredOf('t', ALLERGENS),
  ingredient_not_in: assuredOf('i', ['palm-oil', 'honey']),
  diet: assuredOf('d', ['vegan', 'vegetarian']),
};

/** Products that the filters below have something to do with, and some that are not in use. */
export async function fillFilteredCatalogue(db: Db): Promise<void> {
  const random = createRandom(17);
  const some = <T>(list: readonly T[], share: number) => list.filter(() => random() < share);
  const one = <T>(list: readonly T[]): T => pick(list, random);
  for (let n = 0; n < PRODUCTS; n++) {
    const [category, kind] = one(CATEGORIES);
    await insertProduct(db, {
      name: `${one(WORDS)} ${one(WORDS)} ${one(WORDS)}`,
      brand: random() < 0.8 ? one(BRANDS) : null,
      category,
      kind,
      status: random() < 0.05 ? 'archived' : 'active',
      countryOfOrigin: random() < 0.7 ? one(COUNTRIES) : null,
      qualityScore: Math.round(random() * 1_000) / 1_000,
      updatedAt: new Date(one(CHANGES)),
      assured: some(ASSURED, 0.7),
      // Also one that an older release has changed since.
      ...(random() < 0.1 ? { version: 2, readVersion: 1 } : {}),
      // Also of what is no food, as a product keeps it that was moved to another category.
      ...(random() < 0.8
        ? {
            food: {
              nutriScore: random() < 0.7 ? one(SCORES) : null,
              allergens: random() < 0.6 ? some(ALLERGENS, 0.4) : [],
              nutritionBasis: one(['100g', '100g', '100ml', 'serving', null] as const),
              nutriments: random() < 0.8 ? makeNutriments(random) : null,
            },
          }
        : {}),
      facts: {
        ...(random() < 0.7 ? { nova_group: 1 + Math.floor(random() * 4) } : {}),
        ...(random() < 0.7 ? { environmental_score: one(['a-plus', 'a', 'f']) } : {}),
        ...(random() < 0.4 ? { labels: some(LABELS, 0.5) } : {}),
        ...(random() < 0.8 ? { countries_sold: some(['France', 'Italy'], 0.5) } : {}),
        ...(random() < 0.3 ? { popularity: one([1, 2, 9, 10, 1_000_000_000]) } : {}),
      },
    });
  }
}

/** Amounts of which many are equal, and many are a bound of a question. */
function makeNutriments(random: Random): Record<string, number> {
  const amounts: Record<string, number[]> = {
    energy_kcal: [0, 249.9, 250, 539],
    sugars_g: [0, 4.9, 5, 5.1, 56.3],
    proteins_g: [9.99, 10, 10.5],
    salt_g: [0.1, 0.3, 0.30001, 1.2],
  };
  return Object.fromEntries(
    Object.entries(amounts)
      .filter(() => random() < 0.7)
      .map(([key, choices]) => [key, pick(choices, random)]),
  );
}

/** With one to three filters, half of them with a text. */
export function makeQuestion(random: Random): Question {
  const names = Object.keys(MEANINGS);
  const question: Question = {};
  for (let n = 1 + Math.floor(random() * 3); n > 0; n--) {
    const name = pick(names, random);
    const choices = MEANINGS[name]?.choices ?? [];
    const most = name === 'updated_since' ? [0] : [0, 0, 0];
    const written = most.slice(Math.floor(random() * most.length)).map(() => pick(choices, random)[0]);
    question[name] = written.join(random() < 0.5 ? ',' : ', ');
  }
  if (random() < 0.5)
    question['q'] = `${pick(WORDS, random)} ${random() < 0.3 ? pick(WORDS, random) : ''}`.trim();
  if (random() < 0.2) question['sort'] = pick(['popularity', ...Object.keys(NUTRIENT_ORDERS)], random);
  if (random() < 0.2) question['country'] = 'f';
  if (random() < 0.2) question['category'] = 'xf-drinks';
  return question;
}

/** The order of a question, as plain SQL, `$1` being its text. */
export function orderOf({ sort = '' }: Question): string {
  const [key, direction] = NUTRIENT_ORDERS[sort] ?? [];
  if (key !== undefined)
    return `case when c.archive_kind = 'food' and f.nutrition_basis <> 'serving' then (f.nutriments->>'${key}')::float8 end
      ${direction} nulls last, p.id`;
  if (sort === 'popularity')
    return "(p.facts->>'popularity')::int desc nulls last, p.quality_score desc, p.id";
  return `case when $1 = '' then 1 else word_similarity($1, p.search_name)::float8 end
    * (0.5 + p.quality_score::float8) desc, p.quality_score desc, p.id`;
}

/**
 * What a question asks for as conditions, and their values, `$1` being its text; `but`: without these filters. Of `products p`,
 * `categories c`, `brands b` and `food_details f`.
 */
export function conditionsOf(question: Question, but: readonly string[] = []) {
  const values: unknown[] = [question['q'] ?? ''];
  const conditions = ["p.status = 'active'", "($1 = '' or word_similarity($1, p.search_name) >= 0.42)"];
  for (const [name, text] of Object.entries(question)) {
    const meaning = MEANINGS[name];
    if (!meaning || but.includes(name)) continue;
    const means = text
      .split(',')
      .map((one) => meaning.choices.find(([written]) => written === one.trim())?.[1]);
    values.push(means);
    conditions.push(`(${meaning.sql.replaceAll('$', `$${values.length}::text[]`)})`);
  }
  if (question['country'] && !but.includes('country')) conditions.push("p.country_of_origin like 'F%'");
  if (question['category'] && !but.includes('category'))
    conditions.push("'xf-drinks' = any(string_to_array(c.path, '/'))");
  return {
    values,
    from: `products p join categories c on c.id = p.category_id
      left join brands b on b.id = p.brand_id left join food_details f on f.product_id = p.id
      where ${conditions.join(' and ')}`,
  };
}
