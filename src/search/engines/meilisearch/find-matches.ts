import type { ProductSummary } from '../../search-contract.ts';
import { QUALITY_BASE } from '../../search-limits.ts';
import { inOrder, rankOf, scoreOfMatch, type Match } from '../../similarity/rank-matches.ts';
import { queryTrigrams } from '../../similarity/word-similarity.ts';
import { allOf, renderFilter, type Filter } from './filter.ts';
import type { IndexAnswer, IndexSearch } from './multi-search.ts';
import { levelsOfText, type Level } from './text-levels.ts';

export type FoundDocument = Omit<ProductSummary, 'score'>;
export type CandidateSearch = Omit<IndexSearch, 'indexUid' | 'attributesToRetrieve'>;
/** Several searches of the index in one request. */
export type AskIndex = (searches: CandidateSearch[]) => Promise<IndexAnswer<FoundDocument>[]>;

export interface TextSearch {
  text: string;
  /** The documents that the filters leave; undefined: all. */
  where: Filter | undefined;
  /** Matches that are wanted. */
  wanted: number;
  /** When the best so far is better than a later answer, by `performance.now()`. */
  dueAt: number | undefined;
}

export interface FoundMatches {
  /** The best of what was found in the contract's order, `wanted` of them where there are so many. */
  matches: Match[];
  /** Whether no other product ranks among these. */
  isProven: boolean;
  total: number;
  isTotalExact: boolean;
  /** Every match; undefined where only the best are known. */
  all?: Match[];
  /** Documents that are like the text, most of which match, where not all matches are known. */
  likely?: Filter | undefined;
  /** Names that were compared with the text. */
  candidates: number;
}

/** So many candidates are all fetched: page and total are exact then. */
export const ALL_FETCHED = 1_000;
/** Documents of filters up to which it is worth the while to count the superset of a long text. */
const SUPERSET_COUNTED = 20_000;
/**
 * Candidates are looked for as if so many matches were wanted, whatever page is: what one page shows no other page of the
 * text repeats or skips.
 */
const WINDOWS = [20, 100, 1_000];
/** Documents of a level that are fetched in the first round, and in those that follow. */
const FIRST = 25;
const FURTHER = [60, 120];
const BEST_FIRST = ['quality_score:desc', 'id:asc'];
const BY_QUALITY = ['quality_score:desc'];

/** A level as far as it is known. */
interface OpenLevel extends Level {
  /** Its documents. */
  size: number;
  fetched: number;
  /** Of those fetched which no stricter level has: how many, and how many of them match. */
  own: number;
  ownMatches: number;
  /** What a document that was not fetched can rank at the most; 0: all were fetched. */
  bound: number;
  /** The last document fetched, where those not fetched come after it by quality and id. */
  last: FoundDocument | undefined;
}

/**
 * Finds the matches of a folded text that rank highest. The engine's full-text search and a filter for each level of
 * likeness propose the documents of the highest quality; then the levels are asked further, for those documents alone
 * whose quality is enough to rank among the best found so far.
 */
