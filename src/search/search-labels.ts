import { sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { createCachedValue } from '../catalog/statistics/cached-value.ts';
import { askForPage } from './engines/postgres/postgres-engine.ts';
import { listCategoryWords } from './index/category-words.ts';
import type { ProductSummary } from './search-contract.ts';
import type { Candidate, EngineQuery, SearchEngine } from './search-engine.ts';
import { CATEGORY_WORDS_FRESH_MS, LABEL_WINDOWS } from './search-limits.ts';
import { createLabelSimilarity } from './similarity/label-similarity.ts';
import { inOrder, type Match } from './similarity/rank-matches.ts';

/**
 * Returns the search of all labels: names in all languages, generic names, brands and names of categories. The engine finds
 * candidates by its full-text search in one request. One function ranks them: similarity × (`QUALITY_BASE` + quality). The
 * page is settled when every candidate was fetched.
 */
export function createSearchLabels(db: Db, engine: SearchEngine): SearchEngine {
  // Small and nearly constant. Without Postgres, a search does without the names of categories.
  const readCategoryWords = createCachedValue({
    load: () => listCategoryWords(db),
    freshMs: CATEGORY_WORDS_FRESH_MS,
    maxAgeMs: Infinity,
  });
  const search: SearchEngine['search'] = async (query, signal) => {
    const { text, offset, limit, order, suggested } = query;
    const windows = suggested ? [limit] : LABEL_WINDOWS;
    // The windows are fixed, so that the pages of one text never repeat or skip a product.
    const wanted = order ? Infinity : offset + limit;
    const window = windows.find((size) => size >= wanted) ?? windows.at(-1) ?? 0;
    const found = await engine.search({ ...query, offset: 0, limit: window }, signal);
    const categoryWords = await readCategoryWords().catch(() => new Map<string, string>());
    const compare = createLabelSimilarity(text, categoryWords, suggested !== undefined);
    const compared = found.items.map((item) => ({
      ...(suggested ? item : withoutOthers(item)),
      ...compare(item),
    }));
    const items = order
      ? await sortMatches(db, query, compared)
      : windows.flatMap((end, i) => inOrder(compared.slice(windows[i - 1] ?? 0, end)));
    return {
      ...found,
      ...(found.foundBy && { foundBy: { ...found.foundBy, names: compared.length } }),
      items: items.slice(offset, offset + limit),
    };
  };
  return { name: engine.name, search };
}

/** Returns what a result shows of a candidate. */
function withoutOthers({ other_names: _names, other_brands: _brands, ...item }: Candidate): ProductSummary {
  return item;
}

/** Returns the matches in the query's order, which Postgres knows. */
async function sortMatches(db: Db, query: EngineQuery, matches: Match[]): Promise<Match[]> {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const sorted = await askForPage(
    db,
    { ...query, text: '', facets: undefined, offset: 0, limit: matches.length },
    sql`p.id = any(${sql.param([...byId.keys()])}::uuid[])`,
    { isTotalExact: true, isSettled: true },
  );
  return sorted.items.flatMap(({ id }) => byId.get(id) ?? []);
}
