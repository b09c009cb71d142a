import { allOf, atLeast, oneOf } from './filter-expression.ts';
import type { CandidateGroup, QueryPlan } from './query-plan.ts';
import { rankOf, rerank } from './rerank.ts';
import type { ProductSummary } from './search-contract.ts';

export type Candidate = Omit<ProductSummary, 'score'>;

export interface GroupRequest {
  filter: string;
  /** 0: only the total is wanted. */
  limit: number;
  /** Which documents come first where there are more: in the contract's order, the best, or any. The less the cheaper. */
  first: 'ordered' | 'best' | 'any';
}

export interface GroupAnswer {
  hits: Candidate[];
  /** Documents that fit the request, those beyond its limit included. */
  total: number;
}

/** Asks for several groups in one round trip. */
export type FetchGroups = (requests: GroupRequest[]) => Promise<GroupAnswer[]>;

export interface RankedCandidates {
  /** In the contract's order. */
  matches: (ProductSummary & { score: number })[];
  /** Exact when all that can match was fetched, else the engine's count of the plan's `matching`. */
  total: number;
  /** No document that was not fetched can belong to the wanted ones. */
  isSettled: boolean;
  fetched: number;
}

/** Where so few documents can match, all of them are fetched: then order and total are exact. */
const FEW = 300;
const MOST = 600;
/** How deep the rounds after the first read groups in which a document's similarity is not known beforehand. */
const DEPTHS = [200, 1_000];
/** Such groups are read one by one, so deep, as long as the page is not full: nothing bounds the quality then. */
const GROPING_DEPTH = 100;
const GROPING_GROUPS = 4;

/**
 * The first `wanted` matches, by the threshold algorithm. The candidates of each round are reranked by their exact
 * similarity; the last rank wanted then bounds what is worth asking for: `similarity × (0.5 + bestQuality)` shuts out
 * whole groups, and of the others `quality ≥ rank / bound − 0.5` is a filter. Ends when nothing is left to ask for,
 * or after three rounds.
 */
export async function findCandidates(
  text: string,
  plan: QueryPlan,
  wanted: number,
  bestQuality: number,
  fetchGroups: FetchGroups,
): Promise<RankedCandidates> {
  const candidates = new Map<string, Candidate>();
  let matches: RankedCandidates['matches'] = [];
  let lastRank = 0;
  const keep = (answers: GroupAnswer[]): void => {
    for (const { hits } of answers) for (const hit of hits) candidates.set(hit.id, hit);
    matches = rerank(text, [...candidates.values()]);
    const last = matches[wanted - 1];
    lastRank = last ? rankOf(last) : 0;
  };
  const answer = (total: number, isSettled: boolean): RankedCandidates => ({
    matches,
    total: Math.max(total, matches.length),
    isSettled,
    fetched: candidates.size,
  });
  if (!plan.matching) return answer(0, true);

  const [counted, ...answers] = (await fetchGroups([
    { filter: plan.matching, limit: 0, first: 'any' },
    ...plan.first.map(({ filter }): GroupRequest => ({ filter, limit: wanted, first: 'ordered' })),
  ])) as [GroupAnswer, ...GroupAnswer[]];
  keep(answers);
  const read = new Map<string, GroupAnswer>(
    plan.first.map(({ filter }, i) => [filter, answers[i] as GroupAnswer]),
  );

  for (const depth of DEPTHS) {
    const isOpen = (group: CandidateGroup): boolean => {
      const known = read.get(group.filter);
      // Of documents with the same similarity the page needs no more than it has places.
      if (known && group.isExact) return false;
      const next = known ? nextQuality(known) : bestQuality;
      return next !== undefined && group.bound * (0.5 + next) >= lastRank;
    };
    const open = plan.above(lastRank / (0.5 + bestQuality) - TINY).filter(isOpen);
    if (open.length === 0) return answer(counted.total, true);
    if (counted.total <= FEW) {
      const [all] = await fetchGroups([{ filter: plan.everything() as string, limit: MOST, first: 'any' }]);
      const isWhole = all !== undefined && all.total <= MOST;
      keep(all ? [all] : []);
      if (!isWhole) keep(await fetchGroups([{ filter: plan.matching, limit: FEW, first: 'any' }]));
      return answer(matches.length, isWhole);
    }
    const requests = requestsFor(open, lastRank, wanted, depth);
    const further = await fetchGroups(requests.map(({ request }) => request));
    for (const [i, { group }] of requests.entries()) {
      if (group) read.set(group.filter, further[i] as GroupAnswer);
    }
    const isWhole = requests.every(({ group, request }, i) => {
      return group?.isExact === true || (further[i] as GroupAnswer).total <= request.limit;
    });
    const wasFull = lastRank > 0;
    keep(further);
    if (wasFull && isWhole) return answer(counted.total, true);
  }
  return answer(counted.total, false);
}

/** Ranks are compared as they come out of floating-point sums. */
const TINY = 1e-9;

/** Quality of the next document of a group that was read in part; undefined when it was read to its end. */
function nextQuality({ hits, total }: GroupAnswer): number | undefined {
  return hits.length < total ? hits.at(-1)?.quality_score : undefined;
}

interface PlannedRequest {
  /** Undefined for several groups at once. */
  group: CandidateGroup | undefined;
  request: GroupRequest;
}

/** Groups of a known similarity one by one, no deeper than the page; the others all at once, as deep as may be. */
function requestsFor(
  open: CandidateGroup[],
  lastRank: number,
  wanted: number,
  depth: number,
): PlannedRequest[] {
  const bounded = ({ filter, bound }: CandidateGroup): string =>
    lastRank > 0
      ? (allOf(filter, atLeast('quality_score', lastRank / bound - 0.5 - TINY)) as string)
      : filter;
  const exact = open.filter(({ isExact }) => isExact);
  const others = open.filter(({ isExact }) => !isExact);
  const one = (group: CandidateGroup, limit: number): PlannedRequest => ({
    group,
    request: { filter: bounded(group), limit, first: group.isExact ? 'ordered' : 'best' },
  });
  if (lastRank === 0) {
    return [
      ...exact.slice(0, GROPING_GROUPS).map((group) => one(group, wanted)),
      ...others.slice(0, GROPING_GROUPS).map((group) => one(group, Math.max(wanted, GROPING_DEPTH))),
    ];
  }
  const merged = oneOf(...others.map(bounded));
  const requests = exact.map((group) => one(group, wanted));
  if (!merged) return requests;
  const request: GroupRequest = { filter: merged, limit: Math.max(wanted, depth), first: 'best' };
  return [...requests, { group: undefined, request }];
}
