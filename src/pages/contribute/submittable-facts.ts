import { leaderOf } from '../../facts/claims.ts';
import { FACT_LIST, isFactOf, PART_LIST, type Fact, type FactPart } from '../../facts/registry/fact-list.ts';
import { NUTRIMENT_KEYS } from '../../facts/registry/nutriment-keys.ts';

/** The facts that a submission may hold, from the registry: a new fact appears in the form by itself. */
export const SUBMITTABLE_FACTS: readonly Fact[] = FACT_LIST.filter(
  ({ isSubmittable }) => isSubmittable !== false,
);
export const SUBMITTABLE_PARTS: readonly FactPart[] = PART_LIST.filter(
  ({ fact }) => fact.isSubmittable !== false,
);

/**
 * The parts that a form shows of a product of this kind; of any product where `kind` is null. `asked`: the fact or part that the
 * form is for; it shows this one alone, and what goes with it.
 */
export function listParts(kind: string | null, asked: string | undefined): FactPart[] {
  const parts = SUBMITTABLE_PARTS.filter(({ fact }) => kind === null || isFactOf(fact, kind));
  const wanted = parts.find(({ name, fact }) => name === asked || fact.field === asked)?.fact;
  if (!wanted) return parts;
  const leader = leaderOf(wanted) ?? wanted.field;
  return parts.filter(({ fact }) => fact.field === leader || leaderOf(fact) === leader);
}

/** Names of the fields that a part is filled in with. */
export function fieldNamesOf({ name, value }: Pick<FactPart, 'name' | 'value'>): string[] {
  return value.type === 'nutriments' ? NUTRIMENT_KEYS.map((key) => `${name}.${key}`) : [name];
}

/** Fields of the form that are no facts, by the names of the API. */
const OTHER_FIELDS = [
  'gtin',
  'product_id',
  'msrp.amount',
  'msrp.currency',
  'msrp.region',
  'source_url',
  'note',
  'contact_email',
] as const;

/** Every field beside which something can be said. */
export const FIELD_NAMES: readonly string[] = [...SUBMITTABLE_PARTS.flatMap(fieldNamesOf), ...OTHER_FIELDS];
