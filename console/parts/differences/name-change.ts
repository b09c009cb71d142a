import type { ValueChange } from '../../../src/catalog/difference/product-change-contract.ts';
import { FACT_LIST, PART_LIST } from '../../../src/facts/registry/fact-list.ts';
import { describeValue } from '../text/value-text.tsx';

export function nameFact(field: string): string {
  return FACT_LIST.find((fact) => fact.field === field)?.label ?? field.replaceAll('_', ' ');
}

/** Of a fact that has parts, such as an amount and its unit. */
function namePart(name: string): string {
  return PART_LIST.find((part) => part.name === name)?.label ?? nameFact(name);
}

const LABELS: Record<string, string> = { barcode: 'Barcode', msrp: 'Suggested price', status: 'Status' };

export function nameField(field: string): string {
  return LABELS[field] ?? nameFact(field);
}

/** A value as a person calls it: `Nutrition: fat g`. */
export function nameChange({ field, name, key }: Pick<ValueChange, 'field' | 'name' | 'key'>): string {
  const label = nameField(field);
  const part = key ?? (name === field || LABELS[field] ? undefined : namePart(name));
  return part === undefined || part === label ? label : `${label}: ${part.replaceAll('_', ' ')}`;
}

/** The parts of a fact that is one value for a person, such as an amount and its unit, in one line. */
export function joinParts(changes: readonly ValueChange[]): ValueChange[] {
  return changes.reduce<ValueChange[]>((lines, change) => {
    const same = lines.findIndex(
      ({ field, key, effect }) => key === null && field === change.field && effect === change.effect,
    );
    const line = lines[same];
    if (!line || change.key !== null) return [...lines, change];
    const join = (one: unknown, other: unknown) =>
      [one, other]
        .filter((value) => value !== null)
        .map(describeValue)
        .join(' ') || null;
    const joined = {
      ...line,
      name: line.field,
      before: join(line.before, change.before),
      after: join(line.after, change.after),
    };
    return lines.with(same, joined);
  }, []);
}
