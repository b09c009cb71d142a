import type { KnownSource } from './state/catalogue-context.ts';

/**
 * The outcome of a source's statement on one fact. `confirmed`: the source becomes another supplier of the current
 * value. `withdrawn`: it no longer supplies the value, but others do. `cleared`: it was the only supplier.
 * `conflict`: an operator decides.
 */
export type FactOutcome = 'taken' | 'confirmed' | 'kept' | 'withdrawn' | 'cleared' | 'conflict';

type Believed = Pick<KnownSource, 'id' | 'kind' | 'trust'>;

export interface FactClaim {
  /**
   * `submission`: a contributor's claim, reviewed by an operator. `update`: a source states its own product again, or
   * a new one. `complete`: a source adds to a product of another source.
   */
  mode: 'submission' | 'update' | 'complete';
  /** Undefined in a merge: the value comes from the other product and all its suppliers, not from one source. */
  source: Believed | undefined;
  /** The suppliers of the current value. */
  suppliers: readonly Believed[];
  /**
   * The source gives no value. In a submission only an operator's empty value counts: the product has none.
   */
  isGivenEmpty?: boolean;
  /** The product has no value, or the new value only adds to it. */
  isFree: boolean;
  /** Both values are identical. */
  isEqual: boolean;
  /** Both values mean the same: names may differ in case and accents, amounts in unit. */
  isAlike: boolean;
}

/**
 * Decides which value wins, for imports, approvals, operators and merges (docs/decisions/0008):
 *
 * An operator's value wins, and only another operator replaces it. Any source fills a missing value. A submission
 * replaces a value unless an operator or a more trusted source supplies it. An import replaces values that its source
 * supplied alone or with less trusted ones. It also replaces values of less trusted sources only, so that the order
 * of files does not matter, but never an approved submission.
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

/** Returns the suppliers of the fact afterwards. `isShared`: their values stay beside the new ones. */
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
