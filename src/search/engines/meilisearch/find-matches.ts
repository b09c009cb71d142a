import { inOrder, isEnough, rankOf, scoreOfMatch, type Match } from '../../similarity/rank-matches.ts';
import { queryTrigrams } from '../../similarity/word-similarity.ts';
import { allOf, renderFilter, type Filter } from './filter.ts';
import type { ShownDocument } from '../../index/search-index.ts';
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
import { OVERTIME_MS } from '../../search-limits.ts';
import { levelsOfText } from './text-levels.ts';

/** Runs several searches of the index in one request, which `late` ends. */
type AskIndex = (searches: CandidateSearch[], late?: AbortSignal) => Promise<IndexAnswer<ShownDocument>[]>;

interface TextSearch {
  text: string;
  /** The filters of the search; undefined: all documents. */
  where: Filter | undefined;
  /** Whether these are known to be more than `SUPERSET_COUNTED`: then they are not counted. */
  areMany: boolean;
  /**
   * How many matches are needed, counted from the first; 0: only their number and the filter for similar documents.
   */
  wanted: number;
  /**
   * The deadline by `performance.now()`. After it nothing more is asked. `OVERTIME_MS` later a request for better matches is
   * given up, and the best matches so far are returned.
   */
  dueAt: number | undefined;
}

export interface FoundMatches {
  /** The best matches: at least `wanted`, unless fewer exist. Best first, but matches of a larger window come last. */
  matches: Match[];
  /** Whether these are certainly the best matches. */
  isProven: boolean;
  total: number;
  /** Whether `matches` holds every match. */
  isTotalExact: boolean;
  /** If not every match is known: a filter at least half of whose documents match. */
  likely?: Filter | undefined;
  /** The number of names that were compared with the text. */
  candidates: number;
  /** The number of documents of the filters; undefined where it was not counted. */
  documents?: number | undefined;
}

/** Up to this number all candidates are fetched: then page and total are exact. */
const MOST_FETCHED = 1_000;
/** The most documents of the filters for which the superset of a long text is counted. */
export const SUPERSET_COUNTED = 20_000;
/**
 * The candidates are searched for this many matches, whatever page is requested. So the pages of one text never repeat or
 * skip a product.
 */
const FIRST_WINDOW = 20;
const WINDOWS = [FIRST_WINDOW, 100, 1_000];
/** Documents that each search fetches in the first round, and in later rounds for the first window. */
const FIRST_FETCHED = 25;
const THEN_FETCHED = [60, 120];
/** Documents that the full-text search fetches, in its own order. */
const PROPOSED = 60;

/**
 * Finds the matches of a folded text that rank highest. The engine’s full-text search and the strictest and loosest level of
 * similarity propose their documents of the highest quality. Then each level fetches more, but only documents whose quality
 * lets them rank among the best so far. It ends when no such document is left, or after two requests for each window.
 */
export async function findMatches(
  ask: AskIndex,
  { text, where, areMany, wanted, dueAt = Infinity }: TextSearch,
): Promise<FoundMatches> {
  const query = queryTrigrams(text);
  /** Every candidate by its id; undefined: the candidate does not match. */
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
    late?: AbortSignal,
  ): Promise<IndexAnswer<ShownDocument>[]> => {
    const searches = asked.map((level) => searchLevel(level, where, bar, limit));
    const answers = await ask([...searches, ...others], late);
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
  // Filters find all names similar to a short text; for a long text the full-text search finds more, also without its most
  // frequent words: one of the others may be misspelt too much.
  const proposal: CandidateSearch = {
    q: text,
    attributesToSearchOn: ['name'],
    matchingStrategy: 'frequency',
    filter: renderFilter(where),
    limit: PROPOSED,
  };
  const others = [...(areMany ? [] : [filtered]), ...(areComplete ? [] : [proposal])];
  const [counted] = await askLevels(first, 0, FIRST_FETCHED, others);
  const documents = areMany ? Infinity : (counted?.estimatedTotalHits ?? 0);
  if (documents <= MOST_FETCHED) return await fetchAll(undefined);
  if (superset && (await isSmall())) return await fetchAll(superset);
  const total = estimateTotal(first);
  const [strictest] = first;
  const likely = findLikely(first);

  /** Returns whether the superset is small enough to fetch all its documents. */
  async function isSmall(): Promise<boolean> {
    if (areComplete) return first.reduce((sum, { size }) => sum + size, 0) <= MOST_FETCHED;
    if (documents > SUPERSET_COUNTED) return false;
    const [found] = await ask([{ filter: renderFilter(allOf(superset, where)), limit: 0 }]);
    return found !== undefined && found.estimatedTotalHits <= MOST_FETCHED;
  }

  const late = dueAt === Infinity ? undefined : AbortSignal.timeout(millisecondsTo(dueAt + OVERTIME_MS));
  const askForBetter = async (asked: readonly OpenLevel[], bar: number, limit: number): Promise<void> => {
    try {
      await askLevels(asked, bar, limit, [], late);
    } catch (error) {
      if (!late?.aborted) throw error;
    }
  };
  const best: Match[] = [];
  let isProven = areComplete;
  for (const window of wanted > 0 ? WINDOWS : []) {
    for (const fetched of THEN_FETCHED) {
      const last = ranked[window - 1];
      const left = open.filter((level) => mayPrecede(level, last));
      if (left.length === 0 || performance.now() > dueAt) break;
      const limit = Math.max(fetched, fetched * (window / FIRST_WINDOW / 2));
      await askForBetter(left, last ? rankOf(last) : 0, limit);
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
    documents: areMany ? undefined : documents,
  };
}

function millisecondsTo(moment: number): number {
  return Math.max(0, Math.ceil(moment - performance.now()));
}
