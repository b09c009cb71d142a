import { raiseAgain } from '../../facts/label/raise-again.ts';
import { isDeepStrictEqual } from 'node:util';
import type { ProvenanceField } from '../../quality/quality-score.ts';
import type { CatalogueContext } from '../../facts/state/catalogue-context.ts';
import type { ComparedFact } from '../../facts/compare-facts.ts';
import { CLAIMED_FACTS, dropBelieved, isHeld, readClaim, setClaim } from '../../facts/claims.ts';
import { decideFact } from '../../facts/decide-fact.ts';
import {
  FACT_LIST,
  isEmptyFact,
  isFactOf,
  type Fact,
  type ProductFacts,
} from '../../facts/registry/fact-list.ts';
import {
  buildFacts,
  dropNutritionDenial,
  isAlike,
  isNutritionDenied,
  joinTables,
  pickParts,
  suppliersOf,
  type ClaimedFacts,
} from '../../facts/product-facts.ts';
import {
  archiveKindOf,
  type Claims,
  type ProductState,
  type Suppliers,
} from '../../facts/state/product-state.ts';
import { layFactsOver } from '../../facts/take-facts.ts';

export interface MergePlan {
  /** The archived product. */
  loser: ProductState;
  /** The completed product. */
  winner: ProductState;
  /** Fields whose suppliers move to the winner. */
  movedFields: ProvenanceField[];
  /** The outcome of each field of the loser, compared with the winner. */
  compared: ComparedFact[];
}

/**
 * Returns the merge of two records of one product. The winner keeps its values. It gets missing values from the loser
 * with their suppliers, and for equal values it also gets the loser's suppliers. Attributes, and amounts for the same
 * basis, are merged key by key. Suppliers of values that were not taken stay with the archived loser, and their
 * values become claims on the winner. Barcodes and prices move with their suppliers. Pure.
 * @param hasPrimaryBarcode whether the winner has a primary barcode after the barcodes have moved
 */
export function planMerge(
  loser: ProductState,
  winner: ProductState,
  brandNames: ReadonlyMap<string, string>,
  context: CatalogueContext,
  hasPrimaryBarcode: boolean,
): MergePlan {
  const [loserFacts, winnerFacts] = [loser, winner].map((state) =>
    buildFacts(state, brandNames.get(state.brandId ?? '') ?? null, context),
  ) as [ProductFacts, ProductFacts];
  const compared = compareProducts(loser, winner, loserFacts, winnerFacts, context);
  const facts = { ...winnerFacts };
  const loserSuppliers: Suppliers = { ...loser.suppliers };
  const winnerSuppliers: Suppliers = { ...winner.suppliers };
  const movedFields: ProvenanceField[] = [];
  const move = (field: ProvenanceField, isShared: boolean, moved: readonly string[]) => {
    const kept = isShared ? (winnerSuppliers[field] ?? []) : [];
    winnerSuppliers[field] = [...new Set([...kept, ...moved])];
    delete loserSuppliers[field];
    movedFields.push(field);
  };
  for (const { fact, outcome, result, isShared } of compared) {
    if (outcome === 'taken') Object.assign(facts, result);
    if (outcome === 'taken' || outcome === 'confirmed') {
      move(fact.field, isShared || outcome === 'confirmed', suppliersOf(fact, loser.suppliers));
    }
  }
  dropNutritionDenial(facts, winnerSuppliers);
  const claims = mergeClaims(loser, winner, loserFacts, facts, compared);
  if (loser.suppliers.barcode) move('barcode', true, loser.suppliers.barcode);
  if (loser.suppliers.msrp) move('msrp', true, loser.suppliers.msrp);
  const isTaken = (field: ProvenanceField) =>
    compared.some((fact) => fact.field === field && fact.outcome === 'taken');
  // An operator's "free from" on one product does not hold if the other product states the allergen.
  const { state: merged } = raiseAgain(winner, {
    ...layFactsOver(winner, facts, winnerSuppliers),
    claims: dropBelieved(claims, winnerSuppliers, facts),
  });
  return {
    compared,
    movedFields: movedFields.filter((field) => merged.suppliers[field] !== undefined),
    loser: {
      ...loser,
      status: 'archived',
      archiveReason: 'merged into another product',
      mergedIntoId: winner.id,
      hasPrimaryBarcode: false,
      hasMsrp: false,
      suppliers: loserSuppliers,
    },
    winner: {
      ...merged,
      brandId: isTaken('brand') ? loser.brandId : winner.brandId,
      categoryId: isTaken('category') ? loser.categoryId : winner.categoryId,
      hasPrimaryBarcode,
      hasMsrp: winner.hasMsrp || loser.hasMsrp,
    },
  };
}

