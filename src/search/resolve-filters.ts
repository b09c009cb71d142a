import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { foldText } from '../text/fold-text.ts';
import { containsPattern } from '../text/like-pattern.ts';
import type { EngineFilters } from './search-engine.ts';

/**
 * Turns the filters a caller writes into ids and exact names, so that both engines cut the same set: a category's
 * whole subtree; every brand of which a folded name or alias contains the given one, or is similar to it as a name is
 * to a text; every country that begins with the given text, in any case and without accents.
 */
export async function resolveFilters(
  db: Db,
  given: { category?: string | undefined; brand?: string | undefined; country?: string | undefined },
): Promise<EngineFilters> {
  const [categoryIds, brandIds, countries] = await Promise.all([
    given.category ? findSubtree(db, given.category) : undefined,
    given.brand ? findBrands(db, foldText(given.brand)) : undefined,
    given.country ? findCountries(db, foldText(given.country)) : undefined,
  ]);
  return {
    ...(categoryIds ? { categoryIds } : {}),
    ...(brandIds ? { brandIds } : {}),
    ...(countries ? { countries } : {}),
  };
}

/** Those with products: each id is named in every search of the index. */
async function findSubtree(db: Db, code: string): Promise<string[]> {
  const result = await db.execute<{ id: string }>(sql`
    select c.id from categories root join categories c on c.path = root.path or starts_with(c.path, root.path || '/')
    where root.code = ${code} and exists (select from products p where p.category_id = c.id)`);
  return result.rows.map((row) => row.id);
}

async function findBrands(db: Db, brand: string): Promise<string[]> {
  const result = await db.execute<{ id: string }>(sql`
    select distinct brand_id as id from brand_names
    where ${brand} <% name_key or name_key like ${containsPattern(brand)}`);
  return result.rows.map((row) => row.id);
}

/** Steps through the index from one country to the next: a few dozen probes, however many products there are. */
async function findCountries(db: Db, prefix: string): Promise<string[]> {
  const result = await db.execute<{ country: string }>(sql`
    with recursive countries as (
      (select country_of_origin as country from products where country_of_origin is not null
       order by country_of_origin limit 1)
      union all
      select (select country_of_origin from products where country_of_origin > countries.country
              order by country_of_origin limit 1)
      from countries where countries.country is not null
    )
    select country from countries where country is not null`);
  return result.rows.map((row) => row.country).filter((country) => foldText(country).startsWith(prefix));
}
