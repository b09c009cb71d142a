import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import type { MouseEvent, ReactNode, Ref } from 'react';
import type { SubmissionDetail } from '../../src/review/decisions/review-contract.ts';
import { useOperator } from '../api/api-context.ts';
import { useCategories } from '../categories/use-categories.ts';
import { nameFact } from '../parts/differences/name-change.ts';
import { KeyHint } from '../parts/keys/key-hint.tsx';
import { formatScore } from '../parts/text/number-format.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import classes from './decision-bar.module.css';
import { describePreview } from './submission/describe-changes.ts';
import { RuleSuggestionLine } from './submission/rule-suggestion.tsx';
import type { Suggestion } from '../suggestions/use-suggestions.ts';
import type { ApprovalState } from './submission/use-approval.ts';
import { AssignMenu, type Colleagues } from './queue/assign-menu.tsx';
import {
  describeRetarget,
  isRetargeted,
  listUndecided,
  type Alike,
  type SubmissionDraft,
} from './submission-draft.ts';

export interface DecisionActions {
  approve: () => void;
  reject: () => void;
  skip: () => void;
  edit: () => void;
  claim: () => void;
  note: () => void;
  ask: () => void;
  /** Assigns the submission to the operator, or removes the assignment. */
  assign: () => void;
}

/** Says what approving would do, and has a button with its key for every decision. */
export function DecisionBar({
  ref,
  submission,
  draft,
  approval,
  alike,
  category,
  seen,
  isAsked,
  isBusy,
  isKept,
  wasMine,
  actions,
  colleagues,
  children,
}: {
  ref: Ref<HTMLDivElement>;
  submission: SubmissionDetail;
  draft: SubmissionDraft;
  approval: ApprovalState;
  /** What the operator has to confirm as different. */
  alike: readonly Alike[];
  /** To be accepted or left before a new product is made without a category. */
  category: Suggestion | undefined;
  /** What has been visible long enough to decide on: the submission, or also the preview of its approval. */
  seen: 'submission' | 'approval' | undefined;
  /** Whether the next press approves onto the product that the operator chose. */
  isAsked: boolean;
  /** It has only just appeared, is decided already, or a decision is being taken back. */
  isBusy: boolean;
  /** An approval waits until its preview has been seen. */
  isKept: boolean;
  /** The operator had claimed the submission before it was taken over. */
  wasMine: boolean;
  actions: DecisionActions;
  colleagues: Colleagues;
  /** What was decided before. */
  children: ReactNode;
}) {
  const self = useOperator();
  const isMine = submission.claim?.operator_id === self.id;
  const isOthers = submission.claim !== null && !isMine;
  return (
    <Paper
      ref={ref}
      withBorder
      p="sm"
      className={classes.bar}
      role="region"
      aria-label="Decision"
      data-submission={submission.id}
      data-seen={seen}
      aria-busy={isBusy}
      // A key that is held down must not press a button repeatedly.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
    >
      {isOthers && (
        <Text size="sm" mb={4} role={wasMine ? 'alert' : undefined}>
          <b>
            {wasMine
              ? `${submission.claim?.email} has taken this submission over from you.`
              : `${submission.claim?.email} is working on this submission.`}
          </b>
        </Text>
      )}
      {isRetargeted(submission, draft) && (
        <Alert color="orange" variant="filled" p="xs" mb="xs" role="alert">
          <b>
            Careful: {describeRetarget(draft)} {isAsked && 'Nothing is decided yet: press again to approve.'}
          </b>{' '}
          <KeyHint name="Enter" ml={6} /> or <KeyHint name="Esc" ml={6} /> goes back.
        </Alert>
      )}
      {submission.assigned_to && submission.assigned_to.operator_id !== self.id && (
        <Text size="sm" mb={4}>
          {submission.assigned_to.email} is to decide this submission.
        </Text>
      )}
      {submission.suggested && <RuleSuggestionLine suggested={submission.suggested} />}
      <Consequence {...{ submission, draft, approval, alike, category }} />
      <Misfits {...approval} />
      <Group gap="xs" className={classes.decisions}>
        <Button onClick={once(actions.approve)} color="teal.9" disabled={isOthers}>
          {isKept ? (
            <>
              Approves once you see what it does <KeyHint name="Esc" ml={6} />
            </>
          ) : (
            <>
              Approve <KeyHint name="a" ml={6} />
            </>
          )}
        </Button>
        <Button onClick={once(actions.reject)} color="red.9" disabled={isOthers}>
          Reject… <KeyHint name="r" ml={6} />
        </Button>
        <Button onClick={actions.edit} variant="default" disabled={isOthers}>
          Edit <KeyHint name="e" ml={6} />
        </Button>
        <Button onClick={once(actions.skip)} variant="default">
          Skip <KeyHint name="s" ml={6} />
        </Button>
        <Button onClick={once(actions.claim)} variant="default">
          {isMine ? 'Give back' : isOthers ? 'Take over' : 'Claim'} <KeyHint name="c" ml={6} />
        </Button>
        <AssignMenu
          ids={[submission.id]}
          assignedTo={submission.assigned_to?.operator_id ?? null}
          colleagues={colleagues}
          keyName="m"
        />
      </Group>
      {children}
    </Paper>
  );
}

