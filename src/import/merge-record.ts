import { isDeepStrictEqual } from 'node:util';
import { isUncategorized } from '../facts/state/catalogue-context.ts';
import { decideFact, listSuppliers, type FactClaim, type FactOutcome } from '../facts/decide-fact.ts';
import {
  FACT_LIST,
  isEmptyFact,
  isFactOf,
  OTHER_TEXTS,
  type Fact,
  type FactName,
  type OtherTexts,
} from '../facts/registry/fact-list.ts';
import {
  dropNutritionDenial,
  isAlike,
  isNutritionDenied,
  isVerified,
  joinTables,
  pickParts,
  type ClaimedFacts,
} from '../facts/product-facts.ts';
import { archiveKindOf, type ProductState } from '../facts/state/product-state.ts';
import { sourceOf, type ImportContext } from './import-context.ts';
import type { ImportRecord } from './import-record.ts';
import { mergeClaims, type BrandNames } from './merge-claims.ts';

const OBSOLETE_REASON = 'no longer sold, says the source';

/**
 * Merges a source's record into a product; `decideFact` holds the rules. Pure: the given product is not changed.
 * Nutriments and their basis are taken together or not at all.
 */
export function mergeRecord(
  product: ProductState,
  record: ImportRecord,
  brands: BrandNames,
  mode: Exclude<FactClaim['mode'], 'submission'>,
  context: ImportContext,
): ProductState {
  const state: ProductState = {
    ...product,
    facts: { ...product.facts },
    suppliers: { ...product.suppliers },
  };
  // Brand and category are compared by the ids under which they are stored.
  const given: ClaimedFacts = {
    ...record.facts,
    brand: brands.idOf(record.facts.brand),
    category: context.categoryByCode.get(record.facts.category ?? '')?.id ?? null,
  };
  const current = listValues(state, context);
  const outcomes: Partial<Record<FactName, FactOutcome>> = {};
  for (const fact of FACT_LIST) {
    if (!isFactOf(fact, archiveKindOf(state, context))) continue;
    const texts = fact.textOf && OTHER_TEXTS.find((other) => other.texts === fact.field);
    if (texts) {
      if (mode === 'complete' && !isVerified(state.suppliers, fact.field, context)) {
        keepMainText(texts, product, current, state);
      }
      given[texts.texts] = listOtherTexts(texts, state, record);
    }
    outcomes[fact.field] = decideOutcome(fact, current, given, state, outcomes, mode, record, context);
    const completed = mode === 'complete' && fact.isTable ? joinTables(fact, current, given) : given;
    take(fact, outcomes[fact.field], current, completed, state, context);
    if (fact.field === 'category') state.categoryId ??= context.binOf(record.archiveKind).id;
  }
  if (Object.keys(product.suppliers).length > 0) mergeClaims(product, state, record, brands, context);
  dropNutritionDenial(state.facts, state.suppliers);
  if (mode === 'update') mergeStatus(state, record, sourceOf('name', record, context).id);
  return state;
}

function listValues(state: ProductState, context: ImportContext): ClaimedFacts {
  const code = context.categoryById.get(state.categoryId ?? '')?.code ?? 'uncategorized';
  const category = isUncategorized(code) ? null : state.categoryId;
  return { ...state.facts, brand: state.brandId, category };
}

