import type { KnownSource } from './state/catalogue-context.ts';

/**
 * What becomes of one fact when a source speaks of it. `confirmed`: the source becomes a further supplier of what is
 * there. `withdrawn`: it no longer claims the value, and others do. `cleared`: it alone had claimed it. `conflict`: it is
 * for a person to decide.
 */
export type FactOutcome = 'taken' | 'confirmed' | 'kept' | 'withdrawn' | 'cleared' | 'conflict';

type Believed = Pick<KnownSource, 'id' | 'kind' | 'trust'>;

export interface FactClaim {
  /**
   * `submission`: a contributor claims it, and a person reviews it. `update`: a source speaks again of its own
   * product, or for the first time of a new one. `complete`: it met the product of another one.
   */
  mode: 'submission' | 'update' | 'complete';
  /** Undefined: another record of the same product speaks, for that record’s suppliers. */
  source: Believed | undefined;
  /** The suppliers of the present value. */
  suppliers: readonly Believed[];
  /** The source says nothing. In a submission only an operator's empty value counts: it says that there is no value. */
  isGivenEmpty?: boolean;
  /** The product has no value, or the new value only adds to it. */
  isFree: boolean;
  /** Both hold the same value, down to the letter. */
  isEqual: boolean;
  /** Both mean the same: names may differ in case and accents, amounts in their unit. */
  isAlike: boolean;
}

/**
 * Who is believed, for imports, approvals, operators and merges (docs/decisions/0008). An operator's word is taken,
 * and only another operator's replaces it. From other sources missing values are taken. A submission replaces a value unless
 * an operator or a more trusted source stands behind it. An import replaces what its source alone supplied, or what it
 * supplied with less trusted ones. Of what only other sources have said so far it replaces what less trusted ones say, so
 * that the order of files does not matter; never what people submitted and a reviewer approved.
 */
export function decideFact(claim: FactClaim): FactOutcome {
  const { mode, source, suppliers } = claim;
  const others = suppliers.filter(({ id }) => id !== source?.id);
  const isSupplier = others.length < suppliers.length;
  const isVerified = suppliers.some(({ kind }) => kind === 'operator');
  if (claim.isGivenEmpty && mode !== 'submission') {
    if (mode === 'complete' || !isSupplier) return 'kept';
    return others.length === 0 ? 'cleared' : 'withdrawn';
  }
  if (claim.isEqual) return 'confirmed';
  if (claim.isFree || source?.kind === 'operator') return 'taken';
  if (mode === 'update' && others.length === 0) return 'taken';
  if (claim.isAlike) return 'confirmed';
  if (mode === 'submission') {
    return isVerified || suppliers.some(({ trust }) => trust > trustOf(source)) ? 'conflict' : 'taken';
  }
  if (mode === 'complete' || !isSupplier) {
    const isLessTrusted = ({ kind, trust }: Believed) => kind !== 'community' && trust < trustOf(source);
    const mayReplace = others.length > 0 && others.every(isLessTrusted) && !isVerified;
    return mayReplace ? 'taken' : 'kept';
  }
  return others.every(({ kind, trust }) => kind !== 'operator' && trustOf(source) > trust)
    ? 'taken'
    : 'withdrawn';
}

const trustOf = (source: Believed | undefined) => source?.trust ?? 0;

/** Who says the fact afterwards. `isShared`: values of the suppliers stay beside the new ones. */
export function listSuppliers(
  outcome: FactOutcome,
  suppliers: readonly string[],
  sourceId: string,
  isShared = false,
): string[] {
  if (outcome === 'taken' && !isShared) return [sourceId];
  if (outcome === 'taken' || outcome === 'confirmed') return [...new Set([...suppliers, sourceId])];
  if (outcome === 'kept' || outcome === 'conflict') return [...suppliers];
  return suppliers.filter((id) => id !== sourceId);
}
