import { integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { categories } from './catalogue.ts';
import { instant, reference } from './column-types.ts';

/** Distribution of a nutrient over the products of a category that state it per 100 g or 100 ml. */
export interface NutrientSpread {
  unit: 'g' | 'ml';
  key: string;
  products: number;
  /** The 5 %, 10 %, … 95 % quantiles. */
  quantiles: number[];
}

/** Statistics that products of a category are compared with. Computed in the background; may be emptied at any time. */
export const categoryComparisons = pgTable(
  'category_comparisons',
  {
    categoryId: uuid().primaryKey(),
    products: integer().notNull(),
    nutrients: jsonb().$type<NutrientSpread[]>().notNull(),
    /** The best rated products of the category with a picture. */
    better: uuid().array().notNull(),
    countedAt: instant().notNull(),
  },
  (t) => [
    reference('category_comparisons_category_id_fkey', t.categoryId, categories.id).onDelete('cascade'),
  ],
);
