import { isEmptyFact } from '../../facts/registry/fact-list.ts';
import type { StoredFacts } from '../../facts/state/product-state.ts';
import { productRecordSchema, type ProductRecord } from './product-record-contract.ts';

const KEPT_NAMES = Object.keys(productRecordSchema.shape.facts.shape);

/** Returns the further data that a copy needs: the brand, and the stored facts without empty ones. */
export function buildRecord(
  brand: ProductRecord['brand'],
  facts: Record<string, unknown> & StoredFacts,
): ProductRecord {
  const kept = KEPT_NAMES.filter((name) => !isEmptyFact(facts[name]));
  return { brand, facts: Object.fromEntries(kept.map((name) => [name, facts[name]])) };
}
