import { leaderOf } from '../../facts/claims.ts';
import { FACT_LIST, isFactOf, PART_LIST, type Fact, type FactPart } from '../../facts/registry/fact-list.ts';
import { NUTRIMENT_KEYS } from '../../facts/registry/nutriment-keys.ts';

/**
 * The facts that a submission may contain, from the registry, so that a new fact appears in the form automatically.
 */
export const SUBMITTABLE_FACTS: readonly Fact[] = FACT_LIST.filter(
  ({ isSubmittable }) => isSubmittable !== false,
);
export const SUBMITTABLE_PARTS: readonly FactPart[] = PART_LIST.filter(
  ({ fact }) => fact.isSubmittable !== false,
);

/** Forms of one fact that have fields of their own. */
const OWN_FIELDS: readonly string[] = ['barcode', 'msrp'];

/**
 * Returns the parts that a form shows for a product of this kind, or of any kind if `kind` is null. `asked` limits
 * the form to this fact or part and its companions.
 */
export function listParts(kind: string | null, asked: string | undefined): FactPart[] {
  if (asked !== undefined && OWN_FIELDS.includes(asked)) return [];
  const parts = SUBMITTABLE_PARTS.filter(({ fact }) => kind === null || isFactOf(fact, kind));
  const wanted = parts.find(({ name, fact }) => name === asked || fact.field === asked)?.fact;
  if (!wanted) return parts;
  const leader = leaderOf(wanted) ?? wanted.field;
  return parts.filter(({ fact }) => fact.field === leader || leaderOf(fact) === leader);
}

/** Returns the names of the form fields of a part. */
export function fieldNamesOf({ name, value }: Pick<FactPart, 'name' | 'value'>): string[] {
  return value.type === 'nutriments' ? NUTRIMENT_KEYS.map((key) => `${name}.${key}`) : [name];
}

/** Form fields other than facts, by their API names. */
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

/** Every field that can have a problem. */
export const FIELD_NAMES: readonly string[] = [...SUBMITTABLE_PARTS.flatMap(fieldNamesOf), ...OTHER_FIELDS];
