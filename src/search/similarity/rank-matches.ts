import { foldText } from '../../text/fold-text.ts';
import type { ProductSummary } from '../search-contract.ts';
import { QUALITY_BASE, SIMILARITY_THRESHOLD } from '../search-limits.ts';
import { queryTrigrams, wordSimilarity, type QueryTrigrams } from './word-similarity.ts';

type Candidate = Omit<ProductSummary, 'score'>;
export type Match = ProductSummary & { score: number };

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
  const folded = foldText(name);
  const score = wordSimilarity(query, folded);
  return isEnough(score) || folded.includes(text) ? score : undefined;
}

/** As in Postgres: a 4-byte float against the 8-byte threshold, so that the threshold itself falls short. */
export function isEnough(similarity: number): boolean {
  return similarity >= SIMILARITY_THRESHOLD;
}

/** The contract's order: rank descending, then quality descending, then id. */
export function inOrder(matches: Match[]): Match[] {
  return matches.sort(
    (a, b) => rankOf(b) - rankOf(a) || b.quality_score - a.quality_score || (a.id < b.id ? -1 : 1),
  );
}

/** Those of these ids, in their order. */
export function inOrderOf<P extends { id: string }>(ids: readonly string[], products: readonly P[]): P[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return ids.map((id) => byId.get(id)).filter((product) => product !== undefined);
}

export function rankOf(product: { score: number; quality_score: number }): number {
  return rank(product.score, product.quality_score);
}

/** The contract's rank of a similarity and a quality. */
export function rank(similarity: number, quality: number): number {
  return similarity * (QUALITY_BASE + quality);
}
