import { sql, type SQL } from 'drizzle-orm';

/** The facts that exact filters and orders use, besides brand, category (which determines the kind) and origin. */
export interface FilteredFacts {
  nutriScore: string | null;
  novaGroup: string | null;
  environmentalScore: string | null;
  /** Amounts per 100 g or 100 ml; null where they are unknown or for a serving. */
  nutriments: Record<string, number> | null;
  /** Codes of the contained allergens: those that a source states, and those that its label or ingredients name. */
  allergens: string[];
  /** Assurances by `nameAssurance`: without an allergen, its traces or an ingredient, or suitable for a diet. */
  assured: string[];
  labels: string[];
  /** English names. */
  countriesSold: string[];
  popularity: number | null;
}

const isRead: SQL = sql`p.read_version = p.version and p.allergen_states is not null`;

/** SQL expressions of these facts, over the product `p` and the joins below. */
export const FILTERED_FACTS: Readonly<Record<keyof FilteredFacts, SQL>> = {
  nutriScore: sql`f.nutri_score`,
  novaGroup: sql`case when c.archive_kind = 'food' then p.facts->>'nova_group' end`,
  environmentalScore: sql`case when c.archive_kind = 'food' then p.facts->>'environmental_score' end`,
  nutriments: sql`case when f.nutrition_basis in ('100g', '100ml') then f.nutriments end`,
  // Until its label has been read, a product contains what its own list states, and assures nothing.
  allergens: sql`case when c.archive_kind is distinct from 'food' then '{}'::text[] when ${isRead}
    then array(select jsonb_object_keys(p.allergen_states->'contains') order by 1)
    else coalesce(f.allergens, '{}') end`,
  assured: sql`case when ${isRead} and c.archive_kind = 'food' then coalesce(p.assured, '{}') else '{}' end`,
  labels: sql`coalesce(p.facts->'labels', '[]')`,
  countriesSold: sql`coalesce(p.facts->'countries_sold', '[]')`,
  popularity: sql`(p.facts->>'popularity')::float8`,
};

/** Food details only apply under a category of the kind food. */
export const joinFilteredFacts: SQL = sql`
  left join categories c on c.id = p.category_id
  left join food_details f on f.product_id = p.id and c.archive_kind = 'food'`;
