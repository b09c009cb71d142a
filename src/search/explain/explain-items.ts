import type { Db } from '../../platform/db/client.ts';
import { loadCatalogueContext } from '../../facts/state/catalogue-context.ts';
import { readProductStates } from '../../facts/state/product-state-store.ts';
import { buildStateQuality } from '../../facts/state/product-state.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import type { ProductSummary } from '../search-contract.ts';
import { isEnough, rankOf } from '../similarity/rank-matches.ts';
import { queryTrigrams, wordSimilarity, type QueryTrigrams } from '../similarity/word-similarity.ts';
import type { ItemExplanation, SearchExplanation } from './explanation-contract.ts';
import { findMatchedPart } from './find-matched-part.ts';
import { placeInName } from './place-in-name.ts';

/**
 * Returns why each item is on the page. It is computed from the text, the item and the parts of its quality, for any
 * engine. Runs two statements; without Postgres the parts are missing. `shownNames`: the items’ names in the requested
 * language.
 */
export async function explainItems(
  db: Db,
  { text, code }: Pick<SearchExplanation, 'text' | 'code'>,
  items: readonly ProductSummary[],
  shownNames: readonly string[],
): Promise<{ item: ProductSummary; explanation: ItemExplanation }[]> {
  const asked = { text, code, query: queryTrigrams(text) };
  const qualities = await readQualities(
    db,
    items.map(({ id }) => id),
  ).catch((): Awaited<ReturnType<typeof readQualities>> => new Map());
  return items.map((item, i) => {
    const match = explainMatch(asked, item, shownNames[i] ?? item.name);
    return { item, explanation: { ...match, quality: qualities.get(item.id) ?? null } };
  });
}

function explainMatch(
  { text, code, query }: { text: string; code: string | null; query: QueryTrigrams },
  item: ProductSummary,
  shownName: string,
): Omit<ItemExplanation, 'quality'> {
  const { name, score, quality_score } = item;
  if (score === null)
    return { match: 'filter', similarity: null, matched_text: null, matched: [], rank: null };
  const folded = foldText(name);
  const part = findMatchedPart(text, folded, query);
  const isLike = code === null || isEnough(wordSimilarity(query, folded));
  return {
    match: folded.includes(text) ? 'contains' : isLike ? 'similarity' : 'barcode',
    similarity: score,
    matched_text: part ? folded.slice(...part) : null,
    matched: part ? placesOf(name === shownName ? placeInName(name, part) : undefined) : [],
    rank: Math.round(rankOf({ score, quality_score }) * 1e6) / 1e6,
  };
}

function placesOf(place: [number, number] | undefined): ItemExplanation['matched'] {
  return place ? [place] : null;
}

async function readQualities(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, NonNullable<ItemExplanation['quality']>>> {
  if (ids.length === 0) return new Map();
  const [states, context] = await Promise.all([readProductStates(db, ids), loadCatalogueContext(db)]);
  return new Map(
    Array.from(states.values(), (state) => {
      const { score, parts, failedChecks, penalty } = buildStateQuality(state, context);
      return [state.id, { quality_score: score, parts, failed_checks: failedChecks, penalty }];
    }),
  );
}
