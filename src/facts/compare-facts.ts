import { isDeepStrictEqual } from 'node:util';
import type { ProvenanceField } from '../quality/quality-score.ts';
import type { CatalogueContext, KnownSource } from './state/catalogue-context.ts';
import { decideFact, type FactOutcome } from './decide-fact.ts';
import type { FactDecisions } from './registry/product-facts-contract.ts';
import { FACT_LIST, isEmptyFact, isFactOf, type Fact, type ProductFacts } from './registry/fact-list.ts';
import { isAlike, joinTables, pickParts, suppliersOf, type ClaimedFacts } from './product-facts.ts';
import type { Suppliers } from './state/product-state.ts';

export interface ComparedFact {
  field: ProvenanceField;
  /** Fields of one group are decided together. */
  group: ProvenanceField;
  outcome: 'taken' | 'confirmed' | 'conflict' | 'kept' | 'not_applicable';
  /** By wire names. */
  current: ClaimedFacts;
  offered: ClaimedFacts;
  /** The field's value if the claim is taken. */
  result: ClaimedFacts;
  /** Suppliers of the current value. */
  sources: KnownSource[];
  /** The current values stay beside the claimed ones, so their suppliers stay too. */
  isShared: boolean;
}

export interface FactQuestion {
  current: ProductFacts;
  suppliers: Suppliers;
  archiveKind: string;
  /** From `resolveFacts`. */
  offered: ClaimedFacts;
  source: KnownSource;
  decisions?: FactDecisions;
}

/**
 * Returns the outcome of each claimed fact; `decideFact` holds the rule. Pure. Only an operator can claim that a
 * value is empty, or replace a whole table; other sources' claims on nutriments or attributes are merged key by key.
 */
export function compareFacts(question: FactQuestion, context: CatalogueContext): ComparedFact[] {
  const compared: ComparedFact[] = [];
  let { archiveKind } = question;
  const isJoined = isOtherBasis(question);
  const { nutriments: _amounts, nutrition_basis: _basis, ...others } = question.decisions ?? {};
  const single = isJoined ? { ...question, decisions: others } : question;
  for (const factField of FACT_LIST) {
    const fact = compareField(factField, single, context);
    if (!fact) continue;
    const leader = compared.find(({ field }) => factField.isBound && field === factField.saidWith);
    if (leader) {
      fact.group = leader.field;
      if (leader.outcome !== 'confirmed') fact.outcome = leader.outcome;
    }
    if (!isFactOf(factField, archiveKind)) fact.outcome = 'not_applicable';
    const nutriments = compared.find(({ field }) => field === 'nutriments');
    if (fact.field === 'nutrition_basis' && nutriments) {
      fact.group = 'nutriments';
      if (isJoined) joinBasis(nutriments, fact, question);
    }
    if (fact.field === 'category' && fact.outcome === 'taken') {
      archiveKind = context.categoryByCode.get(fact.result.category ?? '')?.archiveKind ?? archiveKind;
    }
    compared.push(fact);
  }
  return compared;
}

function compareField(
  factField: Fact,
  question: FactQuestion,
  context: CatalogueContext,
): ComparedFact | undefined {
  const { field, parts, isTable } = factField;
  const isOperator = question.source.kind === 'operator';
  const current = pickParts(question.current, factField);
  const spoken = pickParts(question.offered, factField);
  const offered: ClaimedFacts = Object.fromEntries(
    Object.entries(spoken).filter(([, value]) => value !== undefined && (isOperator || !isEmptyFact(value))),
  );
  if (Object.keys(offered).length === 0) return undefined;
  const completes = isTable && !isOperator && !(field === 'nutriments' && hasOtherBasis(question));
  const result = completes ? joinTables(factField, current, offered) : { ...current, ...offered };
  const isCurrentEmpty = parts.every((part) => isEmptyFact(current[part]));
  if (isCurrentEmpty && parts.every((part) => isEmptyFact(result[part]))) return undefined;
  const deniers = field === 'nutriments' && isCurrentEmpty ? listDeniers(question, context) : [];
  const suppliers = isCurrentEmpty
    ? deniers
    : suppliersOf(factField, question.suppliers).flatMap((id) => context.sourceById.get(id) ?? []);
  const isEqual = isDeepStrictEqual(current, result);
  const outcome = decideFact({
    mode: 'submission',
    source: question.source,
    suppliers,
    isFree:
      deniers.length === 0 &&
      parts.every((part) => isEmptyFact(current[part]) || isKept(current[part], result[part], isTable)),
    isEqual,
    isAlike: isAlike(factField, current, result),
  });
  return {
    field,
    group: field,
    outcome: applyDecision(outcome, isEqual ? undefined : question.decisions?.[field]),
    current,
    offered,
    result,
    sources: suppliers,
    isShared: completes && parts.some((part) => countKept(current[part], result[part]) > 0),
  };
}

