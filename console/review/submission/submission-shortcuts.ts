import type { SubmissionDetail } from '../../../src/review/decisions/review-contract.ts';
import type { Shortcut } from '../../parts/shortcuts.ts';
import { listRowKeys } from '../comparison-table.tsx';
import type { DecisionActions } from '../decision-bar.tsx';
import {
  decideAll,
  isRetargeted,
  mayBeNew,
  turnRow,
  type SubmissionDraft,
  type FactRow,
} from '../submission-draft.ts';

/** Returns the shortcuts of an open submission, without those that would do nothing. */
export function listSubmissionShortcuts({
  submission,
  draft,
  alike,
  rows,
  actions,
  isOpen,
  mayDecide,
  mayChoose,
  dropKept,
  setDraft,
  choose,
  confirmDifferent,
}: {
  submission: SubmissionDetail;
  draft: SubmissionDraft;
  /** Similar products that the operator has to confirm as different. */
  alike: readonly unknown[];
  rows: readonly FactRow[];
  actions: DecisionActions;
  isOpen: boolean;
  mayDecide: boolean;
  mayChoose: boolean;
  /** Set while an approval waits for its preview. */
  dropKept: (() => void) | undefined;
  setDraft: (change: Partial<SubmissionDraft>) => void;
  choose: (target: SubmissionDraft['target']) => void;
  confirmDifferent: () => void;
}): Shortcut[] {
  const skip = { keys: 's', label: 'Skip', run: actions.skip };
  if (!isOpen) return [skip];
  const claim = { keys: 'c', label: 'Claim, take over or give back', run: actions.claim };
  const note = { keys: 'w', label: 'Write a note for the other operators', run: actions.note };
  const assign = { keys: 'm', label: 'Assign it to me, or unassign it', run: actions.assign };
  if (!mayDecide) return [note, claim, assign, skip];
  const rowKeys = listRowKeys(rows);
  const decide = (choice: 'take' | 'keep') => () =>
    setDraft({ decisions: decideAll(submission, rows, draft, choice) });
  const hasOpen = submission.unusable.length > 0 || rows.some(({ outcome }) => outcome === 'conflict');
  const [best] = submission.target || draft.target ? [] : submission.possible_duplicates;
  return [
    ...(dropKept ? [{ keys: 'Escape', label: 'Do not approve yet', run: dropKept }] : []),
    { keys: 'a', label: 'Approve', run: actions.approve },
    { keys: 'r', label: 'Reject, with a reason', run: actions.reject },
    { keys: 'e', label: 'Edit before approving', run: actions.edit },
    ...(hasOpen
      ? [
          { keys: 'T', label: 'Take all that is in conflict', run: decide('take') },
          { keys: 'K', label: 'Keep all that is in conflict', run: decide('keep') },
        ]
      : []),
    ...rows.flatMap((row) => {
      const keys = rowKeys.get(row.group);
      const run = () => setDraft({ decisions: turnRow(row, draft) });
      return keys ? [{ keys, label: `${row.label}: take or keep`, run }] : [];
    }),
    ...(best?.needs_confirmation && mayChoose
      ? [{ keys: 'Enter', label: 'Complete the product most like it', run: () => choose(best) }]
      : []),
    ...(isRetargeted(submission, draft)
      ? ['Enter', 'Escape'].map((keys) => ({
          keys,
          label: 'Back to what the submission names',
          run: () => choose(undefined),
        }))
      : []),
    ...(mayChoose && mayBeNew(submission, draft)
      ? [{ keys: 'n', label: 'Make a new product instead', run: () => choose(null) }]
      : []),
    ...(alike.length > 0
      ? [{ keys: 'n', label: 'Confirm that it is another product than those like it', run: confirmDifferent }]
      : []),
    ...(submission.can_ask ? [{ keys: 'q', label: 'Ask the contributor for more', run: actions.ask }] : []),
    note,
    claim,
    assign,
    skip,
  ];
}
