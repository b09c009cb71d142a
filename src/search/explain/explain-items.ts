import type { Db } from '../../platform/db/client.ts';
import { loadCatalogueContext } from '../../facts/state/catalogue-context.ts';
import { readProductStates } from '../../facts/state/product-state-store.ts';
import { buildStateQuality } from '../../facts/state/product-state.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import { foldWithOffsets, joinSigmas } from '../../platform/text/fold-with-offsets.ts';
import type { ProductSummary, SearchQuery } from '../search-contract.ts';
import { isEnough, rankOf } from '../similarity/rank-matches.ts';
import { queryTrigrams, wordSimilarity, type QueryTrigrams } from '../similarity/word-similarity.ts';
import type { ItemExplanation, SearchExplanation, HandOverReason } from './explanation-contract.ts';
import type { EnginePage, EngineQuery } from '../search-engine.ts';
import { QUALITY_BASE, SIMILARITY_THRESHOLD } from '../search-limits.ts';

/**
 * Returns why each item is on the page. It is computed from the text, the item and the parts of its quality, for any
 * engine. Runs two statements; without Postgres the parts are missing. `shownNames`: the items’ names in the requested
 * language.
 */
export async function explainItems(
  db: Db,
  { text, code, in: where }: Pick<SearchExplanation, 'text' | 'code' | 'in'>,
  items: readonly ProductSummary[],
  shownNames: readonly string[],
): Promise<{ item: ProductSummary; explanation: ItemExplanation }[]> {
  const asked = { text, code, where, query: queryTrigrams(text) };
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
  {
    text,
    code,
    where,
    query,
  }: { text: string; code: string | null; where: SearchExplanation['in']; query: QueryTrigrams },
  item: ProductSummary,
  shownName: string,
): Omit<ItemExplanation, 'quality'> {
  const { name, score, quality_score, matched = 'name' } = item;
  if (score === null)
    return { match: 'filter', similarity: null, matched_text: null, matched: [], rank: null };
  const folded = foldText(name);
  const part = findMatchedPart(text, folded, query);
  const isLike = code === null || isEnough(wordSimilarity(query, folded));
  const byName = folded.includes(text) ? 'contains' : isLike ? 'similarity' : 'barcode';
  return {
    match: where === 'all' ? matched : byName,
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
  const [states, context] = await Promise.all([readProductStates(db, ids), loadCatalogueContext(db, ids)]);
  return new Map(
    Array.from(states.values(), (state) => {
      const { score, parts, failedChecks, penalty } = buildStateQuality(state, context);
      return [state.id, { quality_score: score, parts, failed_checks: failedChecks, penalty }];
    }),
  );
}

/** Returns how a page was found. `handedOver`: the noted reasons in their order; `tookMs`: milliseconds. */
export function explainAnswer(
  { sort = 'relevance' }: Pick<SearchQuery, 'sort'>,
  { text, digits, typed }: Pick<EngineQuery, 'text' | 'digits' | 'typed'>,
  { foundBy, isSettled, isTotalExact }: EnginePage,
  handedOver: readonly HandOverReason[],
  tookMs: number,
): SearchExplanation {
  return {
    text,
    code: digits ?? null,
    order: text || sort !== 'relevance' ? sort : 'quality',
    in: typed === undefined ? 'name' : 'all',
    similarity_threshold: typed === undefined ? SIMILARITY_THRESHOLD : 0,
    quality_base: QUALITY_BASE,
    engine: foundBy?.engine ?? null,
    handed_over: [...handedOver],
    names_looked_at: foundBy?.names ?? null,
    is_proven_complete: isSettled && isTotalExact,
    took_ms: Math.round(tookMs * 100) / 100,
  };
}

/**
 * Returns the position in the original name of a part of its folded form; combining marks belong to their letter.
 * Returns undefined if the position is unknown, because letters fold differently together than alone.
 */
function placeInName(name: string, [start, end]: Span): Span | undefined {
  const { folded, starts, ends } = foldWithOffsets(name);
  // `foldText` keeps one of several blanks, and none at the beginning.
  const kept = Array.from(starts.keys()).filter((i) => folded[i] !== ' ' || (i > 0 && folded[i - 1] !== ' '));
  const [first, last] = [kept[start], kept[end - 1]];
  const isSame = kept
    .map((i) => folded[i])
    .join('')
    .startsWith(joinSigmas(foldText(name)));
  if (first === undefined || last === undefined || !isSame) return undefined;
  return [starts[first] as number, ends[last] as number];
}

/** Start and end in UTF-16 units, the end not included. */
type Span = [start: number, end: number];

/**
 * Returns the part of a folded name that has the greatest word similarity to a folded text, in whole letters. If they share
 * no trigram, returns the first occurrence of the text, or undefined if the name does not match. `query`: of the text.
 */
function findMatchedPart(text: string, folded: string, query: QueryTrigrams): Span | undefined {
  const extent = { first: 0, last: 0 };
  if (wordSimilarity(query, folded, extent) > 0) return spanOf(folded, extent.first, extent.last);
  const start = text === '' ? -1 : folded.indexOf(text);
  return start < 0 ? undefined : [start, start + text.length];
}

/**
 * Returns the letters that the trigrams from `first` to `last` cover. A word of `n` letters has `n + 1` trigrams, and the
 * `i`th ends with its `i`th letter.
 */
function spanOf(folded: string, first: number, last: number): Span {
  let before = 0;
  let start = 0;
  let end = folded.length;
  for (const match of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
    const letters = Array.from(match[0]);
    const offsetOf = (letter: number) => match.index + letters.slice(0, letter).join('').length;
    const after = before + letters.length + 1;
    if (first >= before && first < after) start = offsetOf(Math.max(0, first - before - 2));
    if (last >= before && last < after) end = offsetOf(Math.min(letters.length, last - before + 1));
    before = after;
  }
  return [start, end];
}
