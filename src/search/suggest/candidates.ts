import type { Suggestion } from './suggest-contract.ts';

/** A suggestion before it is known what of its text is like what was typed; `rank`: products in use, or quality. */
export type Candidate = Suggestion extends infer S
  ? S extends Suggestion
    ? Omit<S, 'highlights'> & { rank: number }
    : never
  : never;
