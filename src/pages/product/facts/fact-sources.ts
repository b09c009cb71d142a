import type { Product, ProductSource } from '../../../catalog/products/product-contract.ts';
import { leaderOf } from '../../../facts/claims.ts';
import { fieldOf } from '../../../facts/product-facts.ts';
import { publicFieldsOf, suppliesFact } from '../../../facts/public-fields.ts';
import { FACT_LIST, isEmptyFact, PART_LIST } from '../../../facts/registry/fact-list.ts';

/** A source's overruled value of a fact, by wire names. */
export interface OtherClaim {
  source: ProductSource;
  values: Record<string, unknown>;
}

/** The sources of each fact of a product. */
export interface FactSources {
  /** The suppliers of the shown value; a companion fact has those of its leading fact. Empty if unknown. */
  suppliersOf: (field: string) => ProductSource[];
  otherClaimsOn: (field: string) => OtherClaim[];
  /** At least one fact is shown without a known source. */
  hasUnknownSource: boolean;
  /** A single source supplies everything: it is named once, and facts show only a mark. */
  hasOneSource: boolean;
  /** Returns the form for correcting this fact alone. */
  correctionOf: (field: string) => string;
}

const PUBLIC_FACTS = FACT_LIST.filter(({ isPublic }) => isPublic !== false);
const FACT_BY_FIELD = new Map<string, (typeof FACT_LIST)[number]>(
  FACT_LIST.map((fact) => [fact.field, fact]),
);

export function readFactSources(product: Product): FactSources {
  const { id, sources } = product;
  const shown: Record<string, unknown> = { ...product };
  const suppliersOf = (field: string): ProductSource[] => {
    const said = sources.filter((source) => suppliesFact(source, field));
    const { saidWith } = FACT_BY_FIELD.get(field) ?? {};
    return said.length > 0 || saidWith === undefined ? said : suppliersOf(saidWith);
  };
  const claims = new Map<string, OtherClaim[]>();
  for (const source of sources) {
    const byField = new Map<string, Record<string, unknown>>();
    for (const [name, value] of Object.entries(source.claims).toSorted(byPlace)) {
      const field = claimedField(name);
      byField.set(field, { ...byField.get(field), [name]: value });
    }
    for (const [field, values] of byField) {
      claims.set(field, [...(claims.get(field) ?? []), { source, values }]);
    }
  }
  return {
    suppliersOf,
    hasUnknownSource: PUBLIC_FACTS.some(
      ({ field }) =>
        suppliersOf(field).length === 0 && publicFieldsOf(field).some((name) => !isEmptyFact(shown[name])),
    ),
    hasOneSource: sources.length === 1,
    otherClaimsOn: (field) => claims.get(field) ?? [],
    correctionOf: (field) => `/contribute?${new URLSearchParams({ product: id, fact: field })}`,
  };
}

const PLACES = new Map<string, number>(PART_LIST.map(({ name }, place) => [name, place]));

/** In the registry's order, in which a value comes before its unit. */
function byPlace([a]: [string, unknown], [b]: [string, unknown]): number {
  return (PLACES.get(a) ?? 0) - (PLACES.get(b) ?? 0);
}

/** Returns the fact of a claim; the public detail has the category under `category_code`. */
function claimedField(name: string): string {
  const field = name === 'category_code' ? 'category' : fieldOf(name);
  const fact = FACT_BY_FIELD.get(field);
  return (fact && leaderOf(fact)) ?? field;
}
