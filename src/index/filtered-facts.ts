import { sql, type SQL } from 'drizzle-orm';

/** What exact filters ask for besides the brand, the category, which says the kind, and the origin: in a document, and of a row. */
export interface FilteredFacts {
  nutriScore: string | null;
  /** Codes of what it contains. */
  allergens: string[];
  /**
   * Whether an allergen that is not among these is not stated either: allergens are stated, or stated to be none, and each
   * of them has a code. A text without a code may be the very allergen that somebody asks about, in other words.
   */
  allergensKnown: boolean;
  labels: string[];
  /** In English. */
  countriesSold: string[];
}

/** Each as an expression of the product `p` and of the joins below. */
export const FILTERED_FACTS: Readonly<Record<keyof FilteredFacts, SQL>> = {
  nutriScore: sql`f.nutri_score`,
  allergens: sql`coalesce(f.allergens, '{}')`,
  allergensKnown: sql`coalesce(c.archive_kind = 'food'
    and (cardinality(f.allergens) > 0 or p.facts->'no_allergens_stated' = 'true')
    and coalesce(jsonb_array_length(p.facts->'allergens_other'), 0) = 0, false)`,
  labels: sql`coalesce(p.facts->'labels', '[]')`,
  countriesSold: sql`coalesce(p.facts->'countries_sold', '[]')`,
};

/** The food record counts only under a category of food. */
export const joinFilteredFacts: SQL = sql`
  left join categories c on c.id = p.category_id
  left join food_details f on f.product_id = p.id and c.archive_kind = 'food'`;
