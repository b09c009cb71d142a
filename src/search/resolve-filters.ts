import { sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { foldText } from '../platform/text/fold-text.ts';
import { containsPattern } from '../platform/text/like-pattern.ts';
import type { ExactFilters } from './exact-filters/exact-filters-contract.ts';
import {
  findSubtrees,
  inBoth,
  listOrigins,
  resolveExactFilters,
} from './exact-filters/resolve-exact-filters.ts';
import type { EngineFilters } from './search-engine.ts';

interface LooseFilters {
  category?: string | undefined;
  brand?: string | undefined;
  country?: string | undefined;
}

/**
 * Resolves a caller’s filters to ids and exact names, so that all engines filter the same set. A category includes its whole
 * subtree. A brand matches when its folded name or an alias contains the given text or is similar to it, as names are. A country
 * matches when it begins with the given text, in any case and without accents. Exact filters narrow the result further.
 * @throws ApiError 400 `invalid_parameter` for an unknown value of an exact filter
 */
export async function resolveFilters(db: Db, given: LooseFilters & ExactFilters): Promise<EngineFilters> {
  const exact = await resolveExactFilters(db, given);
  const categoryIds = given.category ? await findSubtrees(db, [given.category]) : undefined;
  const brandIds = given.brand ? await findBrands(db, foldText(given.brand)) : undefined;
  const countries = given.country ? await findCountries(db, foldText(given.country)) : undefined;
  const both = (name: 'categoryIds' | 'brandIds' | 'countries', loose: string[] | undefined) => {
    const values = inBoth(loose, exact[name]);
    return values ? { [name]: values } : {};
  };
  return {
    ...exact,
    ...both('categoryIds', categoryIds),
    ...both('brandIds', brandIds),
    ...both('countries', countries),
  };
}

async function findBrands(db: Db, brand: string): Promise<string[]> {
  const result = await db.execute<{ id: string }>(sql`
    select distinct brand_id as id from brand_names
    where ${brand} <% name_key or name_key like ${containsPattern(brand)}`);
  return result.rows.map((row) => row.id);
}

async function findCountries(db: Db, prefix: string): Promise<string[]> {
  return (await listOrigins(db)).filter((country) => foldText(country).startsWith(prefix));
}
