import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/client.ts';
import { isTimeout } from '../../platform/db/database-error.ts';
import { isUncategorized } from '../../facts/state/catalogue-context.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import type { NamedNeighbour } from './category-vote.ts';

/** Limit of each part of the query. */
const MAX_EACH = 15;
/** Less similar names tell nothing about the category, and are very many. */
const LEAST_SIMILARITY = 0.5;
/** Products of a brand to compare; a larger brand is only sampled. */
const MAX_OF_BRAND = 1_000;
/** Names of very common words take longer. They get no suggestion. */
const TIMEOUT_MS = 400;
const NOBODY = '00000000-0000-0000-0000-000000000000';

interface NeighbourRow extends Record<string, unknown> {
  category: string;
  similarity: number;
  has_brand: boolean;
}

/** Returns categorised products with the most similar names, of any brand and of the same brand. */
export async function listNamedNeighbours(
  db: Db,
  { name, brand, exceptId }: { name: string; brand: string | null; exceptId: string | undefined },
): Promise<NamedNeighbour[]> {
  const text = foldText(name);
  const candidates = sql`select p.id, p.search_name, p.brand_id, c.code from products p join categories c on c.id = p.category_id
    where p.status <> 'archived' and c.code not like 'uncategorized%' and p.id <> ${exceptId ?? NOBODY}::uuid`;
  try {
    return await db.transaction(
      async (tx) => {
        await tx.execute(sql`select set_config('pg_trgm.similarity_threshold', ${String(LEAST_SIMILARITY)}, true),
          set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`);
        const { rows } = await tx.execute<NeighbourRow>(sql`
          with brand as (select brand_id from brand_names where name_key = ${foldText(brand ?? '')}),
          near as (
            (${candidates} and p.search_name % ${text} order by similarity(p.search_name, ${text}) desc, p.id limit ${MAX_EACH})
            union
            (select * from (${candidates} and p.brand_id = (select brand_id from brand) limit ${MAX_OF_BRAND}) as own
              where similarity(search_name, ${text}) >= ${LEAST_SIMILARITY / 2}
              order by similarity(search_name, ${text}) desc, id limit ${MAX_EACH})
          )
          select code as category, similarity(search_name, ${text})::float8 as similarity,
            coalesce(brand_id = (select brand_id from brand), false) as has_brand
          from near`);
        return rows.map(({ has_brand: hasBrand, ...row }) => ({ ...row, hasBrand }));
      },
      { accessMode: 'read only' },
    );
  } catch (error) {
    if (isTimeout(error)) return [];
    throw error;
  }
}

/** Returns the archive kind of a category. Undefined if the category does not exist or is uncategorised. */
export async function findCategoryKind(db: Db, code: string): Promise<string | undefined> {
  if (isUncategorized(code)) return undefined;
  const { rows } = await db.execute<{ archive_kind: string }>(
    sql`select archive_kind from categories where code = ${code}`,
  );
  return rows[0]?.archive_kind;
}
