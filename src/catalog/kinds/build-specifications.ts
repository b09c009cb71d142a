import type { Specification } from '../products/product-contract.ts';

export interface SpecificationField {
  key: string;
  label: string;
  unit: string | null;
  group: string | null;
}

/**
 * Returns the specification table of a non-food product: its attributes with the labels and units of the kind’s field
 * template, in the template’s order. Attributes that the template lacks follow, by key. Empty values are left out.
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
  return [...template, ...others].flatMap(({ key, label, unit, group }) => {
    const value = Object.hasOwn(attributes, key) ? show(attributes[key]) : '';
    return value === '' ? [] : [{ key, label, value, unit, group }];
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
