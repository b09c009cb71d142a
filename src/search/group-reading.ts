import { allOf, atLeast, oneOf } from './filter-expression.ts';
import type { GroupAnswer, GroupRequest } from './find-candidates.ts';
import type { CandidateGroup } from './query-plan.ts';
import { RANK_TOLERANCE } from './rerank.ts';

/** As long as the page is not full nothing bounds the quality: so many groups are then read one by one, so deep. */
const GROPING_GROUPS = 4;
const GROPING_DEPTH = 100;

/** How far the groups of a plan have been read, and what is still to be asked of them. */
export interface GroupReading {
  read(groups: (CandidateGroup | undefined)[], answers: GroupAnswer[]): void;
  /** Whether a document that was not read can reach the rank. */
  isOpen(group: CandidateGroup, lastRank: number): boolean;
  /** The requests of a round, and the group of each; several groups in one have none. */
  requestsFor(
    open: CandidateGroup[],
    lastRank: number,
    depth: number,
  ): { requests: GroupRequest[]; groups: (CandidateGroup | undefined)[] };
}

export function trackReading(wanted: number, bestQuality: number): GroupReading {
  const read = new Map<string, GroupAnswer>();
  const bounded = ({ filter, bound }: CandidateGroup, lastRank: number): string | undefined =>
    lastRank > 0 ? allOf(filter, atLeast('quality_score', lastRank / bound - 0.5 - RANK_TOLERANCE)) : filter;
  const requestFor = (group: CandidateGroup, lastRank: number, limit: number): GroupRequest => ({
    filter: bounded(group, lastRank),
    limit,
    first: group.isExact ? 'ordered' : 'best',
  });

  return {
    read(groups, answers) {
      for (const [i, group] of groups.entries()) if (group) read.set(group.filter, answers[i] as GroupAnswer);
    },
    isOpen(group, lastRank) {
      const known = read.get(group.filter);
      if (!known) return group.bound * (0.5 + bestQuality) >= lastRank;
      // Of documents with the same similarity the page needs no more than it has places.
      if (group.isExact || known.hits.length === known.total) return false;
      return group.bound * (0.5 + (known.hits.at(-1)?.quality_score ?? bestQuality)) >= lastRank;
    },
    requestsFor(open, lastRank, depth) {
      const exact = open.filter(({ isExact }) => isExact);
      const others = open.filter(({ isExact }) => !isExact);
      if (lastRank === 0) {
        const groups = [...exact.slice(0, GROPING_GROUPS), ...others.slice(0, GROPING_GROUPS)];
        const deep = Math.max(wanted, GROPING_DEPTH);
        return {
          groups,
          requests: groups.map((group) => requestFor(group, 0, group.isExact ? wanted : deep)),
        };
      }
      const merged = oneOf(...others.map((group) => bounded(group, lastRank)));
      const requests = exact.map((group) => requestFor(group, lastRank, wanted));
      if (!merged) return { requests, groups: exact };
      const request: GroupRequest = { filter: merged, limit: Math.max(wanted, depth), first: 'best' };
      return { requests: [...requests, request], groups: [...exact, undefined] };
    },
  };
}