/** Turns the loser’s values that were not taken into claims of their suppliers, unless these claim another value already. */
function mergeClaims(
  loser: ProductState,
  winner: ProductState,
  loserFacts: ProductFacts,
  mergedFacts: ProductFacts,
  compared: readonly ComparedFact[],
): Claims {
  let claims = winner.claims;
  const claim = (sourceId: string, fact: Fact, said: ClaimedFacts) => {
    const has = claims[sourceId];
    const isNew = readClaim(said, fact) && !isHeld(fact, said, mergedFacts);
    if (isNew && !(has && readClaim(has, fact))) claims = setClaim(claims, sourceId, fact, said);
  };
  for (const fact of CLAIMED_FACTS) {
    const isKept = compared.some(({ field, outcome }) => field === fact.field && outcome === 'kept');
    if (isKept) for (const id of suppliersOf(fact, loser.suppliers)) claim(id, fact, loserFacts);
    for (const [id, said] of Object.entries(loser.claims)) claim(id, fact, said);
  }
  return claims;
}

type ComparedProductFact = ComparedFact & { fact: Fact };

/**
 * Returns the fields that the loser cannot add: "nutrition does not apply" if there are amounts, and amounts if an
 * operator said that it does not apply.
 */
function listContradicted({ facts, suppliers }: ProductState, context: CatalogueContext): ProvenanceField[] {
  if (facts.nutriments !== null) return ['no_nutrition_data'];
  return isNutritionDenied(facts, suppliers, context) ? ['nutriments', 'nutrition_basis'] : [];
}

function compareProducts(
  loser: ProductState,
  winner: ProductState,
  loserFacts: ProductFacts,
  winnerFacts: ProductFacts,
  context: CatalogueContext,
): ComparedProductFact[] {
  const compared: ComparedProductFact[] = [];
  const contradicted = listContradicted(winner, context);
  let archiveKind = archiveKindOf(winner, context);
  for (const factField of FACT_LIST) {
    const { field, parts } = factField;
    const [current, offered] = [pickParts(winnerFacts, factField), pickParts(loserFacts, factField)];
    if (parts.every((part) => isEmptyFact(offered[part]))) continue;
    const fact: ComparedProductFact = {
      fact: factField,
      field,
      group: field,
      ...decide(factField, winnerFacts, loserFacts),
      current,
      offered,
      sources: suppliersOf(factField, winner.suppliers).flatMap((id) => context.sourceById.get(id) ?? []),
    };
    const leader = compared.find((one) => factField.isBound && one.field === factField.saidWith);
    if (leader?.outcome === 'kept' || contradicted.includes(field)) fact.outcome = 'kept';
    if (!isFactOf(factField, archiveKind)) fact.outcome = 'not_applicable';
    if (field === 'category' && fact.outcome === 'taken') archiveKind = archiveKindOf(loser, context);
    compared.push(fact);
  }
  return compared;
}

function decide(
  factField: Fact,
  winner: ProductFacts,
  loser: ProductFacts,
): Pick<ComparedFact, 'outcome' | 'result' | 'isShared'> {
  const { field, parts, isTable } = factField;
  const [current, offered] = [pickParts(winner, factField), pickParts(loser, factField)];
  const whole = (outcome: 'taken' | 'confirmed' | 'kept') => ({
    outcome,
    result: outcome === 'taken' ? offered : current,
    isShared: false,
  });
  const isSame = isDeepStrictEqual(current, offered) || isAlike(factField, current, offered);
  // Amounts need their basis: it moves with the loser’s amounts, and stays with the winner’s.
  if (field === 'nutrition_basis') {
    const comesAlong = isEmptyFact(winner.nutriments) && !isEmptyFact(loser.nutriments);
    if (comesAlong) return whole('taken');
    if (isSame) return whole('confirmed');
    return whole(isEmptyFact(winner.nutriments) && isEmptyFact(winner.nutrition_basis) ? 'taken' : 'kept');
  }
  const outcome = decideFact({
    mode: 'complete',
    source: undefined,
    suppliers: [],
    isFree: parts.every((part) => isEmptyFact(current[part])),
    isEqual: isSame,
    isAlike: isSame,
  });
  if (outcome === 'taken' || outcome === 'confirmed') return whole(outcome);
  const isComparable = field !== 'nutriments' || winner.nutrition_basis === loser.nutrition_basis;
  if (!isTable || !isComparable) return whole('kept');
  const result = joinTables(factField, offered, current);
  return isDeepStrictEqual(result, current) ? whole('kept') : { outcome: 'taken', result, isShared: true };
}
