import { matchShown, NEARNESS, type ShownMatch } from './match-shown.ts';
import type { Candidate } from './candidates.ts';
import { SUGGESTED_TYPES, type SuggestedType, type Suggestion } from './suggest-contract.ts';

interface Matched extends ShownMatch {
  candidate: Candidate;
  /** Its position among suggestions of the same type and nearness. */
  turn: number;
}

/**
 * Returns the suggestions to show: the nearest first; among equally near ones the types take turns, each by rank. No
 * type takes more than half, rounded up, while others match. Candidates with a typo only fill free places. A
 * candidate whose text no longer matches is dropped.
 */
export function chooseSuggestions(
  candidates: readonly Candidate[],
  typed: readonly string[],
  size: number,
): Suggestion[] {
  const inOrder = SUGGESTED_TYPES.flatMap((type) => rankType(candidates, type, typed)).toSorted(
    (a, b) => a.nearness - b.nearness || a.turn - b.turn,
  );
  const asTyped = share(
    inOrder.filter(({ nearness }) => nearness < NEARNESS.typo),
    size,
  );
  const withTypo = share(
    inOrder.filter(({ nearness }) => nearness === NEARNESS.typo),
    size - asTyped.length,
  );
  return [...asTyped, ...withTypo].map(show);
}

function rankType(
  candidates: readonly Candidate[],
  type: SuggestedType,
  typed: readonly string[],
): Matched[] {
  const turns = new Map<number, number>();
  return candidates
    .filter((candidate) => candidate.type === type)
    .flatMap((candidate) => {
      const match = matchShown(candidate.text, typed);
      return match ? [{ candidate, ...match }] : [];
    })
    .toSorted(
      (a, b) =>
        a.nearness - b.nearness ||
        b.candidate.rank - a.candidate.rank ||
        a.candidate.text.length - b.candidate.text.length,
    )
    .map((matched) => {
      const turn = turns.get(matched.nearness) ?? 0;
      turns.set(matched.nearness, turn + 1);
      return { ...matched, turn };
    });
}

function share(inOrder: Matched[], size: number): Matched[] {
  const half = Math.ceil(size / 2);
  const taken = new Map<SuggestedType, number>();
  const within = new Set<Matched>();
  for (const matched of inOrder) {
    const count = taken.get(matched.candidate.type) ?? 0;
    if (count === half || within.size === size) continue;
    taken.set(matched.candidate.type, count + 1);
    within.add(matched);
  }
  for (const matched of inOrder) if (within.size < size) within.add(matched);
  return inOrder.filter((matched) => within.has(matched));
}

function show({ candidate: { rank: _rank, ...shown }, highlights }: Matched): Suggestion {
  return { ...shown, highlights };
}
