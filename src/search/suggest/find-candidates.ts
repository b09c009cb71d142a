import type { Candidate } from './candidates.ts';
import type { SuggestedType } from './suggest-contract.ts';

/**
 * Returns candidates for folded typed words, enough for `wanted` suggestions, or undefined while the source cannot answer.
 */
export type FindCandidates = (
  typed: readonly string[],
  types: readonly SuggestedType[],
  wanted: number,
) => Promise<Candidate[] | undefined>;

/** A product, brand or category that a search engine found. Postgres supplies its name and whether it is in use. */
export interface Proposal {
  type: SuggestedType;
  /** The id of the product, brand or category. */
  id: string;
  /** The folded name. */
  text: string;
  /** The number of products in use of a brand or category, as of the engine’s index. */
  count: number;
}

/** The full-text search of an engine. */
export interface Proposer {
  /**
   * Returns names that contain the words or begin with them, with at most one typo, for each type the best first. No two
   * products have the same name.
   * @throws {Error} when the engine refuses, fails, or returns a partial answer
   */
  propose(
    typed: readonly string[],
    types: readonly SuggestedType[],
    wanted: number,
    signal: AbortSignal,
  ): Promise<Proposal[]>;
  close(): void;
}
