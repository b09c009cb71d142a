import type { FoundCandidates } from './collect-candidates.ts';
import type { FetchGroups, GroupRequest } from './group-requests.ts';
import { and, anyOf, atLeast, NONE, or, type Filter } from '../plan/filter.ts';
import { compareName, leastQuality, rank } from '../similarity/rank-matches.ts';
import { queryTrigrams } from '../similarity/word-similarity.ts';
import { MAX_FETCHED, RANK_TOLERANCE } from '../planner-limits.ts';

/** Names of one similarity, and how many documents have one of them. */
export interface NameLevel {
  similarity: number;
  names: string[];
  documents: number;
}

/** The names that match a text, by their exact similarity; best first. */
export function levelNames(text: string, documentsByName: Record<string, number>): NameLevel[] {
  const query = queryTrigrams(text);
  const levels = new Map<number, NameLevel>();
  for (const [name, documents] of Object.entries(documentsByName)) {
    const { score: similarity, isMatch } = compareName(text, query, name);
    if (!isMatch) continue;
    const level = levels.get(similarity) ?? { similarity, names: [], documents: 0 };
    levels.set(similarity, level);
    level.names.push(name);
    level.documents += documents;
  }
  return [...levels.values()].sort((a, b) => b.similarity - a.similarity);
}

export function countDocuments(levels: NameLevel[]): number {
  return levels.reduce((sum, { documents }) => sum + documents, 0);
}

interface LevelSearch {
  found: FoundCandidates;
  wanted: number;
  bestQuality: number;
  fetchGroups: FetchGroups;
}

/**
 * Fetches what of these levels can reach the page: while the page is not full, the best levels until it is; then of
 * the others what its last rank lets in. Returns whether all of that was fetched.
 */
export async function fetchLevels(search: LevelSearch, levels: NameLevel[]): Promise<boolean> {
  const { found, wanted, bestQuality, fetchGroups } = search;
  const filling = found.lastRank() > 0 ? [] : levelsThatFill(levels, wanted);
  if (filling.length > 0) {
    const answers = await fetchGroups(fillingRequests(filling, wanted));
    found.add(answers.flatMap(({ hits }) => hits));
  }
  const lastRank = found.lastRank();
  const others = levels
    .slice(filling.length)
    .filter(({ similarity }) => rank(similarity, bestQuality) >= lastRank - RANK_TOLERANCE);
  const filter = documentsOf(others, lastRank);
  if (filter === NONE) return true;
  const limit = wanted + MAX_FETCHED;
  const [answer] = await fetchGroups([{ filter, limit, first: 'best' }]);
  found.add(answer?.hits ?? []);
  return (answer?.total ?? 0) <= limit;
}

function levelsThatFill(levels: NameLevel[], wanted: number): NameLevel[] {
  let documents = 0;
  const enough = levels.findIndex((level) => (documents += level.documents) >= wanted);
  return enough < 0 ? levels : levels.slice(0, enough + 1);
}

/** All documents of the levels; of the last one, when it is large, no more than the page has places. */
function fillingRequests(levels: NameLevel[], wanted: number): GroupRequest[] {
  const last = levels.at(-1);
  const isDeep = last !== undefined && last.documents > MAX_FETCHED;
  const whole = documentsOf(isDeep ? levels.slice(0, -1) : levels, 0);
  return [
    ...(whole === NONE ? [] : [{ filter: whole, limit: wanted + MAX_FETCHED, first: 'any' as const }]),
    ...(isDeep ? [{ filter: documentsOf([last], 0), limit: wanted, first: 'ordered' as const }] : []),
  ];
}

/** The documents of these levels that reach a rank; with none to reach, all of them. */
function documentsOf(levels: NameLevel[], lastRank: number): Filter {
  return or(
    ...levels.map(({ similarity, names }) => {
      const named = anyOf('name', names);
      return lastRank > 0 ? and(named, atLeast('quality_score', leastQuality(lastRank, similarity))) : named;
    }),
  );
}
