import type { CandidateGroup, QueryPlan } from './query-plan.ts';
import { rankOf, rerank } from './rerank.ts';
import type { ProductSummary } from './search-contract.ts';

export type Candidate = Omit<ProductSummary, 'score'>;

export interface GroupRequest {
  filter: string;
  /** Only documents of at least this quality. */
  leastQuality: number;
  /** 0: only the total is wanted. */
  limit: number;
}

export interface GroupAnswer {
  hits: Candidate[];
  /** Documents that fit the request, those beyond its limit included. */
  total: number;
}

/** Asks for several groups in one round trip; the hits of each are by quality descending, then id. */
export type FetchGroups = (requests: GroupRequest[]) => Promise<GroupAnswer[]>;

export interface RankedCandidates {
  /** In the contract's order. */
  matches: (ProductSummary & { score: number })[];
  /** Exact when every group was read to its end, else the engine's count of the plan's `matching`. */
  total: number;
  /** Every group was read as far as its bound demands. */
  isSettled: boolean;
  fetched: number;
}

interface GroupState {
  group: CandidateGroup;
  isRead: boolean;
  /** Quality of the last document fetched: what follows has no more. */
  lastQuality: number;
}

/** How many groups the first round asks at most, and how long their filters may be together. */
const FIRST_GROUPS = 4;
const FIRST_LENGTH = 40_000;
/** How deep each round reads a group. */
const DEPTHS = [40, 160, 1_000];

/**
 * The first `wanted` matches, by the threshold algorithm: each group is read by quality, the candidates are reranked
 * by their exact similarity, and a group needs no more reading once the best that can still come from it,
 * `bound × (0.5 + quality)`, does not reach the last rank wanted. Ends when that holds for every group, or after
 * three rounds.
 */
export async function findCandidates(
  text: string,
  plan: QueryPlan,
  wanted: number,
  fetchGroups: FetchGroups,
): Promise<RankedCandidates> {
  const states = plan.groups.map((group): GroupState => ({ group, isRead: false, lastQuality: 1 }));
  const candidates = new Map<string, Candidate>();
  let matches: RankedCandidates['matches'] = [];
  let lastRank = 0;
  let counted = 0;
  const isOpen = ({ group, isRead, lastQuality }: GroupState): boolean =>
    !isRead && group.bound * (0.5 + lastQuality) > lastRank;

  for (const [round, depth] of DEPTHS.entries()) {
    const open = states.filter(isOpen);
    const asked = round === 0 ? firstOf(open) : open;
    if (asked.length === 0) break;
    const limit = Math.max(depth, wanted);
    const requests = asked.map(({ group }): GroupRequest => ({
      filter: group.filter,
      leastQuality: Math.max(0, lastRank / group.bound - 0.5),
      limit,
    }));
    if (round === 0 && plan.matching) requests.push({ filter: plan.matching, leastQuality: 0, limit: 0 });
    const answers = await fetchGroups(requests);
    if (round === 0) counted = answers[asked.length]?.total ?? 0;
    for (const [i, state] of asked.entries()) {
      const { hits } = answers[i] as GroupAnswer;
      for (const hit of hits) candidates.set(hit.id, hit);
      // Read to its end; or to the least quality that was asked for, below which nothing is wanted.
      state.isRead = hits.length < limit;
      state.lastQuality = hits.at(-1)?.quality_score ?? 0;
    }
    matches = rerank(text, [...candidates.values()]);
    const last = matches[wanted - 1];
    lastRank = last ? rankOf(last) : 0;
  }
  const isComplete = matches.length < wanted && !states.some(isOpen);
  return {
    matches,
    total: isComplete ? matches.length : Math.max(counted, matches.length),
    isSettled: !states.some(isOpen),
    fetched: candidates.size,
  };
}

function firstOf(states: GroupState[]): GroupState[] {
  let length = 0;
  return states.slice(0, FIRST_GROUPS).filter(({ group }, i) => {
    length += group.filter.length;
    return i === 0 || length <= FIRST_LENGTH;
  });
}
