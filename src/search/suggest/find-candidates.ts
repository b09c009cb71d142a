import type { Candidate } from './candidates.ts';
import type { SuggestedType } from './suggest-contract.ts';

/**
 * Finds candidates for folded typed words, enough for `wanted` suggestions. Undefined: the source cannot answer at the
 * moment.
 */
export type FindCandidates = (
  typed: readonly string[],
  types: readonly SuggestedType[],
  wanted: number,
) => Promise<Candidate[] | undefined>;

/** A product, brand or category that a search engine found. Postgres decides what it is called and whether it is in use. */
export interface Proposal {
  type: SuggestedType;
  /** The id of the product, brand or category. */
  id: string;
  /** The folded name. */
  text: string;
  /** Products in use of a brand or category, as the engine knows them. */
  count: number;
}

/** The full-text search of an engine. */
export interface Proposer {
  /**
   * Finds names that hold the words or their beginnings, or do but for one typo: of each type the best first. Every product
   * has another name.
   * @throws {Error} when the engine refuses, fails, or answers with a part
   */
  propose(
    typed: readonly string[],
    types: readonly SuggestedType[],
    wanted: number,
    signal: AbortSignal,
  ): Promise<Proposal[]>;
  close(): void;
}
