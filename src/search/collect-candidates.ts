import { inOrder, matchCandidates, rankOf } from './rerank.ts';
import type { ProductSummary } from './search-contract.ts';

export type Candidate = Omit<ProductSummary, 'score'>;
export type Ranked = ProductSummary & { score: number };

/** The candidates of a search that match, as they come in. */
export interface FoundCandidates {
  /** Candidates may be anything and may come twice. */
  add(candidates: Candidate[]): void;
  /** In the contract's order. */
  matches(): Ranked[];
  /** Rank of the last match wanted; 0 as long as there are not so many. */
  lastRank(): number;
}

export function collectCandidates(text: string, wanted: number): FoundCandidates {
  const seen = new Set<string>();
  let matches: Ranked[] = [];
  return {
    add(candidates) {
      const fresh: Candidate[] = [];
      for (const candidate of candidates) {
        if (seen.has(candidate.id)) continue;
        seen.add(candidate.id);
        fresh.push(candidate);
      }
      matches = inOrder([...matches, ...matchCandidates(text, fresh)]);
    },
    matches: () => matches,
    lastRank() {
      const last = matches[wanted - 1];
      return last ? rankOf(last) : 0;
    },
  };
}
