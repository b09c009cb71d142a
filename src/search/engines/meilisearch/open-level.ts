import type { ShownDocument } from '../../index/search-index.ts';
import { QUALITY_BASE } from '../../search-limits.ts';
import { rankOf, type Match } from '../../similarity/rank-matches.ts';
import { allOf, renderFilter, type Filter } from './filter.ts';
import type { IndexAnswer, IndexSearch } from './multi-search.ts';
import type { Level } from './text-levels.ts';

export type CandidateSearch = Omit<IndexSearch, 'indexUid'>;

/** A level of similarity with its documents so far, which are fetched in the order of quality. */
export interface OpenLevel extends Level {
  /** Whether documents of equal quality are fetched in the order of ids, which costs the engine more. */
  isById: boolean;
  /** The number of its documents; 0 until it was searched without a bar. */
  size: number;
  fetched: number;
  /** The fetched documents that no other level has: their number, and how many of them match. */
  own: number;
  ownMatches: number;
  /** The highest possible rank of a document that was not fetched; below 0 when all were fetched. */
  bound: number;
  last: ShownDocument | undefined;
}

export function openLevel(level: Level, isById: boolean): OpenLevel {
  const bound = rankOf({ score: level.most, quality_score: 1 });
  return { ...level, isById, size: 0, fetched: 0, own: 0, ownMatches: 0, bound, last: undefined };
}

/** A tolerance: the engine compares qualities in binary. */
const ROUNDING = 1e-6;

/** Returns the search for the level’s next documents that can rank at least as high as the bar. */
export function searchLevel(
  level: OpenLevel,
  where: Filter | undefined,
  bar: number,
  limit: number,
): CandidateSearch {
  const quality = bar / level.most - QUALITY_BASE - ROUNDING;
  const isHigh: Filter | undefined =
    quality > 0 ? { field: 'quality_score', is: '>=', than: quality } : undefined;
  return {
    filter: renderFilter(allOf(level.filter, isHigh, where)),
    sort: level.isById ? ['quality_score:desc', 'id:asc'] : ['quality_score:desc'],
    offset: level.fetched,
    limit,
  };
}

/** Adds the results of `searchLevel` to the level. */
export function noteAnswer(
  level: OpenLevel,
  { hits, estimatedTotalHits }: IndexAnswer<ShownDocument>,
  bar: number,
  limit: number,
): void {
  if (bar === 0) level.size = estimatedTotalHits;
  level.fetched += hits.length;
  level.last = hits.at(-1);
  // Fewer documents than requested: all that can rank as high as the bar were fetched.
  level.bound =
    level.last && hits.length === limit ? rankOf({ ...level.last, score: level.most }) : bar - ROUNDING;
}

/** Returns whether a document that was not fetched may rank before the match. Without a match: whether any is left. */
export function mayPrecede(level: OpenLevel, match: Match | undefined): boolean {
  const { bound, last, isById } = level;
  if (bound < 0) return false;
  if (!match || rankOf(match) < bound) return true;
  if (rankOf(match) > bound) return false;
  if (!isById || !last) return true;
  // An unfetched document of the same rank has the quality of the last fetched one, and a higher id.
  const { quality_score: quality, id } = match;
  return quality < last.quality_score || (quality === last.quality_score && id > last.id);
}

/** The assumed share of matches in a level without fetched documents of its own. */
const UNKNOWN_SHARE = 0.5;

/**
 * Estimates the number of matches. Among the documents that a level adds to the stricter ones, it assumes the same share of
 * matches as among the fetched ones.
 * @param levels from strict to loose
 */
export function estimateTotal(levels: readonly OpenLevel[]): number {
  let total = 0;
  let stricter = 0;
  for (const [i, { size, own, ownMatches, isApart, fetched }] of levels.entries()) {
    if (isApart) total += (size * ownMatches) / Math.max(1, fetched);
    else {
      const share = own === 0 ? UNKNOWN_SHARE : ownMatches / own;
      total += Math.max(0, size - stricter) * share;
      // The other levels exclude the documents of the strictest level.
      stricter = i === 0 ? 0 : size;
    }
  }
  return Math.round(total);
}

/** Returns the loosest level whose documents match at least by half. `levels`: from strict to loose. */
export function findLikely(levels: readonly OpenLevel[]): OpenLevel | undefined {
  return levels.findLast(({ own, ownMatches }) => own > 0 && ownMatches >= own / 2) ?? levels[0];
}
