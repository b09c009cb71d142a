import type { GroupAnswer, GroupRequest } from './group-requests.ts';
import { and, atLeast, or, type Filter } from '../plan/filter.ts';
import type { CandidateGroup } from '../plan/candidate-group.ts';
import { leastQuality, rank } from '../similarity/rank-matches.ts';
import { MAX_UNBOUNDED_GROUPS } from '../planner-limits.ts';

/** What a round asks for. */
interface NextReading {
  /** Groups of one similarity, and the request of each: no more documents than the page has places, in order. */
  groups: CandidateGroup[];
  requests: GroupRequest[];
  /** All other groups that are open, as far as they can reach the page. */
  others: Filter;
  /** Nothing that is open is left out. */
  isWhole: boolean;
}

/** How far the groups of a plan have been read, and what is still to be asked of them. */
export interface GroupReading {
  read(group: CandidateGroup, answer: GroupAnswer): void;
  /** Whether a document that was not read can reach the rank. */
  isOpen(group: CandidateGroup, lastRank: number): boolean;
  next(open: CandidateGroup[], lastRank: number): NextReading;
}

export function trackReading(wanted: number, bestQuality: number): GroupReading {
  const read = new Map<string, GroupAnswer>();
  const bounded = ({ filter, bound }: CandidateGroup, lastRank: number): Filter =>
    lastRank > 0 ? and(filter, atLeast('quality_score', leastQuality(lastRank, bound))) : filter;

  return {
    read: (group, answer) => void read.set(group.filter.key, answer),
    isOpen(group, lastRank) {
      const known = read.get(group.filter.key);
      if (!known) return rank(group.bound, bestQuality) >= lastRank;
      // Of documents with the same similarity the page needs no more than it has places.
      if (group.isExact || known.hits.length === known.total) return false;
      return rank(group.bound, known.hits.at(-1)?.quality_score ?? bestQuality) >= lastRank;
    },
    next(open, lastRank) {
      const exact = open.filter(({ isExact }) => isExact);
      const groups = lastRank > 0 ? exact : exact.slice(0, MAX_UNBOUNDED_GROUPS);
      return {
        groups,
        requests: groups.map((group) => ({
          filter: bounded(group, lastRank),
          limit: wanted,
          first: 'ordered',
        })),
        others: or(...open.filter(({ isExact }) => !isExact).map((group) => bounded(group, lastRank))),
        isWhole: groups.length === exact.length,
      };
    },
  };
}
