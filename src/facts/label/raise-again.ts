import type { ProductState } from '../state/product-state.ts';
import { collectEvidence } from './label-evidence.ts';

type Labelled = Pick<ProductState, 'facts' | 'suppliers' | 'claims'>;

/**
 * Drops from `free_from` the allergens that a source states, in words that were not there when an operator found them to be
 * absent. The operator's finding holds for what it was about, and not for a new list or text.
 * @returns the state, and the codes that were dropped
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
