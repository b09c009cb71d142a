import { sql } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { createCachedValue } from '../catalog/statistics/cached-value.ts';
import { askForPage } from './engines/postgres/postgres-engine.ts';
import { listCategoryWords } from './index/category-words.ts';
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
    const { text, offset, limit, order } = query;
    // The windows are fixed, so that the pages of one text never repeat or skip a product.
    const wanted = order ? Infinity : offset + limit;
    const window = LABEL_WINDOWS.find((size) => size >= wanted) ?? LABEL_WINDOWS.at(-1) ?? 0;
    const found = await engine.search({ ...query, offset: 0, limit: window }, signal);
    const categoryWords = await readCategoryWords().catch(() => new Map<string, string>());
    const compare = createLabelSimilarity(text, categoryWords);
    const compared = found.items.map((item) => withMatch(item, compare));
    const items = order
      ? await sortMatches(db, query, compared)
      : LABEL_WINDOWS.flatMap((end, i) => inOrder(compared.slice(LABEL_WINDOWS[i - 1] ?? 0, end)));
    return {
      ...found,
      ...(found.foundBy && { foundBy: { ...found.foundBy, names: compared.length } }),
      items: items.slice(offset, offset + limit),
    };
  };
  return { name: engine.name, search };
}

function withMatch(candidate: Candidate, compare: ReturnType<typeof createLabelSimilarity>): Match {
  const { other_names: _names, other_brands: _brands, ...item } = candidate;
  return { ...item, ...compare(candidate) };
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
