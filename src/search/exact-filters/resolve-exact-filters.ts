import { sql } from 'drizzle-orm';
import { findBrandsAlike } from '../../catalog/brands/brand-store.ts';
import { findCountry, findCountryByCode } from '../../data/countries.ts';
import { nameAssurance } from '../../facts/label/assurance.ts';
import type { Db } from '../../platform/db/client.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import type { EngineFilters } from '../search-engine.ts';
import type { ExactFilters } from './exact-filters-contract.ts';
import { refuseParameter } from '../../platform/http/api-error.ts';

/**
 * Returns exact filters as ids and names for engines. A value that exists but no product has matches nothing.
 * @throws ApiError 400 `invalid_parameter` with `details.value` for an unknown brand, category, kind or country
 */
export async function resolveExactFilters(db: Db, given: ExactFilters): Promise<EngineFilters> {
  // One after the other: an unknown value ends the work, and no statement runs on after the refusal.
  const kindCategoryIds = given.kind_in && (await findCategoriesOfKinds(db, given.kind_in));
  const categoryIds = given.category_in && (await findCategoryIds(db, given.category_in));
  const countries = given.country_in && (await findOrigins(db, given.country_in));
  const brandIds = given.brand_in && (await findBrandIds(db, given.brand_in));
  const countriesSold = given.sold_in?.map(
    (text) => findNamedCountry(text) ?? refuseValue('sold_in', text, 'no country'),
  );
  const resolved: { [Name in keyof EngineFilters]: EngineFilters[Name] | undefined } = {
    brandIds,
    categoryIds,
    kindCategoryIds,
    countries,
    countriesSold,
    nutriScores: given.nutri_score_in,
    novaGroups: given.nova_group_in,
    environmentalScores: given.environmental_score_in,
    nutrients: given.nutrient,
    updatedSince: given.updated_since,
    labels: given.label_in,
    withoutAllergens: assuredOf('allergen', given.allergen_not_in),
    withoutTraces: assuredOf('trace', given.trace_not_in),
    withoutIngredients: assuredOf('ingredient', given.ingredient_not_in),
    diets: assuredOf('diet', given.diet),
  };
  return Object.fromEntries(Object.entries(resolved).filter(([, values]) => values !== undefined));
}

const assuredOf = (of: Parameters<typeof nameAssurance>[0], codes: readonly string[] | undefined) =>
  codes?.map((code) => nameAssurance(of, code));

function refuseValue(name: keyof ExactFilters, value: string, is: string): never {
  throw refuseParameter(name, `has the value ${value}, which is ${is}`, { value });
}

async function findBrandIds(db: Db, slugs: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; slug: string }>(
    sql`select id, slug from brands where slug = any(${sql.param(slugs)}::text[])`,
  );
  const known = new Set(rows.map(({ slug }) => slug));
  const names = slugs.filter((slug) => !known.has(slug));
  const named = names.length > 0 ? await findBrandsAlike(db, names) : [];
  const unknown = names[named.length];
  if (unknown !== undefined) refuseValue('brand_in', unknown, 'the slug or name of no brand');
  return [...new Set([...rows.map(({ id }) => id), ...named.flat()])];
}

async function findCategoryIds(db: Db, codes: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ code: string }>(
    sql`select code from categories where code = any(${sql.param(codes)}::text[])`,
  );
  const known = new Set(rows.map(({ code }) => code));
  for (const code of codes) if (!known.has(code)) refuseValue('category_in', code, 'the code of no category');
  return await findSubtrees(db, codes);
}

/** Returns the ids of the categories of these archive kinds that have products. */
async function findCategoriesOfKinds(db: Db, codes: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ code: string }>(
    sql`select code from kinds where code = any(${sql.param(codes)}::text[])`,
  );
  const known = new Set(rows.map(({ code }) => code));
  for (const code of codes) if (!known.has(code)) refuseValue('kind_in', code, 'no archive kind');
  const found = await db.execute<{ id: string }>(sql`
    select c.id from categories c where c.archive_kind = any(${sql.param(codes)}::text[])
      and exists (select from products p where p.category_id = c.id)`);
  return found.rows.map(({ id }) => id);
}

/** Returns the values that are in both lists. An undefined list does not restrict the other. */
export function inBoth(first: string[] | undefined, second: string[] | undefined): string[] | undefined {
  if (!first || !second) return first ?? second;
  const others = new Set(second);
  return first.filter((value) => others.has(value));
}

/** Returns the names that products store for these countries of origin. */
async function findOrigins(db: Db, texts: string[]): Promise<string[]> {
  const stored = (await listOrigins(db)).map((name) => ({ name, folded: foldText(name) }));
  return texts.flatMap((text) => {
    const country = findNamedCountry(text);
    const folded = foldText(country ?? text);
    const names = stored.filter((one) => one.folded === folded).map(({ name }) => name);
    if (country === undefined && names.length === 0) refuseValue('country_in', text, 'no country');
    return names;
  });
}

/** Returns the country’s English name, which facts store. */
function findNamedCountry(text: string): string | undefined {
  return findCountry(text) ?? findCountryByCode(text);
}

/** Returns the ids of categories and their subtrees, only those with products: every search of the index lists each id. */
export async function findSubtrees(db: Db, codes: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct c.id
    from categories root join categories c on c.path = root.path or starts_with(c.path, root.path || '/')
    where root.code = any(${sql.param(codes)}::text[])
      and exists (select from products p where p.category_id = c.id)`);
  return rows.map(({ id }) => id);
}

/** Returns the stored countries. Steps through the index from one country to the next: a few dozen probes in any catalogue. */
export async function listOrigins(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ country: string }>(sql`
    with recursive countries as (
      (select country_of_origin as country from products where country_of_origin is not null
       order by country_of_origin limit 1)
      union all
      select (select country_of_origin from products where country_of_origin > countries.country
              order by country_of_origin limit 1)
      from countries where countries.country is not null
    )
    select country from countries where country is not null`);
  return rows.map(({ country }) => country);
}
