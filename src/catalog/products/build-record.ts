import { isEmptyFact } from '../../facts/registry/fact-list.ts';
import type { StoredFacts } from '../../facts/state/product-state.ts';
import { productRecordSchema, type ProductRecord } from './product-record-contract.ts';

const KEPT_NAMES = Object.keys(productRecordSchema.shape.facts.shape);

/** What a copy needs beside the product: its brand, and its facts as they are stored, without those that say nothing. */
export function buildRecord(
  brand: ProductRecord['brand'],
  facts: Record<string, unknown> & StoredFacts,
): ProductRecord {
  const kept = KEPT_NAMES.filter((name) => !isEmptyFact(facts[name]));
  return { brand, facts: Object.fromEntries(kept.map((name) => [name, facts[name]])) };
}
