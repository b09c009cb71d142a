import type { ApprovalPreview } from '../../../src/review/decisions/preview-contract.ts';
import type { ValueChange } from '../../../src/catalog/difference/product-change-contract.ts';
import { nameChange, nameField } from '../../parts/differences/name-change.ts';
import { countOf } from '../../parts/text/number-format.ts';

/** Returns a sentence on what approving will do, which names deleted values. */
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