function decideOutcome(
  fact: Fact,
  current: ClaimedFacts,
  given: ClaimedFacts,
  state: ProductState,
  outcomes: Partial<Record<FactName, FactOutcome>>,
  mode: FactClaim['mode'],
  record: ImportRecord,
  context: ImportContext,
): FactOutcome {
  const { field, parts, saidWith } = fact;
  if (field === 'nutrition_basis')
    return isVerified(state.suppliers, field, context) ? 'kept' : (outcomes.nutriments ?? 'kept');
  const isCurrentEmpty = parts.every((part) => isEmptyFact(current[part]));
  const isGivenEmpty = parts.every((part) => isEmptyFact(given[part]));
  if (isCurrentEmpty && isGivenEmpty && !state.suppliers[field]) return 'kept';
  const knownSuppliers = (state.suppliers[field] ?? []).flatMap((id) => context.sourceById.get(id) ?? []);
  // Amounts are ignored if their basis differs from the operator's, or if an operator says that nutrition does not
  // apply.
  const isOtherBasis = !isEmptyFact(given.nutriments) && !hasSameBasis(current, given);
  const isDenied = isNutritionDenied(state.facts, state.suppliers, context);
  if (
    field === 'nutriments' &&
    (isDenied || (isOtherBasis && isVerified(state.suppliers, 'nutrition_basis', context)))
  )
    return 'kept';
  const source = sourceOf(field, record, context);
  // A companion fact without a supplier of its own follows the fact it came with.
  const leader = saidWith && outcomes[saidWith];
  const hasLeader = saidWith && (state.suppliers[saidWith] !== undefined || leader === 'cleared');
  if (hasLeader && knownSuppliers.length === 0) {
    const isOwn = isDeepStrictEqual(state.suppliers[saidWith], [sourceOf(saidWith, record, context).id]);
    const follows = leader === 'taken' || leader === 'cleared' || (leader === 'confirmed' && isOwn);
    const isOpen = isCurrentEmpty && (!fact.isBound || leader === 'confirmed');
    // Must not lose allergens that another source stated.
    if ((!follows && !isOpen) || (mode === 'complete' && isGivenEmpty && !fact.isBound)) return 'kept';
    if (!fact.isBound && !isGivenEmpty) state.suppliers[field] = [source.id];
    return 'taken';
  }
  // Comparable only if both have a value.
  const isComparable = !isCurrentEmpty && !isGivenEmpty;
  const isEqual =
    isComparable &&
    parts.every((part) => isDeepStrictEqual(current[part], given[part])) &&
    (field !== 'nutriments' || hasSameBasis(current, given));
  const decided = decideFact({
    mode,
    source,
    suppliers: knownSuppliers,
    isGivenEmpty,
    // A false flag with a supplier is a statement, not a gap.
    isFree: isCurrentEmpty && knownSuppliers.length === 0,
    isEqual,
    isAlike: isComparable && !isEqual && doAgree(fact, current, given),
  });
  // In a shared table, other suppliers' keys stay beside this source's keys. With another basis none could stay.
  const isShared = mode === 'complete' && fact.isTable && isComparable;
  const wouldLose = isShared && field === 'nutriments' && !hasSameBasis(current, given);
  const outcome = decided === 'taken' && wouldLose ? 'kept' : decided;
  const others = knownSuppliers.filter(({ id }) => id !== source.id);
  if (fact.hasTexts && isComparable && others.length > 0 && others.every(({ kind }) => kind !== 'operator')) {
    joinTexts(field as OtherTexts['texts'], outcome, given, state, source.id);
    return 'confirmed';
  }
  const suppliers = listSuppliers(outcome, state.suppliers[field] ?? [], source.id, isShared);
  if (suppliers.length > 0) state.suppliers[field] = suppliers;
  else delete state.suppliers[field];
  return outcome;
}

/** A main text that is replaced by one in another language moves to the other texts, with its suppliers. */
function keepMainText(
  { texts: field, text: mainName, lang: langName }: OtherTexts,
  before: ProductState,
  current: ClaimedFacts,
  state: ProductState,
): void {
  const { [mainName]: text, [langName]: lang } = before.facts;
  const langNow = state.facts[langName];
  if (!text || !lang || !langNow || lang === langNow) return;
  const texts = { ...state.facts[field], [lang]: text };
  delete texts[langNow];
  state.facts[field] = texts;
  current[field] = texts;
  state.suppliers[field] = [
    ...new Set([...(state.suppliers[field] ?? []), ...(before.suppliers[mainName] ?? [])]),
  ];
}

