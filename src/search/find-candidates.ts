import { collectCandidates, type Candidate, type Ranked } from './collect-candidates.ts';
import { estimateTotal } from './estimate-total.ts';
import { NOTHING, oneOf, without } from './filter-expression.ts';
import { trackReading } from './group-reading.ts';
import type { CandidateGroup, QueryPlan } from './query-plan.ts';
import { RANK_TOLERANCE } from './rerank.ts';

export interface GroupRequest {
  /** Undefined: every document the search may find. */
  filter: string | undefined;
  /** 0: only the total is wanted. */
  limit: number;
  /** Which documents come first where there are more: in the contract's order, the best, or any. The less the cheaper. */
  first: 'ordered' | 'best' | 'any';
  /** Nothing else of a document is needed. */
  namesOnly?: true;
}

export interface GroupAnswer {
  hits: Candidate[];
  /** Documents that fit the request, those beyond its limit included. */
  total: number;
}

/** Asks for several groups in one round trip. */
export type FetchGroups = (requests: GroupRequest[]) => Promise<GroupAnswer[]>;

export interface CandidateSearch {
  text: string;
  plan: QueryPlan;
  /** So many of the best matches are wanted. */
  wanted: number;
  /** No document has a greater quality. */
  bestQuality: number;
  /** Filters cut the set of documents: it may be small. */
  isNarrowed: boolean;
  fetchGroups: FetchGroups;
}

export interface RankedCandidates {
  /** In the contract's order. */
  matches: Ranked[];
  /** Exact when all that can match was fetched, else estimated. */
  total: number;
  /** No document that was not fetched can belong to the wanted ones. */
  isSettled: boolean;
}

/** Where so few documents can match, all of them are fetched: then order and total are exact. */
const FEW = 300;
const MOST = 1_000;
/** How deep the rounds after the first read groups in which a document's similarity is not known beforehand. */
const DEPTHS = [200, 1_000];
/** Of the documents that may match so many are looked at to begin with. */
const POSSIBLE_DEPTH = 60;
/** What one letter matches is a list too long to be named twice; there is little beside it. */
const LONGEST_TWICE = 20_000;

/**
 * The first `wanted` matches, by the threshold algorithm. The candidates of each round are reranked by their exact
 * similarity; the last rank wanted then bounds what is worth asking for: `similarity × (0.5 + bestQuality)` shuts out
 * whole groups, and of the others `quality ≥ rank / bound − 0.5` is a filter. Ends when nothing is left to ask for,
 * or after three rounds.
 */
export async function findCandidates(search: CandidateSearch): Promise<RankedCandidates> {
  const { text, plan, wanted, bestQuality, isNarrowed, fetchGroups } = search;
  const found = collectCandidates(text, wanted);
  const matching = oneOf(plan.certain, plan.possible);
  if (!matching) return { matches: [], total: 0, isSettled: true };
  const fetchAll = async (filter: string | undefined): Promise<RankedCandidates> => {
    const [all] = await fetchGroups([{ filter, limit: MOST, first: 'any' }]);
    found.add(all?.hits ?? []);
    return { matches: found.matches(), total: found.matches().length, isSettled: (all?.total ?? 0) <= MOST };
  };

  const isLong = (plan.certain?.length ?? 0) > LONGEST_TWICE;
  const possible = isLong ? undefined : without(plan.possible, plan.certain);
  const [certain, others, set, ...answers] = (await fetchGroups([
    { filter: plan.certain ?? NOTHING, limit: 0, first: 'any' },
    { filter: possible ?? NOTHING, limit: POSSIBLE_DEPTH, first: 'any' },
    { filter: isNarrowed ? undefined : NOTHING, limit: 0, first: 'any' },
    ...plan.first.map(({ filter }): GroupRequest => ({ filter, limit: wanted, first: 'ordered' })),
  ])) as [GroupAnswer, GroupAnswer, GroupAnswer, ...GroupAnswer[]];
  found.add([others, ...answers].flatMap(({ hits }) => hits));
  if (isNarrowed && set.total <= FEW) return fetchAll(undefined);
  const most = certain.total + others.total;
  const reading = trackReading(wanted, bestQuality);
  reading.read(plan.first, answers);
  const openGroups = (): CandidateGroup[] => {
    const least = found.lastRank() / (0.5 + bestQuality) - RANK_TOLERANCE;
    return plan.above(least).filter((group) => reading.isOpen(group, found.lastRank()));
  };

  let open = openGroups();
  if (most <= FEW && open.length > 0) {
    const everything = await fetchAll(oneOf(matching, plan.nearly()));
    return everything.isSettled ? everything : { ...(await fetchAll(matching)), isSettled: false };
  }
  const total = estimateTotal({ text, possible, certain, others, fetchGroups });
  // When a round fails first, nobody waits for this any more: its own failure must not go unheard.
  total.catch(() => undefined);
  let isSettled = open.length === 0;
  for (const depth of DEPTHS) {
    if (isSettled) break;
    const lastRank = found.lastRank();
    const { requests, groups } = reading.requestsFor(open, lastRank, depth);
    const further = await fetchGroups(requests);
    found.add(further.flatMap(({ hits }) => hits));
    reading.read(groups, further);
    open = openGroups();
    const isWhole = requests.every(
      ({ limit }, i) => groups[i]?.isExact === true || (further[i]?.total ?? 0) <= limit,
    );
    isSettled = (lastRank > 0 && isWhole) || open.length === 0;
    if (!isSettled && found.lastRank() === 0 && most <= MOST) return fetchAll(matching);
  }
  return { matches: found.matches(), total: Math.max(await total, found.matches().length), isSettled };
}
