import { sql } from 'drizzle-orm';
import { findCountry, findCountryByCode } from '../../data/countries.ts';
import type { Db } from '../../platform/db/client.ts';
import type { SearchQuery } from '../search-contract.ts';
import type { FacetRequest } from './facet-request.ts';
import { USUAL_VALUES } from './facets-contract.ts';

/** Returns the facets that a query requests, with the values of its exact filters, or undefined without facets. */
export async function readFacets(db: Db, query: SearchQuery): Promise<FacetRequest | undefined> {
  if (!query.facets) return undefined;
  return {
    names: query.facets,
    size: query.facet_size ?? USUAL_VALUES,
    selected: {
      brand: query.facets.includes('brand') ? await listBrandIds(db, query.brand_in ?? []) : [],
      category: [...(query.category ? [query.category] : []), ...(query.category_in ?? [])],
      country: (query.country_in ?? []).map((text) => findCountry(text) ?? findCountryByCode(text) ?? text),
      nutri_score: query.nutri_score_in ?? [],
      kind: query.kind_in ?? [],
      label: query.label_in ?? [],
      allergen: query.allergen_not_in ?? [],
    },
  };
}

async function listBrandIds(db: Db, slugs: string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from brands where slug = any(${sql.param(slugs)}::text[])`,
  );
  return rows.map(({ id }) => id);
}
