import type { Product, ProductSource } from '../../../catalog/products/product-contract.ts';
import { leaderOf } from '../../../facts/claims.ts';
import { fieldOf } from '../../../facts/product-facts.ts';
import { publicFieldsOf, suppliesFact } from '../../../facts/public-fields.ts';
import { FACT_LIST, isEmptyFact, PART_LIST } from '../../../facts/registry/fact-list.ts';

/** What a source says of a fact where another one is believed, by wire names. */
export interface OtherClaim {
  source: ProductSource;
  values: Record<string, unknown>;
}

/** Who says what of each fact of a product. */
export interface Sayings {
  /** Sources of the shown value; a companion fact has those of its leading fact. Empty when they are not known. */
  saidBy: (field: string) => ProductSource[];
  othersOn: (field: string) => OtherClaim[];
  /** A fact is shown without a source, because none is known. */
  hasUnsaid: boolean;
  /** One source says all that is known: it is named at the name, and a mark elsewhere. */
  isOneVoice: boolean;
  /** The form for a correction of this fact alone. */
  correctionOf: (field: string) => string;
}

const PUBLIC_FACTS = FACT_LIST.filter(({ isPublic }) => isPublic !== false);
const FACT_BY_FIELD = new Map<string, (typeof FACT_LIST)[number]>(
  FACT_LIST.map((fact) => [fact.field, fact]),
);

export function readSayings(product: Product): Sayings {
  const { id, sources } = product;
  const shown: Record<string, unknown> = { ...product };
  const saidBy = (field: string): ProductSource[] => {
    const said = sources.filter((source) => suppliesFact(source, field));
    const { saidWith } = FACT_BY_FIELD.get(field) ?? {};
    return said.length > 0 || saidWith === undefined ? said : saidBy(saidWith);
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
    saidBy,
    hasUnsaid: PUBLIC_FACTS.some(
      ({ field }) =>
        saidBy(field).length === 0 && publicFieldsOf(field).some((name) => !isEmptyFact(shown[name])),
    ),
    isOneVoice: sources.length === 1,
    othersOn: (field) => claims.get(field) ?? [],
    correctionOf: (field) => `/contribute?${new URLSearchParams({ product: id, fact: field })}`,
  };
}

const PLACES = new Map<string, number>(PART_LIST.map(({ name }, place) => [name, place]));

/** In the order of the registry, in which a value comes before its unit. */
function byPlace([a]: [string, unknown], [b]: [string, unknown]): number {
  return (PLACES.get(a) ?? 0) - (PLACES.get(b) ?? 0);
}

/** The fact that a claim is about; the public detail has the category by its code. */
function claimedField(name: string): string {
  const field = name === 'category_code' ? 'category' : fieldOf(name);
  const fact = FACT_BY_FIELD.get(field);
  return (fact && leaderOf(fact)) ?? field;
}
