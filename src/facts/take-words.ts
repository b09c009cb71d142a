import type { Tx } from '../platform/db/client.ts';
import type { ProvenanceField } from '../quality/quality-score.ts';
import type { CatalogueContext, KnownSource } from './state/catalogue-context.ts';
import type { ComparedFact } from './compare-facts.ts';
import type { NewMsrp } from './values/msrp-contract.ts';
import type { FactDecisions } from './registry/product-facts-contract.ts';
import { FACT_LIST } from './registry/fact-list.ts';
import { pickParts, type ClaimedFacts } from './product-facts.ts';
import type { ProductState } from './state/product-state.ts';
import { requireSource } from './resolve-facts.ts';
import { takeFacts } from './take-facts.ts';

/** An operator's values that replace submitted ones; the operator becomes their supplier. */
export interface Overrides {
  facts: ClaimedFacts;
  msrp?: NewMsrp | undefined;
  /** False: only missing values may be overridden. */
  mayChangeHeld: boolean;
}

interface TakenWords {
  after: ProductState;
  compared: ComparedFact[];
  /** The fields that the source has just stated. */
  spokenFields: ProvenanceField[];
  /** The fields that the operator has just stated. */
  overriddenFields: ProvenanceField[];
  /** The brands before and after, by id. */
  brandNames: Map<string, string>;
}

/**
 * Returns the state of a product after a submission with the operator's overrides. An overridden field belongs to the
 * operator as a whole: an overridden amount keeps the submitted unit, but has no other supplier.
 * @throws ApiError `decision_required`, `validation_failed`
 */
export async function takeWords(
  tx: Tx,
  current: ProductState,
  words: { facts: ClaimedFacts; decisions?: FactDecisions | undefined; overrides?: Overrides | undefined },
  source: KnownSource,
  context: CatalogueContext,
): Promise<TakenWords> {
  const { facts, decisions, overrides } = words;
  if (!overrides) {
    return { ...(await takeFacts(tx, current, { facts, decisions }, source, context)), overriddenFields: [] };
  }
  const split = splitFacts(facts, overrides.facts);
  const operator = requireSource(context, 'operator');
  // Overrides come first, because they may set a category that makes facts of food apply.
  const own = await takeFacts(tx, current, { facts: split.overriding }, operator, context);
  const rest = await takeFacts(tx, own.after, { facts: split.left, decisions }, source, context);
  return {
    after: rest.after,
    compared: [...own.compared, ...rest.compared],
    spokenFields: rest.spokenFields,
    overriddenFields: own.spokenFields,
    brandNames: new Map([...own.brandNames, ...rest.brandNames]),
  };
}

function splitFacts(
  offered: ClaimedFacts,
  overrides: ClaimedFacts,
): { overriding: ClaimedFacts; left: ClaimedFacts } {
  const overriding: ClaimedFacts = { ...overrides };
  const left: ClaimedFacts = { ...offered };
  for (const factField of FACT_LIST) {
    if (factField.parts.every((part) => overrides[part] === undefined)) continue;
    Object.assign(overriding, {
      ...pickParts(offered, factField),
      ...withoutAbsent(pickParts(overrides, factField)),
    });
    for (const part of factField.parts) delete left[part];
  }
  return { overriding, left };
}

function withoutAbsent(facts: ClaimedFacts): ClaimedFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
