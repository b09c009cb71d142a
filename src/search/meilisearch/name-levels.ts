import type { FoundCandidates } from './collect-candidates.ts';
import type { DocumentsOfName, FetchGroups, GroupRequest } from './group-requests.ts';
import { and, anyOf, atLeast, NONE, or, type Filter } from '../plan/filter.ts';
import { leastQuality, rank, scoreOfMatch } from '../similarity/rank-matches.ts';
import { queryTrigrams } from '../similarity/word-similarity.ts';
import { MAX_FETCHED, RANK_TOLERANCE } from '../planner-limits.ts';

/** Names of one similarity, and how many documents have one of them. */
export interface NameLevel {
  similarity: number;
  names: string[];
  documents: number;
}

/** The names that match a text, by their exact similarity; best first. */
export function levelNames(text: string, documentsOfNames: DocumentsOfName[]): NameLevel[] {
  const query = queryTrigrams(text);
  const levels = new Map<number, NameLevel>();
  for (const [name, documents] of documentsOfNames) {
    const similarity = scoreOfMatch(text, query, name);
    if (similarity === undefined) continue;
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
}

/** What is to be fetched of levels next. */
export interface NextLevels {
  requests: GroupRequest[];
  /** Levels that are left for later, best first. */
  rest: NameLevel[];
}

/**
 * What of these levels can reach the page: while the page is not full, the best levels that fill it; else what its last
 * rank lets in. Of a large level the first of its documents in order are enough; all others come in one request.
 */
export function nextOfLevels({ found, wanted, bestQuality }: LevelSearch, levels: NameLevel[]): NextLevels {
  const lastRank = found.lastRank();
  const next =
    lastRank > 0
      ? levels.filter(({ similarity }) => rank(similarity, bestQuality) >= lastRank - RANK_TOLERANCE)
      : levelsThatFill(levels, wanted);
  const isLarge = ({ documents }: NameLevel) => documents > 2 * wanted;
  const small = next.filter((level) => !isLarge(level));
  const requests = [
    ...next.filter(isLarge).map((level): GroupRequest => ({
      filter: documentsOf([level], lastRank),
      limit: wanted,
      first: 'ordered',
    })),
    { filter: documentsOf(small, lastRank), ...limitOf(countDocuments(small), wanted) },
  ].filter(({ filter }) => filter !== NONE);
  return { requests, rest: lastRank > 0 ? [] : levels.slice(next.length) };
}

/** All of them, in no order, as long as they are not too many. */
function limitOf(documents: number, wanted: number): Pick<GroupRequest, 'limit' | 'first'> {
  const most = wanted + MAX_FETCHED;
  return documents <= most ? { limit: documents, first: 'any' } : { limit: most, first: 'best' };
}

/** Fetches what of these levels can reach the page. Returns whether all of that was fetched. */
export async function fetchLevels(
  search: LevelSearch & { fetchGroups: FetchGroups },
  levels: NameLevel[],
): Promise<boolean> {
  let isWhole = true;
  for (let left = levels; left.length > 0;) {
    const { requests, rest } = nextOfLevels(search, left);
    const answers = requests.length === 0 ? [] : await search.fetchGroups(requests);
    search.found.add(answers.flatMap(({ hits }) => hits));
    isWhole &&= requests.every((request, i) => isEnough(request, answers[i]?.total ?? 0));
    left = rest;
  }
  return isWhole;
}

/** Whether no document of a level was left out that could belong on the page. */
export function isEnough({ first, limit }: GroupRequest, total: number): boolean {
  return first === 'ordered' || total <= limit;
}

function levelsThatFill(levels: NameLevel[], wanted: number): NameLevel[] {
  let documents = 0;
  const enough = levels.findIndex((level) => (documents += level.documents) >= wanted);
  return enough < 0 ? levels : levels.slice(0, enough + 1);
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
