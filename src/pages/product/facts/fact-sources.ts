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

export interface Dispute {
  sources: ProductSource[];
  others: OtherClaim[];
}

/** The sources of each fact of a product. */
export interface FactSources {
  /** The suppliers of the shown value; a companion fact has those of its leading fact. Empty if unknown. */
  suppliersOf: (field: string) => ProductSource[];
  otherClaimsOn: (field: string) => OtherClaim[];
  /** The sources of an amount on which sources differ; undefined if they do not. */
  disputeOn: (nutriment: string) => Dispute | undefined;
  /** At least one fact is shown without a known source. */
  hasUnknownSource: boolean;
  /** A single source supplies everything: the page names it once. */
  isSaidOnce: boolean;
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
  const hasUnknownSource = PUBLIC_FACTS.some(
    ({ field }) =>
      suppliersOf(field).length === 0 && publicFieldsOf(field).some((name) => !isEmptyFact(shown[name])),
  );
  const onAmounts = splitClaims(product, claims.get('nutriments') ?? []);
  claims.set('nutriments', onAmounts.whole);
  return {
    suppliersOf,
    hasUnknownSource,
    isSaidOnce: sources.length === 1 && !hasUnknownSource,
    otherClaimsOn: (field) => claims.get(field) ?? [],
    disputeOn: (nutriment) => findDispute(product, nutriment, suppliersOf('nutriments'), onAmounts.byAmount),
    correctionOf: (field) => `/contribute?${new URLSearchParams({ product: id, fact: field })}`,
  };
}

const amountsOf = ({ values }: OtherClaim) => (values['nutriments'] ?? {}) as Record<string, number>;

/**
 * Separates claims on amounts that the table shows in its rows from those that it shows as a whole: for another basis,
 * or with amounts that the product lacks.
 */
function splitClaims({ nutriments, nutrition_basis: basis }: Product, all: readonly OtherClaim[]) {
  const isOfBasis = ({ values }: OtherClaim) => (values['nutrition_basis'] ?? null) === basis;
  const isInRows = (claim: OtherClaim) =>
    isOfBasis(claim) && Object.keys(amountsOf(claim)).every((key) => nutriments?.[key] !== undefined);
  return { byAmount: all.filter(isOfBasis), whole: all.filter((claim) => !isInRows(claim)) };
}

function findDispute(
  { nutriments }: Product,
  key: string,
  suppliers: readonly ProductSource[],
  claims: readonly OtherClaim[],
): Dispute | undefined {
  const amount = nutriments?.[key];
  const others = claims.filter((claim) => ![undefined, amount].includes(amountsOf(claim)[key]));
  if (amount === undefined || others.length === 0) return undefined;
  const agreeing = claims.filter((claim) => amountsOf(claim)[key] === amount).map(({ source }) => source);
  const differing = new Set(others.map(({ source }) => source.id));
  return {
    sources: [...new Set([...suppliers, ...agreeing])].filter(({ id }) => !differing.has(id)),
    others: others.map((claim) => ({
      source: claim.source,
      values: { nutriments: { [key]: amountsOf(claim)[key] } },
    })),
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
