import type { ProvenanceField } from '../quality/quality-score.ts';
import type { ComparedFact } from './compare-facts.ts';
import { listSuppliers } from './decide-fact.ts';
import { FACT_LIST, isEmptyFact, type ProductFacts } from './registry/fact-list.ts';
import { pickParts, type ClaimedFacts } from './product-facts.ts';
import type { Suppliers } from './state/product-state.ts';

export interface MergedFacts {
  facts: ProductFacts;
  suppliers: Suppliers;
  /** The fields that the source says from now on. */
  spokenFields: ProvenanceField[];
}

/** The facts of a product, and who said them, after what was compared is taken and confirmed. Pure. */
export function mergeFacts(
  current: ProductFacts,
  currentSuppliers: Suppliers,
  compared: readonly ComparedFact[],
  sourceId: string,
): MergedFacts {
  let facts = current;
  const suppliers: Suppliers = { ...currentSuppliers };
  const spokenFields: ProvenanceField[] = [];
  for (const { field, outcome, result, sources, isShared } of compared) {
    const sourceIds = sources.map(({ id }) => id);
    if (outcome !== 'taken' && (outcome !== 'confirmed' || sourceIds.includes(sourceId))) continue;
    if (outcome === 'taken') {
      keepSuppliersOfCompanions(field, facts, suppliers);
      facts = { ...facts, ...(result as Partial<ProductFacts>) };
      if (saysNothing(result)) {
        delete suppliers[field];
        continue;
      }
    }
    suppliers[field] = listSuppliers(outcome, sourceIds, sourceId, isShared);
    spokenFields.push(field);
  }
  if (facts.nutriments !== null) {
    facts = { ...facts, no_nutrition_data: false };
    delete suppliers.no_nutrition_data;
  }
  return { facts, suppliers, spokenFields };
}

/** A flag that is off is said all the same, unless it stands beside what it is about. */
function saysNothing(result: ClaimedFacts): boolean {
  const values = Object.values(result);
  return values.every((value) => isEmptyFact(value) && (value !== false || values.length > 1));
}

/** What had come along with a field that is now replaced, such as allergens with the ingredients, stays what it was. */
function keepSuppliersOfCompanions(field: ProvenanceField, facts: ProductFacts, suppliers: Suppliers): void {
  for (const companion of FACT_LIST.filter(({ saidWith }) => saidWith === field)) {
    const value: ClaimedFacts = pickParts(facts, companion);
    const isThere = !Object.values(value).every(isEmptyFact);
    if (isThere && suppliers[field]) suppliers[companion.field] ??= suppliers[field];
  }
}
