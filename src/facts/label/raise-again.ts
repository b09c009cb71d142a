import type { ProductState } from '../state/product-state.ts';
import { collectEvidence } from './label-evidence.ts';

type Labelled = Pick<ProductState, 'facts' | 'suppliers' | 'claims'>;

/**
 * Removes allergens from `free_from` that a source now states in new words. The operator's finding holds only for the
 * wording it was about.
 * @returns the state, and the removed codes
 */
export function raiseAgain<State extends Labelled>(
  before: Labelled,
  after: State,
): { state: State; raised: string[] } {
  const found: readonly string[] = after.facts.free_from;
  if (found.length === 0) return { state: after, raised: [] };
  const known = collectEvidence(before).statements;
  const added = [...collectEvidence(after).statements].filter((statement) => !known.has(statement));
  const raised = found.filter((code) => added.some((statement) => statement.startsWith(`${code} `)));
  if (raised.length === 0) return { state: after, raised };
  const kept = found.filter((code) => !raised.includes(code));
  const { free_from: by, ...others } = after.suppliers;
  const suppliers = kept.length > 0 && by ? { ...others, free_from: by } : others;
  return { state: { ...after, facts: { ...after.facts, free_from: kept }, suppliers }, raised };
}
