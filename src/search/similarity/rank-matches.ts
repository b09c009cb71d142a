import { foldText } from '../../platform/text/fold-text.ts';
import type { ProductSummary } from '../search-contract.ts';
import { QUALITY_BASE, SIMILARITY_THRESHOLD } from '../search-limits.ts';
import { wordSimilarity, type QueryTrigrams } from './word-similarity.ts';

export type Match = ProductSummary & { score: number };

/** Returns the exact score of a matching name, or undefined. `query`: of the text. */
export function scoreOfMatch(text: string, query: QueryTrigrams, name: string): number | undefined {
  const folded = foldText(name);
  const score = wordSimilarity(query, folded);
  return isEnough(score) || folded.includes(text) ? score : undefined;
}

/** Compares as Postgres does: a 4-byte float with the 8-byte threshold, so that the threshold itself is not enough. */
export function isEnough(similarity: number): boolean {
  return similarity >= SIMILARITY_THRESHOLD;
}

/** Returns the fewest trigrams of a text that a similar name shares. */
export function fewestShared(trigrams: number): number {
  let fewest = 1;
  while (!isEnough(Math.fround(fewest / trigrams))) fewest++;
  return fewest;
}

/** Returns the matches by rank descending, then quality descending, then id. */
export function inOrder(matches: Match[]): Match[] {
  return matches.sort(
    (a, b) => rankOf(b) - rankOf(a) || b.quality_score - a.quality_score || (a.id < b.id ? -1 : 1),
  );
}

/** Returns the rank of a match. The engines of Postgres and OpenSearch compute the same; `open-level.ts` solves it for quality. */
export function rankOf(match: { score: number; quality_score: number }): number {
  return match.score * (QUALITY_BASE + match.quality_score);
}
