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
  text: string;
  /** Quality of a product, else products in use, both as the engine knows them. */
  rank: number;
}

/** The full-text search of an engine. */
export interface Proposer {
  /**
   * Finds names that hold the words or their beginnings, or do but for one typo. Every product has another name.
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
