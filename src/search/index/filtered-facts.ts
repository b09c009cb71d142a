import { sql, type SQL } from 'drizzle-orm';

/** The facts that exact filters use, besides brand, category (which determines the kind) and origin. */
export interface FilteredFacts {
  nutriScore: string | null;
  novaGroup: string | null;
  environmentalScore: string | null;
  /** Amounts per 100 g or 100 ml; null where they are unknown or for a serving. */
  nutriments: Record<string, number> | null;
  /** Codes of the contained allergens. */
  allergens: string[];
  /**
   * Whether `allergens` is complete: the label states its allergens, or that it has none, and each has a code. An allergen
   * without a code may be the filtered one in other words.
   */
  allergensKnown: boolean;
  labels: string[];
  /** English names. */
  countriesSold: string[];
}

/** SQL expressions of these facts, over the product `p` and the joins below. */
export const FILTERED_FACTS: Readonly<Record<keyof FilteredFacts, SQL>> = {
  nutriScore: sql`f.nutri_score`,
  novaGroup: sql`case when c.archive_kind = 'food' then p.facts->>'nova_group' end`,
  environmentalScore: sql`case when c.archive_kind = 'food' then p.facts->>'environmental_score' end`,
  nutriments: sql`case when f.nutrition_basis in ('100g', '100ml') then f.nutriments end`,
  allergens: sql`coalesce(f.allergens, '{}')`,
  allergensKnown: sql`coalesce(c.archive_kind = 'food'
    and (cardinality(f.allergens) > 0 or p.facts->'no_allergens_stated' = 'true')
    and coalesce(jsonb_array_length(p.facts->'allergens_other'), 0) = 0, false)`,
  labels: sql`coalesce(p.facts->'labels', '[]')`,
  countriesSold: sql`coalesce(p.facts->'countries_sold', '[]')`,
};

/** Food details only apply under a category of the kind food. */
export const joinFilteredFacts: SQL = sql`
  left join categories c on c.id = p.category_id
  left join food_details f on f.product_id = p.id and c.archive_kind = 'food'`;
