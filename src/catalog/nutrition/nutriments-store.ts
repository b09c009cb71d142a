import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/client.ts';
import { prepareStatement } from '../../platform/db/prepare-statement.ts';
import { categories, products } from '../../platform/db/schema/catalogue.ts';
import type { Nutriments } from '../../facts/registry/nutriments-contract.ts';
import { factColumns, readFactColumns } from '../../facts/state/stored-facts.ts';
import { rateNutrients, scaleToHundred } from './nutrient-levels.ts';
import { joinFood, productInUse } from '../products/product-store.ts';
import { readServing, scaleToServing } from '../products/serving.ts';

/** Returns the nutrition facts of a product in use, or undefined for any other id. */
export async function findNutriments(
  db: Db | Tx,
  id: string,
): Promise<Omit<Nutriments, 'disclaimer'> | undefined> {
  const [row] = await nutrimentsById(db, { id });
  if (!row) return undefined;
  const { archive_kind: archiveKind, category_path: categoryPath } = row;
  const facts = readFactColumns(row, 'food');
  const { nutriments, nutrition_basis, nutri_score, serving_size } = facts;
  return {
    product_id: row.id,
    nutriments,
    nutrition_basis,
    nutri_score,
    serving_size,
    ...readServing(serving_size),
    nutriments_per_serving: scaleToServing(facts),
    nutriments_per_100: scaleToHundred(facts),
    nutrient_levels: rateNutrients(facts, { archiveKind, categoryPath }),
  };
}

const nutrimentsById = prepareStatement<
  { id: string; category_path: string; archive_kind: string } & Record<string, unknown>
>(
  'find_nutriments',
  sql`
    select ${products.id} as id, ${categories.path} as category_path, ${categories.archiveKind} as archive_kind,
      ${factColumns}
    from ${products} left join ${categories} on ${categories.id} = ${products.categoryId} ${joinFood}
    where ${products.id} = ${sql.placeholder('id')} and ${productInUse}`,
);