/**
 * Returns operators who said that nutrition does not apply: amounts conflict with that, although the field is empty.
 */
function listDeniers({ current, suppliers }: FactQuestion, context: CatalogueContext): KnownSource[] {
  if (!current.no_nutrition_data) return [];
  return (suppliers.no_nutrition_data ?? [])
    .flatMap((id) => context.sourceById.get(id) ?? [])
    .filter(({ kind }) => kind === 'operator');
}

function applyDecision(outcome: FactOutcome, decision: 'take' | 'keep' | undefined): ComparedFact['outcome'] {
  if (decision === undefined) return outcome as ComparedFact['outcome'];
  return decision === 'take' ? 'taken' : 'kept';
}

/** Returns whether amounts are claimed for another basis: basis and amounts are then decided together. */
export function isOtherBasis({ current, offered, source }: FactQuestion): boolean {
  if (source.kind === 'operator' || isEmptyFact(offered.nutriments)) return false;
  return !isEmptyFact(offered.nutrition_basis) && offered.nutrition_basis !== current.nutrition_basis;
}

/**
 * Amounts mean nothing without their basis: both are taken, or both stay. If stored amounts would be lost, an
 * operator decides, whichever source supplied them.
 */
function joinBasis(
  nutriments: ComparedFact,
  basis: ComparedFact,
  { current, decisions }: FactQuestion,
): void {
  if (basis.outcome === 'not_applicable') return;
  const isOpen =
    nutriments.outcome === 'conflict' || basis.outcome === 'conflict' || losesAmounts(nutriments);
  const decision = decisions?.nutriments ?? (decisions?.nutrition_basis === 'keep' ? 'keep' : undefined);
  basis.outcome = applyDecision(isOpen ? 'conflict' : 'taken', decision);
  // The same amounts with a formerly unknown basis: their suppliers stay.
  const isCompleted = nutriments.outcome === 'confirmed' && isEmptyFact(current.nutrition_basis);
  if (basis.outcome !== 'taken' || !isCompleted) nutriments.outcome = basis.outcome;
}

function losesAmounts({ current, result }: ComparedFact): boolean {
  return Object.keys(current.nutriments ?? {}).some((key) => result.nutriments?.[key] === undefined);
}

function hasOtherBasis({ current, offered }: FactQuestion): boolean {
  if (isEmptyFact(current.nutriments) || isEmptyFact(offered.nutriments)) return false;
  return !isEmptyFact(offered.nutrition_basis) && offered.nutrition_basis !== current.nutrition_basis;
}

/** Returns whether every current value would stay. */
function isKept(current: unknown, result: unknown, isTable: boolean): boolean {
  if (!isTable) return isDeepStrictEqual(current, result);
  return countKept(current, result) === Object.keys(current as object).length;
}

/** Counts the keys with the same value in both tables. */
function countKept(current: unknown, result: unknown): number {
  const now = (current ?? {}) as Record<string, unknown>;
  const then = (result ?? {}) as Record<string, unknown>;
  return Object.keys(now).filter((key) => isDeepStrictEqual(now[key], then[key])).length;
}
