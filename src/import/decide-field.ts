/** What becomes of one field of a product when a source speaks about it again, or for the first time. */
export type FieldDecision =
  /** The source's value replaces what was there; the source is the only supplier. */
  | 'take'
  /** The source says the same: it becomes one of the suppliers. */
  | 'agree'
  /** The source no longer says what the field holds, and others do: it stops being a supplier. */
  | 'withdraw'
  /** Only this source had ever said it, and it does no longer: the field is emptied. */
  | 'clear'
  | 'keep';

export interface FieldClaim {
  /** `update`: the source speaks again about its own product; `complete`: it met the product of another one. */
  mode: 'update' | 'complete';
  sourceId: string;
  /** Who says what the field holds now. */
  suppliers: readonly string[];
  trustOf: (sourceId: string) => number;
  isCurrentEmpty: boolean;
  isGivenEmpty: boolean;
  /** Both hold the same value, down to the letter. */
  isEqual: boolean;
  /** Both mean the same value: names may differ in case and accents. */
  isAlike: boolean;
}

/**
 * Only missing values are filled in the product of another source, and what a more trusted source said stays. A value
 * is replaced by the source that alone supplied it, or by one of its suppliers that is more trusted than all others.
 */
export function decideField(claim: FieldClaim): FieldDecision {
  const { suppliers, sourceId } = claim;
  const others = suppliers.filter((id) => id !== sourceId);
  const isSupplier = others.length < suppliers.length;
  const isUpdate = claim.mode === 'update';
  if (claim.isGivenEmpty) {
    if (!isUpdate || !isSupplier) return 'keep';
    return others.length === 0 ? 'clear' : 'withdraw';
  }
  if (claim.isCurrentEmpty) return 'take';
  if (claim.isEqual) return 'agree';
  if (isUpdate && others.length === 0) return 'take';
  if (claim.isAlike) return 'agree';
  if (!isUpdate || !isSupplier) return 'keep';
  const isMostTrusted = others.every((id) => claim.trustOf(sourceId) > claim.trustOf(id));
  return isMostTrusted ? 'take' : 'withdraw';
}
