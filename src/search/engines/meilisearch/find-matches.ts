import { inOrder, isEnough, rankOf, scoreOfMatch, type Match } from '../../similarity/rank-matches.ts';
import { queryTrigrams } from '../../similarity/word-similarity.ts';
import { allOf, renderFilter, type Filter } from './filter.ts';
import type { ShownDocument } from '../../../index/search-index.ts';
import type { IndexAnswer } from './multi-search.ts';
import {
  estimateTotal,
  findLikely,
  mayPrecede,
  noteAnswer,
  openLevel,
  searchLevel,
  type CandidateSearch,
  type OpenLevel,
} from './open-level.ts';
import { levelsOfText } from './text-levels.ts';

/** Several searches of the index in one request. */
export type AskIndex = (searches: CandidateSearch[]) => Promise<IndexAnswer<ShownDocument>[]>;

export interface TextSearch {
  text: string;
  /** The documents that the filters leave; undefined: all. */
  where: Filter | undefined;
  /** How many matches are wanted, from the first on; 0: their number alone, and which documents are like the text. */
  wanted: number;
  /** When the best so far is better than a later answer, by `performance.now()`. */
  dueAt: number | undefined;
}

export interface FoundMatches {
  /** The best matches, `wanted` and more where there are so many. Best first, but what a larger window found comes after. */
  matches: Match[];
  /** Whether no other product belongs among these. */
  isProven: boolean;
  total: number;
  /** Whether `matches` are all that there are. */
  isTotalExact: boolean;
  /** Documents of which at least half match, where not every match is known. */
  likely?: Filter | undefined;
  /** Names that were compared with the text. */
  candidates: number;
}

/** So many candidates are all fetched: page and total are exact then. */
const MOST_FETCHED = 1_000;
/** Documents of filters up to which the superset of a long text is counted. */
const SUPERSET_COUNTED = 20_000;
/**
 * Candidates are looked for as if so many matches were wanted, whatever the page is. So pages of one text never repeat or skip
 * a product.
 */
const FIRST_WINDOW = 20;
const WINDOWS = [FIRST_WINDOW, 100, 1_000];
/** Documents that each search fetches in the first round, and in the rounds after it for the first window. */
const FIRST_FETCHED = 25;
const THEN_FETCHED = [60, 120];

/**
 * Finds the matches of a folded text that rank highest. The engine's full-text search and the strictest and loosest level
 * of likeness propose their documents of the highest quality. Then each level is asked for more, but only for documents of
 * a quality that lets them rank among the best so far. That ends when no such document is left, or after two requests a window.
 */
export async function findMatches(
  ask: AskIndex,
  { text, where, wanted, dueAt = Infinity }: TextSearch,
): Promise<FoundMatches> {
  const query = queryTrigrams(text);
  /** Every candidate by its id; undefined: it does not match. */
  const known = new Map<string, Match | undefined>();
  const { levels, areComplete, superset } = levelsOfText(text);
  const open = levels.map((level, i) => openLevel(level, i === 0));

  const take = (hits: readonly ShownDocument[], level?: OpenLevel): void => {
    for (const hit of hits) {
      if (known.has(hit.id)) continue;
      const score = scoreOfMatch(text, query, hit.name);
      known.set(hit.id, score === undefined ? undefined : { ...hit, score });
      if (!level || (level.isApart && score !== undefined && isEnough(score))) continue;
      level.own++;
      if (score !== undefined) level.ownMatches++;
    }
  };
  let ranked: Match[] = [];
  const rank = (): void => {
    ranked = inOrder([...known.values()].filter((match) => match !== undefined));
  };

  const askLevels = async (
    asked: readonly OpenLevel[],
    bar: number,
    limit: number,
    others: CandidateSearch[] = [],
  ): Promise<IndexAnswer<ShownDocument>[]> => {
    const searches = asked.map((level) => searchLevel(level, where, bar, limit));
    const answers = await ask([...searches, ...others]);
    for (const [i, level] of asked.entries()) {
      const answer = answers[i] as IndexAnswer<ShownDocument>;
      take(answer.hits, level);
      noteAnswer(level, answer, bar, limit);
    }
    const answersOfOthers = answers.slice(asked.length);
    for (const { hits } of answersOfOthers) take(hits);
    rank();
    return answersOfOthers;
  };

  const fetchAll = async (filter: Filter | undefined): Promise<FoundMatches> => {
    const [answer] = await ask([{ filter: renderFilter(allOf(filter, where)), limit: MOST_FETCHED }]);
    known.clear();
    take(answer?.hits ?? []);
    rank();
    return {
      matches: ranked,
      isProven: true,
      total: ranked.length,
      isTotalExact: true,
      candidates: known.size,
    };
  };

  const first = open.filter(({ isFirst }) => isFirst);
  const filtered: CandidateSearch = { filter: renderFilter(where), limit: 0 };
  // Filters find all that is like a short text; of a long one the full-text search finds more.
  const proposal: CandidateSearch = {
    q: text,
    matchingStrategy: 'all',
    filter: renderFilter(where),
    sort: ['quality_score:desc'],
    limit: FIRST_FETCHED,
  };
  const [counted] = await askLevels(first, 0, FIRST_FETCHED, areComplete ? [filtered] : [filtered, proposal]);
  const documents = counted?.estimatedTotalHits ?? 0;
  if (documents <= MOST_FETCHED) return await fetchAll(undefined);
  if (superset && (await isSmall())) return await fetchAll(superset);
  const total = estimateTotal(first);
  const [strictest] = first;
  const likely = findLikely(first);

  /** Whether the superset has so few documents that all can be fetched. */
  async function isSmall(): Promise<boolean> {
    if (areComplete) return first.reduce((sum, { size }) => sum + size, 0) <= MOST_FETCHED;
    if (documents > SUPERSET_COUNTED) return false;
    const [found] = await ask([{ filter: renderFilter(allOf(superset, where)), limit: 0 }]);
    return found !== undefined && found.estimatedTotalHits <= MOST_FETCHED;
  }

  const best: Match[] = [];
  let isProven = areComplete;
  for (const window of wanted > 0 ? WINDOWS : []) {
    for (const fetched of THEN_FETCHED) {
      const last = ranked[window - 1];
      const left = open.filter((level) => mayPrecede(level, last));
      if (left.length === 0 || performance.now() > dueAt) break;
      const limit = Math.max(fetched, fetched * (window / FIRST_WINDOW / 2));
      await askLevels(left, last ? rankOf(last) : 0, limit);
    }
    isProven &&= !open.some((level) => mayPrecede(level, ranked[window - 1]));
    const chosen = new Set(best.map(({ id }) => id));
    best.push(...ranked.filter(({ id }) => !chosen.has(id)).slice(0, window - best.length));
    if (best.length >= wanted || best.length < window) break;
  }
  return {
    matches: best,
    isProven,
    total: Math.max(total, best.length),
    isTotalExact: false,
    likely: strictest && likely && { any: [strictest.filter, likely.filter] },
    candidates: known.size,
  };
}
