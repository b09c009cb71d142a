import { NUTRIMENT_KEYS } from '../../facts/registry/nutriment-keys.ts';
import { labelOfOff, OFF_NUTRIMENTS } from '../../facts/registry/off-names.ts';
import { tagOf, withoutLanguage } from './off-tags.ts';

/** A search of ours, and the filters that it cannot have: then nothing matches, because more would be shown than asked for. */
export interface ReadFilters {
  query: Record<string, string>;
  impossible: string[];
}

interface Facet {
  /** Our filter for any of the values. */
  in?: string;
  /** Our filter for none of the values. */
  notIn?: string;
  read: (tag: string) => string;
  /** A product has one value at most, so that several values can only mean any of these. */
  isSingle?: true;
}

const plain = (tag: string) => tagOf(withoutLanguage(tag));
const country: Facet = { in: 'sold_in', read: (tag) => withoutLanguage(tag).replaceAll('-', ' ') };
const category: Facet = { in: 'category_in', read: plain };
const brand: Facet = { in: 'brand_in', read: plain };
const label: Facet = { in: 'label_in', read: (tag) => labelOfOff(plain(tag)) };
const nutriScore: Facet = { in: 'nutri_score_in', read: plain, isSingle: true };
const nova: Facet = { in: 'nova_group_in', read: (tag) => plain(tag).slice(0, 1), isSingle: true };
const environment: Facet = { in: 'environmental_score_in', read: plain, isSingle: true };
const allergen: Facet = { notIn: 'allergen_not_in', read: plain };
const trace: Facet = { notIn: 'trace_not_in', read: plain };

/** Their facets, by the plural of the advanced search and of `X_tags`. */
const FACETS: Readonly<Record<string, Facet>> = {
  categories: category,
  brands: brand,
  labels: label,
  countries: country,
  nutrition_grades: nutriScore,
  nutriscore_grade: nutriScore,
  nutriscore: nutriScore,
  nova_groups: nova,
  ecoscore: environment,
  ecoscore_grade: environment,
  allergens: allergen,
  traces: trace,
};

/** Returns whether products can be listed by this facet, by its plural. */
export const isOffFacet = (plural: string): boolean => Object.hasOwn(FACETS, plural);

/** What the ingredients say, as our own filters. */
const ANALYSES = new Map<string, [filter: string, value: string]>(
  Object.entries({
    vegan: ['diet', 'vegan'],
    vegetarian: ['diet', 'vegetarian'],
    'palm-oil-free': ['ingredient_not_in', 'palm-oil'],
  }),
);

/**
 * Reads the filters of a request: `labels_tags=en:organic`, those of the advanced search (`tagtype_0`, `tag_contains_0`,
 * `tag_0`, `nutriment_0`, …), and bounds as `sugars_100g<5`. Other parameters are ignored.
 */
export function readOffFilters(parameters: ReadonlyMap<string, string>): ReadFilters {
  const filters: ReadFilters = { query: {}, impossible: [] };
  for (const [name, value] of parameters) {
    if (value === '' && !BOUND.test(name)) continue;
    const plural = name.replace(/_tags(_[a-z]{2})?$/, '');
    if (plural === 'ingredients_analysis') readAnalyses(filters, value);
    else if (plural !== 'code' && Object.hasOwn(FACETS, plural)) readTags(filters, plural, value);
    else if (/^tagtype_\d+$/.test(name))
      readAdvanced(filters, name.slice('tagtype_'.length), value, parameters);
    else if (/^nutriment_\d+$/.test(name))
      readNutriment(filters, name.slice('nutriment_'.length), value, parameters);
    else if (BOUND.test(value === '' ? name : `${name}=${value}`))
      readBound(filters, value === '' ? name : `${name}=${value}`);
  }
  return filters;
}

