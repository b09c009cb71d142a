import { sql } from 'drizzle-orm';
import { createCachedValue } from '../../../catalog/statistics/cached-value.ts';
import { readsWithin, type Db, type Tx } from '../../../platform/db/client.ts';
import { foldText } from '../../../platform/text/fold-text.ts';
import { containsPattern, escapeLike } from '../../../platform/text/like-pattern.ts';
import { inUse } from '../../index/indexed-product-store.ts';
import { listUsedCategories } from '../../index/suggestion-store.ts';
import type { EngineQuery, FoundName } from '../../search-engine.ts';
import { SUGGEST_MS, SUGGESTED_CANDIDATES } from '../../search-limits.ts';

/**
 * Returns a function that finds brands and categories whose folded names contain the words, without typos. Category counts
 * may be some seconds old. A search of brands longer than `SUGGEST_MS` finds none.
 */
export function createStoredNames(
  db: Db,
): (suggested: NonNullable<EngineQuery['suggested']>) => Promise<FoundName[]> {
  const readCategories = createCachedValue({
    load: async () =>
      (await listUsedCategories(db)).map(({ id, name, count }) => ({
        found: { type: 'category' as const, id, count },
        folded: foldText(name),
      })),
    freshMs: 2_000,
    maxAgeMs: 5_000,
  });
  return async ({ words, types }) => {
    const categories = types.includes('category') ? await readCategories() : [];
    const held = categories.filter(({ folded }) => words.every((word) => folded.includes(word)));
    const brands = types.includes('brand') ? await findBrands(db, words).catch(() => []) : [];
    return [...held.map(({ found }) => found), ...brands];
  };
}

async function findBrands(db: Db, words: readonly string[]): Promise<FoundName[]> {
  const holding = words.map((word) => sql`o.brand_key like ${containsPattern(word)}`);
  const statement = sql`
    select 'brand' as type, b.id, u.count from (
      select o.id from brands o where ${sql.join(holding, sql` and `)}
      order by o.brand_key not like ${`${escapeLike(words[0] ?? '')}%`}, length(o.brand_key) limit ${SUGGESTED_CANDIDATES}) b
    cross join lateral (select count(*)::int as count from products p where p.brand_id = b.id and ${inUse(sql`p`)}) u
    where u.count > 0`;
  const find = (tx: Tx) => tx.execute<FoundName & Record<string, unknown>>(statement);
  return (await db.transaction(find, readsWithin(SUGGEST_MS))).rows;
}
