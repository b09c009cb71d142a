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
  type GroupRequest,
} from './group-requests.ts';
import { and, NONE, not } from '../plan/filter.ts';
import { trackReading, type GroupReading, type NextReading } from './group-reading.ts';
import { countDocuments, isEnough, levelNames, nextOfLevels, type NameLevel } from './name-levels.ts';
import type { CandidateGroup, QueryPlan } from '../plan/candidate-group.ts';
import { leastSimilarity } from '../similarity/rank-matches.ts';
import {
  FEW_CERTAIN,
  FEW_DOCUMENTS,
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
  fetchGroups: FetchGroups;
  /** Is told before each further round what there is so far. */
  onRound?: (sofar: RankedCandidates) => void;
}

export interface RankedCandidates {
  /** In the contract's order. */
  matches: Ranked[];
  /** An estimate: names that no group of the plan holds are not in it. */
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
  const { text, plan, wanted, bestQuality } = search;
  if (plan.certain === NONE && plan.possible === NONE) {
    return { matches: [], total: 0, isSettled: true };
  }
  const found = collectCandidates(text, wanted);
  const progress: Progress = { ...search, found, reading: trackReading(wanted, bestQuality) };
  return await readRounds(progress, await readFirstGroups(progress));
}

/** How far a search has come. */
interface Progress extends CandidateSearch {
  found: FoundCandidates;
  reading: GroupReading;
}

/** Takes over what was answered for these groups. */
function take({ found, reading }: Progress, groups: CandidateGroup[], answers: GroupAnswer[]): void {
  for (const [i, group] of groups.entries()) {
    found.add(answers[i]?.hits ?? [], group.isByBarcode && 'barcode');
    reading.read(group, answers[i] as GroupAnswer);
  }
}

interface FirstAnswers extends Counted {
  /** Of the documents that may match: the names that do. */
  levels: NameLevel[];
  names: Set<string>;
  /** These are the names of all that may match, but for those that the plan counts as nearly enough. */
  isWhole: boolean;
}

/** Where the page most likely is, how many match for certain, and the names of those that may. */
async function readFirstGroups(progress: Progress): Promise<FirstAnswers> {
  const { text, plan, wanted, fetchGroups } = progress;
  const isLong = plan.certain.key.length > LONGEST_TWICE;
  const possible = isLong ? NONE : and(plan.possible, not(plan.certain));
  const [certain, others, ...answers] = (await fetchGroups([
    countOf(plan.certain),
    namesOf(possible),
    ...plan.first.map(({ filter }) => ({ filter, limit: wanted, first: 'ordered' as const })),
  ])) as [GroupAnswer, GroupAnswer, ...GroupAnswer[]];
  take(progress, plan.first, answers);
  const levels = levelNames(text, others.names);
  return {
    text,
    possible,
    certain: certain.total,
    others: others.total,
    levels,
    names: new Set(others.names.map(([name]) => name)),
    isWhole: !isLong && hasAllNames(others),
  };
}

/** Round by round, what the page may still lack; and in the first of them what the total may. */
async function readRounds(progress: Progress, first: FirstAnswers): Promise<RankedCandidates> {
  const { found, reading, fetchGroups } = progress;
  const toTell = requestForTotal(progress, first);
  let total = first.isWhole ? first.certain + countDocuments(first.levels) : estimateTotal(first, undefined);
  let { levels } = first;
  let isRead = false;
  let isWhole = true;
  let parts = 1;
  for (let round = 0; ; round++) {
    const next: NextReading = isRead ? NOTHING : nextOfGroups(progress, first, toTell !== undefined);
    const named = next.others === NONE ? [] : namesInParts(next.others, parts);
    const ofLevels = nextOfLevels(progress, levels);
    const requests = [...named, ...next.requests, ...ofLevels.requests];
    const toCount = round === 0 ? toTell : undefined;
    const isSettled = requests.length === 0 && isWhole;
    if ((requests.length === 0 && !toCount) || round === MAX_ROUNDS) {
      const matches = found.matches();
      return { matches, total: Math.max(total, matches.length), isSettled };
    }
    progress.onRound?.({ matches: found.matches(), total, isSettled: false });
    const [told, ...answers] = (await fetchGroups([toCount ?? countOf(NONE), ...requests])) as [
      GroupAnswer,
      ...GroupAnswer[],
    ];
    const names = joinNames(answers.splice(0, named.length));
    take(progress, next.groups, answers.splice(0, next.groups.length));
    found.add(answers.flatMap(({ hits }) => hits));
    isWhole &&= ofLevels.requests.every((request, i) => isEnough(request, answers[i]?.total ?? 0));
    levels = [...ofLevels.rest, ...levelNames(progress.text, names.names)];
    if (toCount && first.isWhole) {
      const nearly = levelNames(
        progress.text,
        told.names.filter(([name]) => !first.names.has(name)),
      );
      levels.push(...nearly);
      total += countDocuments(nearly);
    } else if (toCount) total = estimateTotal(first, told);
    levels.sort((a, b) => b.similarity - a.similarity);
    if (names.isWhole) for (const group of next.named) reading.close(group);
    isRead ||= next.isWhole && names.isWhole;
    // The first names of too many raise the rank that the next must reach; then more are asked for.
    parts = names.isWhole ? 1 : Math.min(MAX_PARTS, Math.ceil(names.total / MAX_IN_PART));
  }
}

const NOTHING: NextReading = { groups: [], requests: [], named: [], others: NONE, isWhole: true };

/** What is open of the plan. Of few documents that match for certain all are read: then no group is open any more. */
function nextOfGroups(progress: Progress, first: FirstAnswers, isNearlyTold: boolean): NextReading {
  const { plan, wanted, bestQuality, found, reading } = progress;
  const last = found.last();
  // The names of all that may match are known: of such a group only what matches for certain is not.
  const isKnown = ({ isExact, isBeyond }: CandidateGroup) =>
    first.isWhole && !isExact && (!isBeyond || isNearlyTold);
  const open = plan
    .above(leastSimilarity(found.lastRank(), bestQuality))
    .map((group) => (isKnown(group) ? { ...group, filter: and(group.filter, plan.certain) } : group))
    .filter((group) => group.filter !== NONE && reading.isOpen(group, last));
  const isFew = first.certain <= FEW_CERTAIN * wanted && !plan.first.some(({ isByBarcode }) => isByBarcode);
  if (open.length > 0 && isFew && open.every((group) => group.isExact || isKnown(group))) {
    const everything: CandidateGroup = { filter: plan.certain, bound: 1, isExact: true };
    const request: GroupRequest = { filter: plan.certain, limit: first.certain, first: 'any' };
    return { ...NOTHING, groups: [everything], requests: [request] };
  }
  return reading.next(open, found.lastRank());
}

/** What has to be asked to tell the total: few of those that are only nearly like a match, or a sample of too many. */
function requestForTotal({ plan }: Progress, first: FirstAnswers): GroupRequest | undefined {
  if (!first.isWhole) return sampleRequest(first);
  if (first.certain + first.others > FEW_DOCUMENTS) return undefined;
  const nearly = and(plan.nearly(), not(plan.certain));
  return nearly === NONE ? undefined : namesOf(nearly);
}