/** Reads `a|b` (any of these), `-a` (without it) and `a,b` (both, which only few of our filters can express). */
function readTags(filters: ReadFilters, plural: string, text: string): void {
  const facet = FACETS[plural];
  const all = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const wanted = all.filter((one) => !one.startsWith('-'));
  for (const one of all.filter((tag) => tag.startsWith('-')))
    add(filters, facet?.notIn, facet?.read(one.slice(1)), `${plural} ${one}`);
  if (wanted.length === 0) return;
  const values = wanted.length > 1 && !facet?.isSingle ? undefined : wanted.join('|').split('|');
  add(filters, values && facet?.in, values?.map((one) => facet?.read(one)).join(','), `${plural} ${text}`);
}

function readAdvanced(
  filters: ReadFilters,
  place: string,
  plural: string,
  parameters: ReadonlyMap<string, string>,
): void {
  const tag = parameters.get(`tag_${place}`) ?? '';
  if (tag === '') return;
  const isWithout = parameters.get(`tag_contains_${place}`) === 'does_not_contain';
  if (plural === 'ingredients_analysis' && !isWithout) readAnalyses(filters, tag);
  else if (Object.hasOwn(FACETS, plural)) readTags(filters, plural, isWithout ? `-${tag}` : tag);
  else add(filters, undefined, undefined, `${plural} ${tag}`);
}

function readAnalyses(filters: ReadFilters, text: string): void {
  for (const tag of text.split(',')) {
    const [name, value] = ANALYSES.get(plain(tag)) ?? [];
    add(filters, name, value, `ingredients_analysis ${tag}`);
  }
}

const SIGNS = new Map(Object.entries({ lt: '<', lte: '<=', gt: '>', gte: '>=' }));
const BOUND = /^([a-z0-9-]+)_100g(<=?|>=?)(\d+(?:\.\d+)?)$/;

function readNutriment(
  filters: ReadFilters,
  place: string,
  name: string,
  parameters: ReadonlyMap<string, string>,
): void {
  const sign = SIGNS.get(parameters.get(`nutriment_compare_${place}`) ?? '');
  const amount = parameters.get(`nutriment_value_${place}`) ?? '';
  if (amount === '') return;
  readBound(filters, `${name}_100g${sign ?? '?'}${amount}`);
}

/** Theirs is in grams, ours in the unit of the key. */
function readBound(filters: ReadFilters, text: string): void {
  const [, name = '', sign = '', amount = ''] = BOUND.exec(text) ?? [];
  const key = NUTRIMENT_KEYS.find(
    (one) => OFF_NUTRIMENTS.get(one) === (name === 'energy' ? 'energy-kj' : name),
  );
  const perGram = key?.endsWith('_mg') ? 1_000 : key?.endsWith('_ug') ? 1_000_000 : 1;
  add(
    filters,
    key && 'nutrient',
    key && `${key}${sign}${Number((Number(amount) * perGram).toFixed(6))}`,
    text,
  );
}

function add(
  { query, impossible }: ReadFilters,
  name: string | undefined,
  value: string | undefined,
  asked: string,
): void {
  if (name === undefined || !value) impossible.push(asked);
  else if (MANY.has(name) && query[name] !== undefined) query[name] += `,${value}`;
  // A second filter of the same kind means both, and ours means any.
  else if (query[name] !== undefined) impossible.push(asked);
  else query[name] = value;
}

/** Filters of ours whose values must all hold. */
const MANY: ReadonlySet<string> = new Set([
  'allergen_not_in',
  'trace_not_in',
  'ingredient_not_in',
  'diet',
  'nutrient',
]);

const SORTS = new Map(
  Object.entries({
    last_modified_t: '-updated',
    created_t: '-created',
    product_name: 'name',
    completeness: 'quality',
    unique_scans_n: 'popularity',
    popularity: 'popularity',
    popularity_key: 'popularity',
  }),
);

/** Returns our order for theirs; relevance for others. */
export const sortOf = (name: string | undefined): string =>
  SORTS.get((name ?? '').replace(/^-/, '')) ?? 'relevance';