/** Ignores the second click of a double click: by then the bar may show the next submission. */
function once(run: () => void) {
  return (event: MouseEvent) => {
    if (event.detail < 2) run();
  };
}

function Consequence({
  submission,
  draft,
  approval,
  alike,
  category,
}: {
  submission: SubmissionDetail;
  draft: SubmissionDraft;
  approval: ApprovalState;
  alike: readonly Alike[];
  category: Suggestion | undefined;
}) {
  const { preview, problem, rows, isOld } = approval;
  const { nameOf } = useCategories(category !== undefined);
  const undecided = listUndecided(submission, rows, draft);
  if (undecided.length > 0 || alike.length > 0 || category) {
    const [first] = alike;
    return (
      <Text size="sm" mb="xs">
        {undecided.length > 0 && `Decide first: ${undecided.map(nameFact).join(', ')}. `}
        {first && (
          <>
            {first.isWaiting
              ? `Is it “${first.name}”, which waits too? Decide that first`
              : `Is it “${first.name}”? Complete it`}
            , or say that it is another product <KeyHint name="n" ml={6} />{' '}
          </>
        )}
        {category &&
          `It has no category: take or leave “${nameOf(String(category.facts['category']))}” first. ${category.reason}`}
      </Text>
    );
  }
  if (problem) return <ProblemNotice problem={problem} title="It cannot be approved like this" />;
  if (!preview) {
    return (
      <Text size="sm" mb="xs" c="dimmed">
        Asking what approving would do…
      </Text>
    );
  }
  const { text, deletions } = describePreview(preview);
  const { before, after } = preview.quality_score;
  return (
    <Text size="sm" mb="xs" opacity={isOld ? 0.5 : 1}>
      {text}
      {deletions.length > 0 && (
        <Text span inherit c="var(--mantine-color-error)" fw={600}>
          {' '}
          Deletes {deletions.join(', ')}.
        </Text>
      )}
      {after !== null && (
        <Text
          span
          inherit
          {...(before !== null && after < before ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}
        >
          {' '}
          Quality {before !== null && before !== after && `${formatScore(before)} → `}
          {formatScore(after)}.
        </Text>
      )}
    </Text>
  );
}

/** Amounts of the nutrition that do not fit each other, or those of the product. */
function Misfits({ preview, isOld }: Pick<ApprovalState, 'preview' | 'isOld'>) {
  if (!preview || preview.misfits.length === 0) return null;
  return (
    <Text
      size="sm"
      mb="xs"
      c="var(--mantine-color-error)"
      fw={600}
      role="alert"
      opacity={isOld ? 0.5 : 1}
      className={classes.misfits}
      // Long texts scroll, by keyboard too.
      tabIndex={0}
    >
      Does not fit: {preview.misfits.map(({ message }) => message).join(' ')}
    </Text>
  );
}
