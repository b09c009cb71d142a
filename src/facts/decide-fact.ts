import type { KnownSource } from './catalogue-context.ts';

/**
 * What becomes of one offered field. `confirmed`: the source becomes a further supplier of what is there.
 * `conflict`: it is for a person to decide.
 */
export type OfferedOutcome = 'taken' | 'confirmed' | 'conflict';

export interface FactOffer {
  source: Pick<KnownSource, 'kind' | 'trust'>;
  /** Who says what the field holds now. */
  suppliers: readonly Pick<KnownSource, 'kind' | 'trust'>[];
  /** Nothing is there, or what is there would only be added to. */
  isFree: boolean;
  /** Both hold the same value, down to the letter. */
  isEqual: boolean;
  /** Both mean the same: names may differ in case and accents, amounts in their unit. */
  isAlike: boolean;
}

/**
 * An operator's word is taken. Of anybody else an empty field is filled, and a different value taken only when no
 * operator and no more trusted source stands behind the one that is there.
 */
export function decideFact({ source, suppliers, isFree, isEqual, isAlike }: FactOffer): OfferedOutcome {
  if (isEqual) return 'confirmed';
  if (isFree || source.kind === 'operator') return 'taken';
  if (isAlike) return 'confirmed';
  const isOverruled = suppliers.some(({ kind, trust }) => kind === 'operator' || trust > source.trust);
  return isOverruled ? 'conflict' : 'taken';
}
