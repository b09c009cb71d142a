import { collectCandidates, type Ranked } from './collect-candidates.ts';
import { estimateTotal, sampleRequest } from './estimate-total.ts';
import { countOf, hasAllNames, namesOf, type FetchGroups, type GroupAnswer } from './fetch-groups.ts';
import { NOTHING, oneOf, without } from './filter-expression.ts';
import { trackReading } from './group-reading.ts';
import { countDocuments, fetchLevels, levelNames } from './name-levels.ts';
import type { CandidateGroup, QueryPlan } from './query-plan.ts';
import { RANK_TOLERANCE } from './rerank.ts';

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
  /** Exact when the names of all that can match were looked at, else estimated. */
  total: number;
  /** No document that was not fetched can belong to the wanted ones. */
  isSettled: boolean;
}

/** Where so few documents can match, all their names are looked at: then order and total are exact. */
const FEW = 1_000;
/** The same for all documents that filters leave, of whatever name. */
const FEW_IN_SET = 1_500;
/** So often the groups that are still open are asked for. */
const ROUNDS = 3;
/** What one letter matches is a list too long to be named twice; there is little beside it. */
const LONGEST_TWICE = 20_000;

/**
 * The first `wanted` matches, by the threshold algorithm. What each round brings is reranked by its exact similarity;
 * the last rank wanted then bounds what is worth asking for: `similarity × (0.5 + bestQuality)` shuts out whole
 * groups, and of the others `quality ≥ rank / bound − 0.5` is a filter. Of groups whose documents differ in
 * similarity the names are asked for first: they tell which documents are worth fetching. Ends when nothing is left to
 * ask for, or after three rounds.
 */
export async function findCandidates(search: CandidateSearch): Promise<RankedCandidates> {
  const { text, plan, wanted, bestQuality, isNarrowed, fetchGroups } = search;
  const found = collectCandidates(text, wanted);
  const matching = oneOf(plan.certain, plan.possible);
  if (!matching) return { matches: [], total: 0, isSettled: true };
  const levelSearch = { found, wanted, bestQuality, fetchGroups };

  const isLong = (plan.certain?.length ?? 0) > LONGEST_TWICE;
  const possible = isLong ? undefined : without(plan.possible, plan.certain);
  const [certain, others, set, ...answers] = (await fetchGroups([
    countOf(plan.certain ?? NOTHING),
    countOf(possible ?? NOTHING),
    countOf(isNarrowed ? undefined : NOTHING),
    ...plan.first.map(({ filter }) => ({ filter, limit: wanted, first: 'ordered' as const })),
  ])) as [GroupAnswer, GroupAnswer, GroupAnswer, ...GroupAnswer[]];
  const reading = trackReading(wanted, bestQuality);
  const take = (groups: CandidateGroup[], taken: GroupAnswer[]): void => {
    for (const [i, group] of groups.entries()) {
      found.add(taken[i]?.hits ?? [], group.isByBarcode && 'barcode');
      reading.read(group, taken[i] as GroupAnswer);
    }
  };
  const openGroups = (): CandidateGroup[] => {
    const least = found.lastRank() / (0.5 + bestQuality) - RANK_TOLERANCE;
    return plan.above(least).filter((group) => reading.isOpen(group, found.lastRank()));
  };
  take(plan.first, answers);
  let open = openGroups();

  const isSmallSet = isNarrowed && set.total <= FEW_IN_SET;
  const isSmall = isSmallSet || (open.length > 0 && certain.total + others.total <= FEW);
  // Names do not tell which products match by a barcode.
  if (isSmall && !plan.first.some(({ isByBarcode }) => isByBarcode)) {
    const everything = isSmallSet ? undefined : oneOf(matching, plan.nearly());
    const [all] = (await fetchGroups([namesOf(everything)])) as [GroupAnswer];
    const levels = levelNames(text, all.names);
    const isSettled = (await fetchLevels(levelSearch, levels)) && hasAllNames(all);
    if (isSettled) return { matches: found.matches(), total: countDocuments(levels), isSettled };
    open = openGroups();
  }

  const counted = { text, possible, certain: certain.total, others: others.total };
  let toSample = sampleRequest(counted);
  let sample: GroupAnswer | undefined;
  let isSettled = open.length === 0;
  for (let round = 0; round < ROUNDS && (!isSettled || toSample); round++) {
    const { groups, requests, others: merged, isWhole } = reading.next(open, found.lastRank());
    const [sampled, ofMerged, ...further] = (await fetchGroups([
      toSample ?? countOf(NOTHING),
      namesOf(merged ?? NOTHING),
      ...requests,
    ])) as [GroupAnswer, GroupAnswer, ...GroupAnswer[]];
    if (toSample) sample = sampled;
    toSample = undefined;
    take(groups, further);
    const isRead = await fetchLevels(levelSearch, levelNames(text, ofMerged.names));
    open = openGroups();
    isSettled = open.length === 0 || (isWhole && isRead && hasAllNames(ofMerged));
  }
  const total = estimateTotal(counted, sample);
  return { matches: found.matches(), total: Math.max(total, found.matches().length), isSettled };
}
