import type { GroupAnswer, GroupRequest } from './group-requests.ts';
import type { Ranked } from './collect-candidates.ts';
import { and, atLeast, or, type Filter } from '../plan/filter.ts';
import type { CandidateGroup } from '../plan/candidate-group.ts';
import { leastQuality, rank, rankOf } from '../similarity/rank-matches.ts';
import { MAX_UNBOUNDED_GROUPS, RANK_TOLERANCE } from '../planner-limits.ts';

/** What a round asks for. */
export interface NextReading {
  /** Groups of one similarity, and the request of each: no more documents than the page has places, in order. */
  groups: CandidateGroup[];
  requests: GroupRequest[];
  /** All other groups that are open, as far as they can reach the page; of these the names are asked for. */
  named: CandidateGroup[];
  others: Filter;
  /** Nothing that is open is left out. */
  isWhole: boolean;
}

/** How far the groups of a plan have been read, and what is still to be asked of them. */
export interface GroupReading {
  read(group: CandidateGroup, answer: GroupAnswer): void;
  /** All names of the group that can reach the page are known. */
  close(group: CandidateGroup): void;
  /** Whether a document that was not read can come before the last of the page, if there is one. */
  isOpen(group: CandidateGroup, last: Ranked | undefined): boolean;
  next(open: CandidateGroup[], lastRank: number): NextReading;
}

export function trackReading(wanted: number, bestQuality: number): GroupReading {
  const read = new Map<string, GroupAnswer>();
  const closed = new Set<string>();
  const bounded = ({ filter, bound }: CandidateGroup, lastRank: number): Filter =>
    lastRank > 0 ? and(filter, atLeast('quality_score', leastQuality(lastRank, bound))) : filter;

  return {
    read: (group, answer) => void read.set(group.filter.key, answer),
    close: (group) => void closed.add(group.filter.key),
    isOpen(group, last) {
      if (closed.has(group.filter.key)) return false;
      const known = read.get(group.filter.key);
      if (!known) return !last || rank(group.bound, bestQuality) >= rankOf(last) - RANK_TOLERANCE;
      // Of documents with the same similarity the page needs no more than it has places.
      if (group.isExact || known.hits.length === known.total) return false;
      const deepest = known.hits.at(-1);
      return !last || !deepest || canComeBefore(group.bound, deepest, last);
    },
    next(open, lastRank) {
      const exact = open.filter(({ isExact }) => isExact);
      const groups = lastRank > 0 ? exact : exact.slice(0, MAX_UNBOUNDED_GROUPS);
      const named = open.filter(({ isExact }) => !isExact);
      return {
        groups,
        requests: groups.map((group) => ({
          filter: bounded(group, lastRank),
          limit: wanted,
          first: 'ordered',
        })),
        named,
        others: or(...named.map((group) => bounded(group, lastRank))),
        isWhole: groups.length === exact.length,
      };
    },
  };
}

/**
 * Whether a document that follows `deepest` by quality and id, and is no more similar than `bound`, can come before
 * `last`. Many documents have the same quality: where ranks tie, quality and id decide.
 */
function canComeBefore(bound: number, deepest: Pick<Ranked, 'quality_score' | 'id'>, last: Ranked): boolean {
  const ahead = rank(bound, deepest.quality_score) - rankOf(last);
  if (Math.abs(ahead) > RANK_TOLERANCE) return ahead > 0;
  if (deepest.quality_score !== last.quality_score) return deepest.quality_score > last.quality_score;
  return deepest.id < last.id;
}
