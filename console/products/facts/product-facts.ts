import type { AdminProduct } from '../../../src/catalog/products/administration/product-admin-contract.ts';
import {
  buildNoFacts,
  PART_LIST,
  type FactPart,
  type ProductFacts,
  type WrittenName,
} from '../../../src/facts/registry/fact-list.ts';
import type { Body } from '../../api/api-calls.ts';

/** The editable facts of a product, by wire names; null or an empty list if unknown. */
export type Facts = Pick<ProductFacts, WrittenName>;
/** The request body; omitted facts stay unchanged. */
export type FactChanges = Omit<Body<'patch', '/products/{id}'>, 'version'>;

export const NO_FACTS: Facts = buildNoFacts();
/** The facts that an operator can write. */
export const WRITTEN_PARTS = PART_LIST.filter(
  ({ fact }) => fact.isWritten !== false,
) as readonly (FactPart & {
  name: WrittenName;
})[];
export const FACT_NAMES: readonly WrittenName[] = WRITTEN_PARTS.map(({ name }) => name);
export const FACT_LABELS = Object.fromEntries(
  WRITTEN_PARTS.map(({ name, label }) => [name, label]),
) as Record<WrittenName, string>;

export function pickFacts(product: AdminProduct): Facts {
  return Object.fromEntries(FACT_NAMES.map((name) => [name, product[name]])) as unknown as Facts;
}

/** Compares as the service stores them: the order of an object's keys does not matter. */
export function isSameFact(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other));
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the facts that differ, as a request body. */
export function buildFactChanges(before: Facts, after: Facts): FactChanges {
  const changed = FACT_NAMES.filter((name) => !isSameFact(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}
