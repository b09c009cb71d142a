import { collectCandidates, type FoundCandidates, type Ranked } from './collect-candidates.ts';
import { estimateTotal, sampleRequest, type Counted } from './estimate-total.ts';
import {
  countOf,
  hasAllNames,
  joinNames,
  namesInParts,
  namesOf,
  type FetchGroups,
  type GroupAnswer,
} from './group-requests.ts';
import { ALL, and, NONE, not, or } from '../plan/filter.ts';
import { trackReading, type GroupReading } from './group-reading.ts';
import { countDocuments, fetchLevels, levelNames } from './name-levels.ts';
import type { CandidateGroup, QueryPlan } from '../plan/candidate-group.ts';
import { leastSimilarity } from '../similarity/rank-matches.ts';
import {
  FEW_DOCUMENTS,
  FEW_IN_SET,
  LONGEST_TWICE,
  MAX_IN_PART,
  MAX_PARTS,
  MAX_ROUNDS,
} from '../planner-limits.ts';

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

/**
 * The first `wanted` matches, by the threshold algorithm. What each round brings is ranked by its exact similarity; the
 * last rank wanted then bounds what is worth asking for: with the best quality there is, whole groups are not similar
 * enough to reach it, and of the others the quality that reaches it is a filter. Of groups whose documents differ in
 * similarity the names are asked for first: they tell which documents are worth fetching. Ends when nothing is left to
 * ask for, or after `MAX_ROUNDS`.
 */
export async function findCandidates(search: CandidateSearch): Promise<RankedCandidates> {
  const { plan, wanted, bestQuality } = search;
  if (plan.certain === NONE && plan.possible === NONE) return { matches: [], total: 0, isSettled: true };
  const found = collectCandidates(search.text, wanted);
  const reading = trackReading(wanted, bestQuality);
  const progress: Progress = {
    ...search,
    found,
    reading,
    take(groups, answers) {
      for (const [i, group] of groups.entries()) {
        found.add(answers[i]?.hits ?? [], group.isByBarcode && 'barcode');
        reading.read(group, answers[i] as GroupAnswer);
      }
    },
    openGroups() {
      return plan
        .above(leastSimilarity(found.lastRank(), bestQuality))
        .filter((group) => reading.isOpen(group, found.lastRank()));
    },
  };
  const counts = await readFirstGroups(progress);
  return (await readEveryName(progress, counts)) ?? (await readOpenGroups(progress, counts));
}

/** How far a search has come. */
interface Progress extends CandidateSearch {
  found: FoundCandidates;
  reading: GroupReading;
  /** Takes over what was answered for these groups. */
  take: (groups: CandidateGroup[], answers: GroupAnswer[]) => void;
  /** What may still hold something for the page. */
  openGroups: () => CandidateGroup[];
}

interface Counts extends Counted {
  /** Documents that the filters leave; 0 without filters. */
  inSet: number;
}

/** Where the page most likely is, and how many documents match for certain and possibly. */
async function readFirstGroups(progress: Progress): Promise<Counts> {
  const { text, plan, wanted, isNarrowed, fetchGroups, take } = progress;
  const isLong = plan.certain.key.length > LONGEST_TWICE;
  const possible = isLong ? NONE : and(plan.possible, not(plan.certain));
  const [certain, others, set, ...answers] = (await fetchGroups([
    countOf(plan.certain),
    countOf(possible),
    countOf(isNarrowed ? ALL : NONE),
    ...plan.first.map(({ filter }) => ({ filter, limit: wanted, first: 'ordered' as const })),
  ])) as [GroupAnswer, GroupAnswer, GroupAnswer, ...GroupAnswer[]];
  take(plan.first, answers);
  return { text, possible, certain: certain.total, others: others.total, inSet: set.total };
}

/** The exact answer from the names of all that can match; undefined when they are too many, or nothing is open. */
async function readEveryName(progress: Progress, counts: Counts): Promise<RankedCandidates | undefined> {
  const { text, plan, isNarrowed, found, openGroups, fetchGroups } = progress;
  // Names do not tell which products match by a barcode.
  if (plan.first.some(({ isByBarcode }) => isByBarcode)) return undefined;
  const isSmallSet = isNarrowed && counts.inSet <= FEW_IN_SET;
  if (!isSmallSet && (counts.certain + counts.others > FEW_DOCUMENTS || openGroups().length === 0))
    return undefined;
  const everything = isSmallSet ? ALL : or(plan.certain, plan.possible, plan.nearly());
  const [all] = (await fetchGroups([namesOf(everything)])) as [GroupAnswer];
  const levels = levelNames(text, all.names);
  const isSettled = (await fetchLevels(progress, levels)) && hasAllNames(all);
  return isSettled ? { matches: found.matches(), total: countDocuments(levels), isSettled } : undefined;
}

/** Round by round, what the page may still lack; and in the first of them the sample that tells the total. */
async function readOpenGroups(progress: Progress, counts: Counts): Promise<RankedCandidates> {
  const { text, found, reading, take, openGroups, fetchGroups } = progress;
  let toSample = sampleRequest(counts);
  let sample: GroupAnswer | undefined;
  let open = openGroups();
  let isSettled = open.length === 0;
  let parts = 1;
  for (let round = 0; round < MAX_ROUNDS && (!isSettled || toSample); round++) {
    const { groups, requests, others, isWhole } = reading.next(open, found.lastRank());
    const toName = others === NONE ? [] : namesInParts(others, parts);
    const [sampled, ...answers] = (await fetchGroups([
      toSample ?? countOf(NONE),
      ...toName,
      ...requests,
    ])) as [GroupAnswer, ...GroupAnswer[]];
    if (toSample) sample = sampled;
    toSample = undefined;
    take(groups, answers.slice(toName.length));
    const named = joinNames(answers.slice(0, toName.length));
    const isRead = (await fetchLevels(progress, levelNames(text, named.names))) && named.isWhole;
    // The first names of too many raise the rank that the next must reach; then more are asked for.
    parts = named.isWhole ? 1 : Math.min(MAX_PARTS, Math.ceil(named.total / MAX_IN_PART));
    open = openGroups();
    isSettled = open.length === 0 || (isWhole && isRead);
  }
  const total = Math.max(estimateTotal(counts, sample), found.matches().length);
  return { matches: found.matches(), total, isSettled };
}
