import { FACT_LIST, PART_LIST, type Fact, type FactPart } from '../../facts/registry/fact-list.ts';
import { NUTRIMENT_KEYS } from '../../facts/registry/nutriment-keys.ts';

/** The facts that a submission may hold, from the registry: a new fact appears in the form by itself. */
export const SUBMITTABLE_FACTS: readonly Fact[] = FACT_LIST.filter(
  ({ isSubmittable }) => isSubmittable !== false,
);
export const SUBMITTABLE_PARTS: readonly FactPart[] = PART_LIST.filter(
  ({ fact }) => fact.isSubmittable !== false,
);

/** Names of the fields that a part is filled in with. */
export function fieldNamesOf({ name, value }: Pick<FactPart, 'name' | 'value'>): string[] {
  return value.type === 'nutriments' ? NUTRIMENT_KEYS.map((key) => `${name}.${key}`) : [name];
}

/** Fields of the form that are no facts, by the names of the API. */
export const OTHER_FIELDS = [
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
