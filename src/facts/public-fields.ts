import { PART_LIST } from './registry/fact-list.ts';

/** Names of facts in the public detail that differ from the fact's. */
const SHOWN_AS: Readonly<Record<string, string>> = {
  category: 'category_code',
  attributes: 'specifications',
  barcode: 'barcodes',
};

const FIELDS = new Map<string, string[]>();
for (const { name, fact, isPublic } of PART_LIST) {
  if (isPublic === false || fact.isPublic === false) continue;
  FIELDS.set(fact.field, [...(FIELDS.get(fact.field) ?? []), name]);
}
for (const [field, name] of Object.entries(SHOWN_AS)) FIELDS.set(field, [name]);

/**
 * Returns the fields of the public detail that show a fact: `net_content_value` and `net_content_unit` for
 * `net_content`. A hidden fact keeps its name.
 */
export function publicFieldsOf(field: string): readonly string[] {
  return FIELDS.get(field) ?? [field];
}

/** Returns the field of the public detail for a wire name of a fact. */
export function publicNameOf(name: string): string {
  return SHOWN_AS[name] ?? name;
}

/** Returns whether a source in the public detail supplies a fact. Older releases name the fact itself. */
export function suppliesFact({ fields }: { fields: readonly string[] }, field: string): boolean {
  return fields.includes(field) || publicFieldsOf(field).some((name) => fields.includes(name));
}
