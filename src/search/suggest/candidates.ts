import type { Suggestion } from './suggest-contract.ts';

/** A suggestion before its text is compared with the typed text. `rank`: the number of products in use, or the quality. */
export type Candidate = Suggestion extends infer S
  ? S extends Suggestion
    ? Omit<S, 'highlights'> & { rank: number }
    : never
  : never;
