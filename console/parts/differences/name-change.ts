import type { ValueChange } from '../../../src/catalog/difference/product-change-contract.ts';
import { FACT_LIST, PART_LIST } from '../../../src/facts/registry/fact-list.ts';
import { describeNutriment } from '../text/describe-nutriment.ts';
import { describeValue } from '../text/value-text.tsx';

export function nameFact(field: string): string {
  return FACT_LIST.find((fact) => fact.field === field)?.label ?? field.replaceAll('_', ' ');
}

/** Names a part of a fact, such as an amount or its unit. */
function namePart(name: string): string {
  return PART_LIST.find((part) => part.name === name)?.label ?? nameFact(name);
}

const LABELS: Record<string, string> = { barcode: 'Barcode', msrp: 'Suggested price', status: 'Status' };

export function nameField(field: string): string {
  return LABELS[field] ?? nameFact(field);
}

/** Returns whether the key is the hash that a picture is stored under, which is not a name. */
export const isHash = (key: string | null) => key !== null && /^[0-9a-f]{64}$/.test(key);

/** Returns a readable name of a key of a table, such as a nutriment. */
export function nameKey({ field, key }: Pick<ValueChange, 'field'> & { key: string }): string {
  return field === 'nutriments' ? describeNutriment(key) : key.replaceAll('_', ' ');
}

/** Returns a readable name of a value: `Nutrition: Fat (g)`. */
export function nameChange({ field, name, key }: Pick<ValueChange, 'field' | 'name' | 'key'>): string {
  const label = nameField(field);
  if (key !== null && !isHash(key)) return `${label}: ${nameKey({ field, key })}`;
  const part = name === field || LABELS[field] ? label : namePart(name);
  return part === label ? label : `${label}: ${part}`;
}

/** Formats a value as text; a true flag shows its name. */
export function describePart(name: string, value: unknown): string {
  const part = PART_LIST.find((one) => one.name === name);
  const isAmongOthers = part !== undefined && part.fact.parts.length > 1;
  if (typeof value === 'boolean' && isAmongOthers) return value ? part.label : '';
  return describeValue(value);
}

/** Formats the values of a fact without their names: `400 g`. */
export function describeFact(values: Record<string, unknown>): string {
  const texts = Object.entries(values).map(([name, value]) => describePart(name, value));
  return texts.filter((text) => text !== '').join(Object.values(values).some(Array.isArray) ? ', ' : ' ');
}

/** Joins the parts of a fact that people read as one value, such as an amount and its unit. */
export function joinParts(changes: readonly ValueChange[]): ValueChange[] {
  return changes.reduce<ValueChange[]>((lines, change) => {
    const same = lines.findIndex(
      ({ field, key, effect }) => key === null && field === change.field && effect === change.effect,
    );
    const line = lines[same];
    if (!line || change.key !== null) return [...lines, change];
    const hasLists = [line, change].some(
      ({ before, after }) => typeof (before ?? after) === 'boolean' || Array.isArray(before ?? after),
    );
    const join = (one: unknown, other: unknown) =>
      [describePart(line.name, one), describePart(change.name, other)]
        .filter((text) => text !== '')
        .join(hasLists ? ', ' : ' ') || null;
    const joined = {
      ...line,
      name: line.field,
      before: join(line.before, change.before),
      after: join(line.after, change.after),
    };
    return lines.with(same, joined);
  }, []);
}
