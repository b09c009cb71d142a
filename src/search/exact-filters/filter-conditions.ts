import { sql, type SQL } from 'drizzle-orm';
import { FILTERED_FACTS, joinFilteredFacts } from '../index/filtered-facts.ts';
import type { NutrientBound } from './nutrients.ts';
import type { EngineFilters } from '../search-engine.ts';

type Conditions = Partial<Record<keyof EngineFilters, SQL>>;
/** Filters that need only the product's row. */
type RowFilter = 'categoryIds' | 'kindCategoryIds' | 'brandIds' | 'countries' | 'updatedSince';
type Given<Name extends keyof EngineFilters> = Record<Name, SQL | undefined>;

/** Returns the conditions, each after `and`, or an empty fragment without filters. */
export function filterConditions(filters: EngineFilters, products: SQL = sql`p`): SQL {
  const facts = Object.values(factConditions(filters));
  const conditions = Object.values(rowConditions(filters, products));
  if (facts.length > 0)
    conditions.push(sql`${products}.id in (
      select p.id from products p ${joinFilteredFacts} where ${sql.join(facts, sql` and `)})`);
  return sql.join(
    conditions.map((condition) => sql`and ${condition}`),
    sql` `,
  );
}

/** Returns the condition of each given filter, over the product `p` and `joinFilteredFacts`. */
export function conditionsByFilter(filters: EngineFilters): Conditions {
  return { ...rowConditions(filters, sql`p`), ...factConditions(filters) };
}

function rowConditions(filters: EngineFilters, products: SQL): Conditions {
  const isAny = (column: string, values: string[] | undefined, type: string) =>
    values && sql`${products}.${sql.raw(column)} = any(${sql.param(values)}::${sql.raw(type)})`;
  const conditions: Given<RowFilter> = {
    categoryIds: isAny('category_id', filters.categoryIds, 'uuid[]'),
    kindCategoryIds: isAny('category_id', filters.kindCategoryIds, 'uuid[]'),
    brandIds: isAny('brand_id', filters.brandIds, 'uuid[]'),
    countries: isAny('country_of_origin', filters.countries, 'text[]'),
    updatedSince:
      filters.updatedSince === undefined
        ? undefined
        : sql`${products}.updated_at >= to_timestamp(${filters.updatedSince}::float8 / 1000)`,
  };
  return givenOnly(conditions);
}

/** Returns the conditions that need more than the product’s row. */
function factConditions(filters: EngineFilters): Conditions {
  const { nutriScores, novaGroups, environmentalScores, nutrients, labels, countriesSold } = filters;
  const { nutriScore, assured } = FILTERED_FACTS;
  const list = (values: string[]) => sql`${sql.param(values)}::text[]`;
  const isAssured = (values: string[] | undefined) => values && sql`${assured} @> ${list(values)}`;
  const conditions: Given<Exclude<keyof EngineFilters, RowFilter>> = {
    nutriScores: nutriScores && sql`${nutriScore} = any(${list(nutriScores)})`,
    novaGroups: novaGroups && sql`${FILTERED_FACTS.novaGroup} = any(${list(novaGroups)})`,
    environmentalScores:
      environmentalScores && sql`${FILTERED_FACTS.environmentalScore} = any(${list(environmentalScores)})`,
    nutrients: nutrients && sql.join(nutrients.map(isWithin), sql` and `),
    labels: labels && sql`${FILTERED_FACTS.labels} ?| ${list(labels)}`,
    countriesSold: countriesSold && sql`${FILTERED_FACTS.countriesSold} ?| ${list(countriesSold)}`,
    withoutAllergens: isAssured(filters.withoutAllergens),
    withoutTraces: isAssured(filters.withoutTraces),
    withoutIngredients: isAssured(filters.withoutIngredients),
    diets: isAssured(filters.diets),
  };
  return givenOnly(conditions);
}

const isWithin = ({ key, is, amount }: NutrientBound): SQL =>
  sql`(${FILTERED_FACTS.nutriments}->>${key})::float8 ${sql.raw(is)} ${amount}::float8`;

function givenOnly(conditions: Partial<Record<keyof EngineFilters, SQL | undefined>>): Conditions {
  return Object.fromEntries(Object.entries(conditions).filter(([, condition]) => condition !== undefined));
}
