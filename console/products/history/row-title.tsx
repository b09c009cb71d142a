import type { ReactNode } from 'react';
import type { HistoryEntry } from '../../../src/catalog/history/history-contract.ts';
import { describeValue } from '../../parts/text/value-text.tsx';
import { TextLink } from '../../parts/text/text-link.tsx';

const ACTION_NAMES: Record<string, string> = {
  'product.created': 'made the product',
  'product.updated': 'changed the product',
  'product.activated': 'made it public',
  'product.deactivated': 'made it a draft',
  'product.archived': 'archived it',
  'product.restored': 'restored it as a draft',
  'product.deleted': 'deleted it for good',
  'product.merged': 'merged it into',
  'product.completed_by_merge': 'completed it by merging in',
  'product.unmerged': 'took back the merge into',
  'product.reduced_by_unmerge': 'took back the merge of',
  'barcode.added': 'added a barcode',
  'barcode.updated': 'described a barcode',
  'barcode.removed': 'removed a barcode',
  'barcode.made_primary': 'made a barcode the primary one',
  'msrp.deleted': 'deleted a price',
};

/** Describes what was done, with a link to its cause. */
export function RowTitle({ entry }: { entry: HistoryEntry }) {
  const { action, before, after, other_product: other, reverted_seq: revertedSeq } = entry;
  const submission = entry.submission_id ?? entry.undone_submission_id;
  return (
    <>
      {submission === null && revertedSeq === null && (ACTION_NAMES[action] ?? action)}
      {entry.submission_id &&
        `approved a submission${action === 'product.created' ? ' as this product' : ''}`}
      {entry.undone_submission_id && 'undid the approval of a submission'}
      {revertedSeq !== null && `reverted row ${revertedSeq}`}
      {submission !== null && (
        <Aside>
          <TextLink to="/review" search={{ id: submission, state: 'all' }}>
            To the submission
          </TextLink>
        </Aside>
      )}
      {other && (
        <>
          {' '}
          <TextLink to="/products/$productId" params={{ productId: other.id }}>
            {other.name}
          </TextLink>
        </>
      )}
      {describeValue(after?.['bulk']) !== '' && ', with others in bulk'}
      {action === 'product.archived' && `: ${describeValue(after?.['archive_reason'])}`}
      <Moved entry={entry} barcodes={before?.['barcodes'] ?? after?.['barcodes']} />
    </>
  );
}

function Moved({ entry, barcodes }: { entry: HistoryEntry; barcodes: unknown }) {
  if (!entry.other_product || !Array.isArray(barcodes) || barcodes.length === 0) return null;
  const direction = entry.action.endsWith('unmerged') || entry.action.endsWith('by_unmerge') ? ' back' : '';
  return <Aside>{`barcodes moved${direction}: ${describeValue(barcodes)}`}</Aside>;
}

const Aside = ({ children }: { children: ReactNode }) => <> · {children}</>;
