import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { FILTERED_FACTS, joinFilteredFacts } from '../index/filtered-facts.ts';
import { inUse } from '../index/indexed-product-store.ts';
import { conditionsByFilter } from '../exact-filters/filter-conditions.ts';
import type { EngineFilters } from '../search-engine.ts';
import { OWN_FILTER } from './facet-fields.ts';
import {
  alwaysListed,
  mostOf,
  type FacetCounts,
  type FacetRequest,
  type ValueCounts,
} from './facet-request.ts';
import type { FacetName } from './facets-contract.ts';

/** SQL expressions for the keys of a match’s values, over the columns below. */
const KEYS: Record<FacetName, SQL> = {
  brand: sql`select brand_id::text`,
  category: sql`select unnest(string_to_array(path, '/'))`,
  country: sql`select country_of_origin`,
  nutri_score: sql`select nutri_score`,
  kind: sql`select archive_kind`,
  label: sql`select jsonb_array_elements_text(labels)`,
  allergen: sql`select unnest(allergens)`,
};

/** Counts the facets of the products `p` in use that meet a condition. One statement, so that the matches are found once. */
export async function countInPostgres(
  db: Db | Tx,
  filters: EngineFilters,
  condition: SQL,
  request: FacetRequest,
): Promise<FacetCounts> {
  const conditions = Object.entries(conditionsByFilter(filters));
  const passes = conditions.map(
    ([name, passing]) => sql`, (${passing}) is true as ${sql.identifier(`passes_${name}`)}`,
  );
  const counted = request.names.map((name) => {
    const others = conditions.filter(([filter]) => filter !== OWN_FILTER[name]);
    const isIn = others.map(([filter]) => sql`and ${sql.identifier(`passes_${filter}`)}`);
    const always = sql`${sql.param(alwaysListed(name, request))}::text[]`;
    return sql`
      select ${name}::text as name,
        coalesce(json_agg(json_build_array(key, count)) filter (where is_listed), '[]') as listed,
        coalesce(sum(count) filter (where not is_listed), 0)::int as others
      from (
        select key, count, key = any(${always})
          or row_number() over (order by count desc, key collate "C") <= ${mostOf(name, request)} as is_listed
        from (
          select key, count(*)::int as count from matches cross join lateral (${KEYS[name]}) as keys (key)
          where key is not null ${sql.join(isIn, sql` `)} group by key
        ) as counts
      ) as ranked`;
  });
  const { rows } = await db.execute<{ name: FacetName } & ValueCounts & Record<string, unknown>>(sql`
    with matches as materialized (
      select p.brand_id, c.path, p.country_of_origin, ${FILTERED_FACTS.nutriScore} as nutri_score, c.archive_kind,
        ${FILTERED_FACTS.labels} as labels, ${FILTERED_FACTS.allergens} as allergens ${sql.join(passes)}
      from products p ${joinFilteredFacts}
      where ${inUse(sql`p`)} and ${condition}
    )
    ${sql.join(counted, sql` union all `)}`);
  return Object.fromEntries(rows.map(({ name, listed, others }) => [name, { listed, others }]));
}
