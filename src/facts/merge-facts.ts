import type { ProvenanceField } from '../quality/quality-score.ts';
import type { ComparedFact } from './compare-facts.ts';
import {
  FACT_FIELDS,
  isEmptyFact,
  pickParts,
  type OfferedFacts,
  type ProductFacts,
} from './product-facts.ts';
import type { Suppliers } from './product-state.ts';

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
  const joins = (field: ProvenanceField, sources: readonly string[]) => {
    suppliers[field] = [...new Set([...sources, sourceId])];
    spokenFields.push(field);
  };
  for (const { field, outcome, result, sources, isShared } of compared) {
    const sourceIds = sources.map(({ id }) => id);
    if (outcome === 'confirmed' && !sourceIds.includes(sourceId)) joins(field, sourceIds);
    if (outcome !== 'taken') continue;
    keepSuppliersOfCompanions(field, facts, suppliers);
    facts = { ...facts, ...(result as Partial<ProductFacts>) };
    if (Object.values(result).every(isEmptyFact)) delete suppliers[field];
    else joins(field, isShared ? sourceIds : []);
  }
  if (facts.nutriments !== null) facts = { ...facts, no_nutrition_data: false };
  return { facts, suppliers, spokenFields };
}

/** What had come along with a field that is now replaced, such as allergens with the ingredients, stays what it was. */
function keepSuppliersOfCompanions(field: ProvenanceField, facts: ProductFacts, suppliers: Suppliers): void {
  for (const companion of FACT_FIELDS.filter(({ saidWith }) => saidWith === field)) {
    const value: OfferedFacts = pickParts(facts, companion);
    const isThere = !Object.values(value).every(isEmptyFact);
    if (isThere && suppliers[field]) suppliers[companion.field] ??= suppliers[field];
  }
}
