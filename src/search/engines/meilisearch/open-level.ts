import type { ShownDocument } from '../../../index/search-index.ts';
import { QUALITY_BASE } from '../../search-limits.ts';
import { rankOf, type Match } from '../../similarity/rank-matches.ts';
import { allOf, renderFilter, type Filter } from './filter.ts';
import type { IndexAnswer, IndexSearch } from './multi-search.ts';
import type { Level } from './text-levels.ts';

export type CandidateSearch = Omit<IndexSearch, 'indexUid'>;

/** A level of likeness as far as its documents are known, fetched in the order of quality. */
export interface OpenLevel extends Level {
  /** Whether documents of one quality are fetched in the order of ids, which costs the engine more. */
  isById: boolean;
  /** How many documents it has; 0 until it was asked without a bar. */
  size: number;
  fetched: number;
  /** Of those fetched which no other level has: how many, and how many of them match. */
  own: number;
  ownMatches: number;
  /** What a document that was not fetched can rank at the most; below 0 when all were fetched. */
  bound: number;
  last: ShownDocument | undefined;
}

export function openLevel(level: Level, isById: boolean): OpenLevel {
  const bound = rankOf({ score: level.most, quality_score: 1 });
  return { ...level, isById, size: 0, fetched: 0, own: 0, ownMatches: 0, bound, last: undefined };
}

/** Qualities are compared as the engine has them, in binary. */
const ROUNDING = 1e-6;

/** Asks for the level's next documents that can rank at least as high as the bar. */
export function searchLevel(
  level: OpenLevel,
  where: Filter | undefined,
  bar: number,
  limit: number,
): CandidateSearch {
  const quality = bar / level.most - QUALITY_BASE - ROUNDING;
  const isHigh: Filter | undefined = quality > 0 ? { field: 'quality_score', from: quality } : undefined;
  return {
    filter: renderFilter(allOf(level.filter, isHigh, where)),
    sort: level.isById ? ['quality_score:desc', 'id:asc'] : ['quality_score:desc'],
    offset: level.fetched,
    limit,
  };
}

/** Notes what `searchLevel` has found. */
export function noteAnswer(
  level: OpenLevel,
  { hits, estimatedTotalHits }: IndexAnswer<ShownDocument>,
  bar: number,
  limit: number,
): void {
  if (bar === 0) level.size = estimatedTotalHits;
  level.fetched += hits.length;
  level.last = hits.at(-1);
  // Of fewer than asked for, everything that can rank as high as the bar was fetched.
  level.bound =
    level.last && hits.length === limit ? rankOf({ ...level.last, score: level.most }) : bar - ROUNDING;
}

/** Whether a document of the level that was not fetched may come before a match; undefined: before the end. */
export function mayPrecede(level: OpenLevel, match: Match | undefined): boolean {
  const { bound, last, isById } = level;
  if (bound < 0) return false;
  if (!match || rankOf(match) < bound) return true;
  if (rankOf(match) > bound) return false;
  if (!isById || !last) return true;
  // Those that rank as high have the quality of the last one fetched, and a higher id.
  const { quality_score: quality, id } = match;
  return quality < last.quality_score || (quality === last.quality_score && id > last.id);
}

/** Of a level whose own documents were not among those fetched. */
const UNKNOWN_SHARE = 0.5;

/**
 * How many match: of the documents that a level has and a stricter one has not, as many as of those that were fetched.
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
      // The other levels have none of the strictest.
      stricter = i === 0 ? 0 : size;
    }
  }
  return Math.round(total);
}

/** The loosest level of which at least half of the documents match. From strict to loose. */
export function findLikely(levels: readonly OpenLevel[]): OpenLevel | undefined {
  return levels.findLast(({ own, ownMatches }) => own > 0 && ownMatches >= own / 2) ?? levels[0];
}
