import { matchParts, type Part } from '../matched-parts.ts';
import { SUGGESTED_TYPES, type SuggestedType, type Suggestion } from './suggest-contract.ts';

/**
 * A suggestion before its text is compared with the typed text. `rank`: of a product, or the number of products in use. Of
 * equal ones the more popular comes first.
 */
export type Candidate = Suggestion extends infer S
  ? S extends Suggestion
    ? Omit<S, 'highlights'> & { rank: number; popularity?: number; labels?: Labels }
    : never
  : never;

/** Texts of a product besides the shown name: names in other languages, generic names, and brands. */
export interface Labels {
  names: readonly string[];
  brands: readonly string[];
}

/** How a text matches the typed words, nearest first: the text begins with them, its words do, or they do with one typo. */
const NEARNESS = { beginning: 0, words: 1, typo: 2 } as const;

interface Match {
  nearness: (typeof NEARNESS)[keyof typeof NEARNESS];
  /** The matching parts of the shown text. */
  highlights: Part[];
}

/**
 * Returns how a text and its further labels match typed words, or undefined if they do not. Together they have every word,
 * one at most with a typo; a name has one of them at least.
 */
export function matchSuggestion(
  text: string,
  { names, brands }: Labels = { names: [], brands: [] },
  typed: readonly string[],
): Match | undefined {
  const { parts, typos, missing, isBeginning } = matchParts([text, ...names, ...brands], typed);
  const isNamed = parts.slice(0, names.length + 1).some((found) => found.length > 0);
  if (missing > 0 || typos > 1 || !isNamed) return undefined;
  const nearness = typos > 0 ? NEARNESS.typo : isBeginning ? NEARNESS.beginning : NEARNESS.words;
  return { nearness, highlights: parts[0] ?? [] };
}

/**
 * Returns the suggestions to show: the nearest first; among equally near ones the types take turns, each by rank. No
 * type takes more than half, rounded up, while others match. Candidates with a typo only fill free places. A
 * candidate that does not match is dropped.
 */
export function chooseSuggestions(
  candidates: readonly Candidate[],
  typed: readonly string[],
  size: number,
): Suggestion[] {
  const counts = new Map<string, number>();
  /** Returns how often it was called with the key, this call included. */
  const count = (key: string): number => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key) as number;
  };
  const half = Math.ceil(size / 2);
  const inTurn = SUGGESTED_TYPES.flatMap((type) => rankType(candidates, type, typed))
    .map((match) => ({ ...match, turn: count(`${match.candidate.type} ${match.nearness}`) }))
    .toSorted((a, b) => a.nearness - b.nearness || a.turn - b.turn)
    .map((match) => {
      const isExcess = count(match.candidate.type) > half;
      return { ...match, lateness: (match.nearness === NEARNESS.typo ? 2 : 0) + (isExcess ? 1 : 0) };
    });
  const kept = new Set(inTurn.toSorted((a, b) => a.lateness - b.lateness).slice(0, size));
  return inTurn.filter((match) => kept.has(match)).map(show);
}

/** Returns candidates as suggestions without highlights. */
export function unmarked(candidates: readonly Candidate[]): Suggestion[] {
  return candidates.map((candidate) => show({ candidate, highlights: [] }));
}

function show({ candidate, highlights }: { candidate: Candidate; highlights: Part[] }): Suggestion {
  const { rank: _rank, popularity: _popularity, labels: _labels, ...shown } = candidate;
  return { ...shown, highlights };
}

function rankType(
  candidates: readonly Candidate[],
  type: SuggestedType,
  typed: readonly string[],
): (Match & { candidate: Candidate })[] {
  return candidates
    .filter((candidate) => candidate.type === type)
    .flatMap((candidate) => {
      const match = matchSuggestion(candidate.text, candidate.labels, typed);
      return match ? [{ ...match, candidate }] : [];
    })
    .toSorted(
      ({ nearness, candidate: a }, { nearness: other, candidate: b }) =>
        nearness - other ||
        b.rank - a.rank ||
        (b.popularity ?? 0) - (a.popularity ?? 0) ||
        a.text.length - b.text.length,
    );
}
