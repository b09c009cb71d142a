import type { Candidate } from './collect-candidates.ts';
import { MOST_NAMES } from './search-index.ts';

export interface GroupRequest {
  /** Undefined: every document the search may find. */
  filter: string | undefined;
  /** 0: no documents are wanted. */
  limit: number;
  /** Which documents come first where there are more: in the contract's order, the best, or any. The less the cheaper. */
  first: 'ordered' | 'best' | 'any';
  /** The names of all documents are wanted. A name costs a sixth of what a document costs. */
  names?: true;
}

export interface GroupAnswer {
  hits: Candidate[];
  /** Documents that fit the request, those beyond its limit included. */
  total: number;
  /** Names, and how many documents have each; the first ones by alphabet when there are more than `MOST_NAMES`. */
  names: Record<string, number>;
}

/** Asks for several groups in one round trip. */
export type FetchGroups = (requests: GroupRequest[]) => Promise<GroupAnswer[]>;

export function countOf(filter: string | undefined): GroupRequest {
  return { filter, limit: 0, first: 'any' };
}

export function namesOf(filter: string | undefined): GroupRequest {
  return { ...countOf(filter), names: true };
}

export function hasAllNames({ names }: GroupAnswer): boolean {
  return Object.keys(names).length < MOST_NAMES;
}
