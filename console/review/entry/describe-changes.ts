import type { ApprovalPreview } from '../../../src/contributions/review/preview-contract.ts';
import type { ValueChange } from '../../../src/catalog/difference/product-change-contract.ts';
import { countOf } from '../../parts/text/number-format.ts';
import { describeValue } from '../../parts/text/value-text.tsx';
import { nameFact } from '../entry-draft.ts';

const LABELS: Record<string, string> = { barcode: 'Barcode', msrp: 'Suggested price', status: 'Status' };

function nameField(field: string): string {
  return LABELS[field] ?? nameFact(field);
}

/** A value as a person calls it: `Nutrition: fat g`. */
export function nameChange({ field, name, key }: Pick<ValueChange, 'field' | 'name' | 'key'>): string {
  const label = nameField(field);
  const part = key ?? (name === field || LABELS[field] ? undefined : nameFact(name));
  return part === undefined || part === label ? label : `${label}: ${part.replaceAll('_', ' ')}`;
}

/** What approving will do, as the service says it, in a sentence; what is deleted is named. */
export function describePreview({ product, changes, source_changes: sources }: ApprovalPreview): {
  text: string;
  deletions: string[];
} {
  const count = (effect: ValueChange['effect']) =>
    changes.filter((change) => change.effect === effect).length;
  const confirmed = sources
    .filter(({ field, effect }) => effect === 'add' && !changes.some((change) => change.field === field))
    .map(({ field }) => nameField(field));
  const deletions = changes.filter(({ effect }) => effect === 'delete').map(nameChange);
  const values = (number: number) => countOf(number, 'value');
  const parts = [
    count('add') > 0 && `adds ${values(count('add'))}`,
    count('change') > 0 && `changes ${values(count('change'))}`,
    confirmed.length > 0 && `confirms ${[...new Set(confirmed)].join(', ')}`,
  ].filter((part) => part !== false);
  if (product.is_new) {
    return { text: `Makes the new product “${product.name}” with ${values(count('add'))}.`, deletions };
  }
  const text = parts.length > 0 ? parts.join(', ') : deletions.length > 0 ? '' : 'changes nothing';
  return { text: `Completes “${product.name}”${text === '' ? '' : `: ${text}`}.`, deletions };
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
