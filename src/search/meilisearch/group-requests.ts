import type { Candidate } from './collect-candidates.ts';
import { and, anyOf, type Filter } from '../plan/filter.ts';
import { isComparedWhole } from './render-filter.ts';
import { sampleParts } from '../../index/index-tokens.ts';
import { MAX_NAMES } from '../../index/search-index.ts';

export interface GroupRequest {
  filter: Filter;
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
  /** Names, and how many documents have each; the first ones by alphabet when there are more than `MAX_NAMES`. */
  names: DocumentsOfName[];
}

/** A name, and how many documents have it. A list: as an object thousands of names are slow to go through. */
export type DocumentsOfName = [name: string, documents: number];

/** Asks for several groups in one round trip. */
export type FetchGroups = (requests: GroupRequest[]) => Promise<GroupAnswer[]>;

export function countOf(filter: Filter): GroupRequest {
  return { filter, limit: 0, first: 'any' };
}

export function namesOf(filter: Filter): GroupRequest {
  return { ...countOf(filter), names: true };
}

/** The same in so many requests, each of them with as many names as one can have. */
export function namesInParts(filter: Filter, parts: number): GroupRequest[] {
  if (parts === 1) return [namesOf(filter)];
  return sampleParts(parts).map((tokens) => namesOf(and(filter, anyOf('tokens', tokens))));
}

/** The names of several requests; whether they are all there is. */
export function joinNames(
  answers: GroupAnswer[],
): Pick<GroupAnswer, 'names' | 'total'> & { isWhole: boolean } {
  const [one, ...others] = answers;
  const names = new Map(one?.names);
  for (const [name, documents] of others.flatMap((answer) => answer.names)) {
    names.set(name, (names.get(name) ?? 0) + documents);
  }
  return {
    names: others.length === 0 ? (one?.names ?? []) : [...names],
    total: answers.reduce((sum, { total }) => sum + total, 0),
    isWhole: answers.every(hasAllNames),
  };
}

/** Of very long names that begin alike only one is told. */
export function hasAllNames({ names }: GroupAnswer): boolean {
  return names.length < MAX_NAMES && names.every(([name]) => isComparedWhole(name));
}