export async function findMatches(
  ask: AskIndex,
  { text, where, wanted, dueAt = Infinity }: TextSearch,
): Promise<FoundMatches> {
  const query = queryTrigrams(text);
  const known = new Map<string, Match | undefined>();
  const { levels, areComplete, superset } = levelsOfText(text);
  const open = levels.map((level): OpenLevel => ({
    ...level,
    size: 0,
    fetched: 0,
    own: 0,
    ownMatches: 0,
    bound: level.most * (QUALITY_BASE + 1),
    last: undefined,
  }));

  const take = (hits: readonly FoundDocument[], level?: OpenLevel): void => {
    for (const hit of hits) {
      if (known.has(hit.id)) continue;
      const score = scoreOfMatch(text, query, hit.name);
      known.set(hit.id, score === undefined ? undefined : { ...hit, score });
      if (!level) continue;
      level.own++;
      if (score !== undefined) level.ownMatches++;
    }
  };
  const ranked = (): Match[] => inOrder([...known.values()].filter((match) => match !== undefined));

  /** The level's next documents that can rank at least as high as the bar. */
  const searchLevel = (level: OpenLevel, limit: number, bar: number): CandidateSearch => {
    const quality = bar / level.most - QUALITY_BASE;
    const isHigh: Filter | undefined =
      quality > 0 ? { field: 'quality_score', from: quality - ROUNDING } : undefined;
    return {
      filter: renderFilter(allOf(level.filter, isHigh, where)),
      sort: level === open[0] ? BEST_FIRST : BY_QUALITY,
      offset: level.fetched,
      limit,
    };
  };
  const takeLevel = (
    level: OpenLevel,
    { hits }: IndexAnswer<FoundDocument>,
    limit: number,
    bar: number,
  ): void => {
    take(hits, level);
    level.fetched += hits.length;
    const last = hits.at(-1);
    if (last && hits.length === limit) level.bound = level.most * (QUALITY_BASE + last.quality_score);
    // Whatever can rank as high as the bar was fetched.
    else level.bound = bar - ROUNDING;
    level.last = level === open[0] ? last : undefined;
  };
  const fetchAll = async (filter: Filter | undefined): Promise<FoundMatches> => {
    const [answer] = await ask([{ filter: renderFilter(allOf(filter, where)), limit: ALL_FETCHED }]);
    known.clear();
    take(answer?.hits ?? []);
    const all = ranked();
    return {
      matches: all,
      all,
      isProven: true,
      total: all.length,
      isTotalExact: true,
      candidates: known.size,
    };
  };

  // The strictest level has the best, and the loosest tells how many there are.
  const ends = [...new Set([open[0], open.at(-1)])].filter((level) => level !== undefined);
  const [count, proposed, ...answers] = await ask([
    { filter: renderFilter(where), limit: 0 },
    { q: text, matchingStrategy: 'all', filter: renderFilter(where), sort: BY_QUALITY, limit: FIRST },
    ...ends.map((level) => searchLevel(level, FIRST, 0)),
  ]);
  for (const [i, level] of ends.entries()) {
    const answer = answers[i];
    if (!answer) continue;
    takeLevel(level, answer, FIRST, 0);
    level.size = answer.estimatedTotalHits;
  }
  take(proposed?.hits ?? []);
  const documents = count?.estimatedTotalHits ?? 0;
  if (documents <= ALL_FETCHED) return await fetchAll(undefined);
  if (superset && (areComplete ? sizeOf(ends) <= ALL_FETCHED : documents <= SUPERSET_COUNTED)) {
    const [counted] = await ask([{ filter: renderFilter(allOf(superset, where)), limit: 0 }]);
    if (counted && counted.estimatedTotalHits <= ALL_FETCHED) return await fetchAll(superset);
  }
  const total = estimateTotal(ends);

  const best: Match[] = [];
  let isProven = areComplete;
  for (const window of WINDOWS) {
    if (best.length >= wanted || (window > WINDOWS[0]! && best.length < WINDOWS[0]!)) break;
    const lastOf = (): Match | undefined => ranked()[window - 1];
    const barOf = (): number => {
      const last = lastOf();
      return last ? rankOf(last) : 0;
    };
    const isOpen = (level: OpenLevel): boolean => {
      const last = lastOf();
      return level.bound >= 0 && (last === undefined || !isBefore(last, level));
    };
    for (const further of FURTHER) {
      const bar = barOf();
      const left = open.filter(isOpen);
      if (left.length === 0 || performance.now() > dueAt) break;
      const limit = further * Math.ceil(window / WINDOWS[0]! / 2);
      const more = await ask(left.map((level) => searchLevel(level, limit, bar)));
      for (const [i, level] of left.entries()) if (more[i]) takeLevel(level, more[i], limit, bar);
    }
    isProven &&= !open.some(isOpen);
    const chosen = new Set(best.map(({ id }) => id));
    best.push(
      ...ranked()
        .filter(({ id }) => !chosen.has(id))
        .slice(0, window - best.length),
    );
  }
  return {
    matches: best,
    isProven,
    total: Math.max(total, best.length),
    isTotalExact: false,
    likely: likelyOf(ends),
    candidates: known.size,
  };
}

/** Qualities are compared as the engine has them, in binary. */
const ROUNDING = 1e-6;

/** Documents that are in a level, at the most. */
function sizeOf(levels: readonly OpenLevel[]): number {
  return levels.slice(-2).reduce((sum, { size }) => sum + size, 0);
}

/** Of each level's own documents as many match as of those that were fetched. */
function estimateTotal(levels: readonly OpenLevel[]): number {
  let total = 0;
  let stricter = 0;
  for (const { size, own, ownMatches } of levels) {
    total += (Math.max(0, size - stricter) * (ownMatches + (own === 0 ? 0.5 : 0))) / Math.max(1, own);
    stricter = size;
  }
  return Math.round(total);
}

/** The loosest level of which at least half of the documents match. */
function likelyOf(levels: readonly OpenLevel[]): Filter | undefined {
  let [likely] = levels;
  let size = 0;
  let matching = 0;
  for (const level of levels) {
    const own = Math.max(0, level.size - size);
    size = Math.max(size, level.size);
    matching += (own * level.ownMatches) / Math.max(1, level.own);
    if (matching >= size / 2) likely = level;
  }
  return likely?.filter;
}

/** Whether a match comes before every document of a level that was not fetched. */
function isBefore(match: Match, { bound, last }: OpenLevel): boolean {
  const rank = rankOf(match);
  if (rank !== bound) return rank > bound;
  if (!last) return false;
  const { quality_score: quality } = match;
  return quality > last.quality_score || (quality === last.quality_score && match.id <= last.id);
}