/**
 * Returns the record's texts in languages other than that of the product's main text, including the record's own main
 * text if it lost.
 */
function listOtherTexts(
  { texts: field, text: mainName, lang: langName }: OtherTexts,
  state: ProductState,
  { facts }: ImportRecord,
): Record<string, string> {
  const { [mainName]: text, [langName]: lang } = facts;
  const texts = { ...(lang && text && { [lang]: text }), ...facts[field] };
  delete texts[state.facts[langName] ?? ''];
  return texts;
}

/** Merges texts of several sources, language by language. */
function joinTexts(
  field: OtherTexts['texts'],
  outcome: FactOutcome,
  given: ClaimedFacts,
  state: ProductState,
  sourceId: string,
): void {
  const [held, said] = [state.facts[field], given[field] ?? {}];
  const joined = outcome === 'taken' ? { ...held, ...said } : { ...said, ...held };
  const isSaid = Object.entries(said).some(([lang, text]) => joined[lang] === text);
  state.facts[field] = joined;
  state.suppliers[field] = listSuppliers(
    isSaid ? 'confirmed' : 'withdrawn',
    state.suppliers[field] ?? [],
    sourceId,
  );
}

/** Writes the given values of a fact to the state if they won. */
function take(
  fact: Fact,
  outcome: FactOutcome | undefined,
  current: ClaimedFacts,
  given: ClaimedFacts,
  state: ProductState,
  context: ImportContext,
): void {
  if (fact.field === 'attributes' && !isVerified(state.suppliers, 'attributes', context)) {
    // Sources that do not contradict each other are merged; an operator's table is complete.
    state.facts.attributes =
      outcome === 'confirmed' ? { ...given.attributes, ...current.attributes } : (current.attributes ?? {});
  }
  if (fact.field === 'nutrition_basis' && outcome !== 'kept') {
    const basis = outcome === 'taken' || outcome === 'cleared' ? given : current;
    if (isEmptyFact(basis.nutrition_basis)) delete state.suppliers.nutrition_basis;
    else state.suppliers.nutrition_basis = state.suppliers.nutriments ?? [];
  }
  if (outcome !== 'taken' && outcome !== 'cleared') return;
  if (fact.field === 'brand') state.brandId = given.brand ?? null;
  else if (fact.field === 'category') state.categoryId = given.category ?? null;
  else Object.assign(state.facts, pickParts(given, fact));
}

/** Returns whether two tables agree: all shared keys are equal. Amounts also need a shared key and the same basis. */
function doAgree(fact: Fact, current: ClaimedFacts, given: ClaimedFacts): boolean {
  if (!fact.isTable) return isAlike(fact, current, given);
  const { field } = fact;
  const [ours, theirs] = [current[field as 'attributes'] ?? {}, given[field as 'attributes'] ?? {}];
  const shared = Object.keys(ours).filter((key) => theirs[key] !== undefined);
  const isSame = shared.every((key) => isDeepStrictEqual(ours[key], theirs[key]));
  return isSame && (field !== 'nutriments' || (shared.length > 0 && hasSameBasis(current, given)));
}

function hasSameBasis(current: ClaimedFacts, given: ClaimedFacts): boolean {
  return current.nutrition_basis === given.nutrition_basis;
}

/** A source may archive a product that only it supplies, and undo its own archiving, but never an operator's. */
function mergeStatus(state: ProductState, record: ImportRecord, sourceId: string): void {
  if (!isDeepStrictEqual(state.suppliers.name, [sourceId])) return;
  if (record.isObsolete && state.status === 'active') {
    state.status = 'archived';
    state.archiveReason = OBSOLETE_REASON;
  } else if (!record.isObsolete && state.status === 'archived' && state.archiveReason === OBSOLETE_REASON) {
    state.status = 'active';
    state.archiveReason = null;
  }
}
