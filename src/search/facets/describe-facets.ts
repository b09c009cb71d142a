import { sql } from 'drizzle-orm';
import { codesOfCountries, findCountry, findCountryByCode } from '../../data/countries.ts';
import { nameCode, nameCountry, type GivenNames, type NameLanguage } from '../../data/names/names.ts';
import type { ReadGivenNames } from '../../catalog/names/given-names.ts';
import type { Db } from '../../platform/db/client.ts';
import { ALLERGEN_CODES, LABEL_CODES } from '../../facts/registry/fact-codes.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import type { EnginePage } from '../search-engine.ts';
import { listNamesOfValues } from './facet-name-store.ts';
import type { FacetRequest, NamedValue, ValueCounts } from './facet-request.ts';
import { type Facet, type FacetName, type Facets, USUAL_VALUES } from './facets-contract.ts';
import type { SearchQuery } from '../search-contract.ts';

/** More below one category help nobody to choose. */
const MOST_GUIDES = 200;

/** Returns the filter value and name of a key, or undefined if no filter accepts it. */
type NameValue = (key: string) => NamedValue | undefined;

/** Returns the counts with names. Values that no filter accepts are counted in `other`. */
export async function describeFacets(
  db: Db,
  request: FacetRequest,
  { counts, isExact }: NonNullable<EnginePage['facets']>,
  language: NameLanguage,
  readGivenNames: ReadGivenNames,
): Promise<Facets> {
  const keysOf = (name: FacetName): string[] => {
    if (!request.names.includes(name)) return [];
    return [...(counts[name]?.listed ?? []).map(([key]) => key), ...(request.selected[name] ?? [])];
  };
  const stored = await listNamesOfValues(
    db,
    { brand: keysOf('brand'), category: keysOf('category'), kind: keysOf('kind') },
    language,
  );
  const namesCodes = request.names.includes('label') || request.names.includes('allergen');
  const given = namesCodes ? await readGivenNames() : {};
  const namers: Record<FacetName, NameValue> = {
    ...stored,
    country: (key) => nameOrigin(key, language),
    nutri_score: (key) => ({ value: key, label: key.toUpperCase() }),
    label: (key) => nameKnown('labels', key, LABEL_CODES, language, given),
    allergen: (key) => nameKnown('allergens', key, ALLERGEN_CODES, language, given),
  };
  return Object.fromEntries(
    request.names.map((name): [FacetName, Facet] => {
      const { values, other } = nameValues(
        counts[name] ?? { listed: [], others: 0 },
        namers[name],
        request.selected[name] ?? [],
        request,
        name,
      );
      return [name, { values, other, exact: isExact }];
    }),
  );
}

function nameValues(
  { listed, others }: ValueCounts,
  nameOf: NameValue,
  selectedKeys: readonly string[],
  { size, guides }: FacetRequest,
  facet: FacetName,
): Omit<Facet, 'exact'> {
  const values = new Map<string, Facet['values'][number]>();
  let other = others;
  const add = (key: string, count: number, selected: boolean): void => {
    const named = nameOf(key);
    if (!named) {
      other += count;
      return;
    }
    // Two spellings of a country are one value.
    const id = foldText(named.value);
    const known = values.get(id) ?? { ...named, count: 0, selected: false };
    values.set(id, { ...known, count: known.count + count, selected: known.selected || selected });
  };
  for (const [key, count] of listed) add(key, count, false);
  for (const key of selectedKeys) add(key, 0, true);
  const inOrder = [...values.values()].toSorted(
    (a, b) => b.count - a.count || compare(a.label, b.label) || compare(a.value, b.value),
  );
  // `size` limits the most frequent values, selected or not. Selected values and guides are listed in addition.
  const frequent = new Set(inOrder.filter(({ count }) => count > 0).slice(0, size));
  const guiding = new Set(facet === 'category' ? guides : []);
  const shown = inOrder.filter(
    (value) => value.selected || frequent.has(value) || (value.count > 0 && guiding.has(value.value)),
  );
  const left = inOrder.filter((value) => !shown.includes(value));
  return { values: shown, other: left.reduce((sum, { count }) => sum + count, other) };
}

const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/**
 * Returns a country's code, or the stored text if it names no country. A text with a comma would be two filter
 * values.
 */
function nameOrigin(stored: string, language: NameLanguage): NamedValue | undefined {
  const country = findCountry(stored);
  if (country === undefined) return stored.includes(',') ? undefined : { value: stored, label: stored };
  const [code] = codesOfCountries([country]);
  // The filter compares the English name.
  return code && foldText(country) === foldText(stored)
    ? { value: code, label: nameCountry(code, country, language) }
    : undefined;
}

/** A code that no filter accepts has no value. */
function nameKnown(
  list: 'labels' | 'allergens',
  code: string,
  known: readonly string[],
  language: NameLanguage,
  given: GivenNames,
): NamedValue | undefined {
  if (!known.includes(code)) return undefined;
  return { value: code, label: nameCode(list, code, language, given) ?? code };
}

/** Returns the facets that a query requests, with the values of its exact filters, or undefined without facets. */
export async function readFacets(db: Db, query: SearchQuery): Promise<FacetRequest | undefined> {
  if (!query.facets) return undefined;
  const categories = [...(query.category ? [query.category] : []), ...(query.category_in ?? [])];
  const [brands, guides] = await Promise.all([
    query.facets.includes('brand') ? listBrandIds(db, query.brand_in ?? []) : [],
    query.facets.includes('category') ? listGuides(db, categories) : [],
  ]);
  return {
    names: query.facets,
    size: query.facet_size ?? USUAL_VALUES,
    selected: {
      brand: brands,
      category: categories,
      country: (query.country_in ?? []).map((text) => findCountry(text) ?? findCountryByCode(text) ?? text),
      nutri_score: query.nutri_score_in ?? [],
      kind: query.kind_in ?? [],
      label: query.label_in ?? [],
      allergen: query.allergen_not_in ?? [],
    },
    guides,
  };
}

async function listBrandIds(db: Db, slugs: string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from brands where slug = any(${sql.param(slugs)}::text[])`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the codes of all roots, and of the categories above and directly below the selected ones, up to a cap. */
async function listGuides(db: Db, selected: string[]): Promise<string[]> {
  const chosen = sql`code = any(${sql.param(selected)}::text[])`;
  const { rows } = await db.execute<{ code: string }>(sql`
    select code from categories where parent_id is null
    union select unnest(string_to_array(path, '/')) from categories where ${chosen}
    union select below.code from categories below
      where below.parent_id = any(array(select id from categories where ${chosen}))
    limit ${MOST_GUIDES}`);
  return rows.map(({ code }) => code);
}
