import { inOrder, matchCandidates, rankOf } from '../similarity/rank-matches.ts';
import type { ProductSummary } from '../search-contract.ts';

export type Candidate = Omit<ProductSummary, 'score'>;
export type Ranked = ProductSummary & { score: number };

/** The candidates of a search that match, as they come in. */
export interface FoundCandidates {
  /** Candidates may be anything and may come twice. Those that match by a barcode do so whatever their name is. */
  add(candidates: Candidate[], by?: 'barcode'): void;
  /** In the contract's order. */
  matches(): Ranked[];
  /** Rank of the last match wanted; 0 as long as there are not so many. */
  lastRank(): number;
  /** That match itself. */
  last(): Ranked | undefined;
}

export function collectCandidates(text: string, wanted: number): FoundCandidates {
  const seen = new Set<string>();
  let matches: Ranked[] = [];
  return {
    add(candidates, by) {
      const unseen = candidates.filter(({ id }) => !seen.has(id));
      const fresh = new Map(unseen.map((candidate) => [candidate.id, candidate]));
      const matching = matchCandidates(text, [...fresh.values()], by === 'barcode');
      for (const { id } of matching) seen.add(id);
      matches = inOrder([...matches, ...matching]);
    },
    matches: () => matches,
    last: () => matches[wanted - 1],
    lastRank() {
      const last = matches[wanted - 1];
      return last ? rankOf(last) : 0;
    },
  };
}
