import { foldText } from '../../text/fold-text.ts';
import type { ProductSummary } from '../search-contract.ts';
import { RANK_TOLERANCE } from '../planner-limits.ts';
import { QUALITY_BASE, SIMILARITY_THRESHOLD } from '../search-limits.ts';
import { countShared, queryTrigrams, wordSimilarity, type QueryTrigrams } from './word-similarity.ts';

type Candidate = Omit<ProductSummary, 'score'>;
type Match = ProductSummary & { score: number };

/** The candidates that match a folded text, each with its exact score. Without `all`, candidates may hold anything. */
export function matchCandidates(text: string, candidates: Candidate[], all = false): Match[] {
  const query = queryTrigrams(text);
  const matches: Match[] = [];
  for (const candidate of candidates) {
    const score = all
      ? wordSimilarity(query, foldText(candidate.name))
      : scoreOfMatch(text, query, candidate.name);
    if (score !== undefined) matches.push({ ...candidate, score });
  }
  return matches;
}

/** The exact score of a name that matches, else undefined; `query` is the text's. */
export function scoreOfMatch(text: string, query: QueryTrigrams, name: string): number | undefined {
  const needed = SIMILARITY_THRESHOLD * query.count;
  // Names are cut where they are very long; what is cut off is counted here, so more is shared, never less.
  const shared = countShared(query, name);
  if (shared < needed && shared < query.inside) return undefined;
  const folded = foldText(name);
  const score = wordSimilarity(query, folded);
  // As in Postgres: the 4-byte float against the 8-byte threshold, so that the threshold itself falls short.
  return score >= SIMILARITY_THRESHOLD || folded.includes(text) ? score : undefined;
}

/** The contract's order: rank descending, then quality descending, then id. */
export function inOrder(matches: Match[]): Match[] {
  return matches.sort(
    (a, b) => rankOf(b) - rankOf(a) || b.quality_score - a.quality_score || (a.id < b.id ? -1 : 1),
  );
}

export function rankOf(product: { score: number; quality_score: number }): number {
  return rank(product.score, product.quality_score);
}

/** The contract's rank of a similarity and a quality. */
export function rank(similarity: number, quality: number): number {
  return similarity * (QUALITY_BASE + quality);
}

/** The quality that reaches a rank with this similarity, or a hair less. */
export function leastQuality(reached: number, similarity: number): number {
  return reached / similarity - QUALITY_BASE - RANK_TOLERANCE;
}

/** The similarity that reaches a rank with this quality, or a hair less. */
export function leastSimilarity(reached: number, quality: number): number {
  return reached / (QUALITY_BASE + quality) - RANK_TOLERANCE;
}
