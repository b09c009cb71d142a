import type { Specification } from '../products/product-contract.ts';

export interface SpecificationField {
  key: string;
  label: string;
  /** As in the template; undefined for an attribute that is not in it. */
  type?: string;
  unit: string | null;
  group: string | null;
}

/**
 * Returns the specification table of a non-food product: its attributes with the labels and units of the kind's field
 * template, in the template's order. Other attributes follow, by key. Empty values are left out. Each value is given
 * as a text to show and as a typed value.
 */
export function buildSpecifications(
  template: readonly SpecificationField[],
  attributes: Readonly<Record<string, unknown>>,
): Specification[] {
  const known = new Set(template.map((field) => field.key));
  const others = Object.keys(attributes)
    .filter((key) => !known.has(key))
    .toSorted()
    .map((key) => ({ key, label: buildLabel(key), unit: null, group: null }));
  return [...template, ...others].flatMap(({ key, label, type, unit, group }: SpecificationField) => {
    const stored = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
    const value = show(stored);
    if (value === '') return [];
    return [{ key, label, value, typed_value: readTyped(stored, type, value), unit, group }];
  });
}

/** Returns a label for a key: `screen_size` → `Screen size`. */
function buildLabel(key: string): string {
  const words = key.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    return value
      .map(show)
      .filter((part) => part !== '')
      .join(', ');
  }
  return JSON.stringify(value);
}

/** Returns a stored value with the type of its template: sources write some numbers as text. */
function readTyped(stored: unknown, type: string | undefined, shown: string): Specification['typed_value'] {
  if (typeof stored === 'number' || typeof stored === 'boolean') return stored;
  if (Array.isArray(stored)) return stored.map(show);
  return type === 'number' && /^-?\d+(\.\d+)?$/.test(shown) ? Number(shown) : shown;
}
