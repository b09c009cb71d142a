import { Skeleton, Stack } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type CSSProperties } from 'react';
import type { SubmissionDetail } from '../../src/review/decisions/review-contract.ts';
import { useApi, useMayActAs, useOperator } from '../api/api-context.ts';
import { readOptions, useRead } from '../api/use-read.ts';
import { loadPart } from '../load-file.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useShortcutPause, useShortcuts } from '../parts/shortcuts.ts';
import { suggestionOptions } from '../suggestions/use-suggestions.ts';
import { DecisionBar, type DecisionActions } from './decision-bar.tsx';
import { useDesk, useDeskState, useDraft } from './desk/desk-context.ts';
import { isSent, nameSubmission } from './desk/review-desk.ts';
import { useClaim } from './desk/use-claim.ts';
import { useIsSeen } from './desk/use-is-seen.ts';
import { sayFacts, useOfferedCategory } from './submission/submission-suggestions.tsx';
import { listSubmissionShortcuts } from './submission/submission-shortcuts.ts';
import { LastLine } from './submission/last-line.tsx';
import { useKeptApproval } from './submission/use-kept-approval.ts';
import { previewOptions, useApproval } from './submission/use-approval.ts';
import {
  buildApproval,
  buildPreview,
  isRetargeted,
  listUnconfirmed,
  listUndecided,
  type SubmissionDraft,
} from './submission-draft.ts';
import { SubmissionView } from './submission-view.tsx';
import type { WrittenKind } from './messages/message-dialog.tsx';
import classes from './open-submission.module.css';
import { useReasons } from './reasons/use-reasons.ts';
import type { Colleagues } from './queue/assign-menu.tsx';
import { useAssign } from './queue/use-assign.ts';
import { RejectDialog } from './reject-dialog.tsx';

// The form is large, and most submissions are decided without it.
const EditSubmission = loadPart(async () => (await import('./edit-submission.tsx')).EditSubmission);
const MessageDialog = loadPart(async () => (await import('./messages/message-dialog.tsx')).MessageDialog);
const PREFETCH_FRESH_MS = 60_000;

interface Props {
  id: string;
  /** The submission to open after the decision. */
  nextId: string | undefined;
  colleagues: Colleagues;
  refetchInterval: number | false;
  onLeave: () => void;
  onOpen: (id: string) => void;
  onUndo: () => void;
}

/** The open submission. The next one is prefetched, so that it appears at once after the decision. */
export function OpenSubmission(props: Props) {
  const { id, nextId, refetchInterval } = props;
  const submission = useRead('/submissions/{id}', { path: { id } }, { refetchInterval });
  usePrefetch(nextId);
  // Scrolls to the top: the scroll position belongs to the submission before.
  useEffect(() => {
    // A block body: newer browsers return a promise, which React would take for the effect's cleanup.
    globalThis.scrollTo({ top: 0 });
  }, []);
  if (submission.error && !submission.data)
    return <ProblemNotice problem={submission.error} onRetry={() => void submission.refetch()} />;
  if (!submission.data) {
    return (
      <Stack aria-busy="true">
        <Skeleton height={92} />
        <Skeleton height={320} />
      </Stack>
    );
  }
  return <Submission {...props} submission={submission.data} asOf={submission.dataUpdatedAt} />;
}

/** Prefetches a submission and the preview of its approval. */
function usePrefetch(id: string | undefined): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const { drafts } = useDesk();
  useEffect(() => {
    if (!id) return;
    const staleTime = PREFETCH_FRESH_MS;
    void (async () => {
      const options = readOptions(api, '/submissions/{id}', { path: { id } });
      await queryClient.prefetchQuery({ ...options, staleTime });
      const submission = queryClient.getQueryData<SubmissionDetail>(options.queryKey);
      if (!submission) return;
      const facts = sayFacts(submission, drafts.read(id));
      void queryClient.prefetchQuery(suggestionOptions(api, facts, submission.target?.id));
      if (submission.unusable.length > 0) return;
      await queryClient.prefetchQuery({
        ...previewOptions(api, id, buildPreview(submission, drafts.read(id))),
        staleTime,
      });
    })();
  }, [api, queryClient, drafts, id]);
}

function Submission({
  submission,
  asOf,
  colleagues,
  onLeave,
  onOpen,
  onUndo,
}: Props & { submission: SubmissionDetail; /** In ms. */ asOf: number }) {
  const self = useOperator();
  const desk = useDesk();
  const deskState = useDeskState();
  const draft = useDraft(submission.id);
  const { ref: bar, height } = useElementSize();
  const [dialog, setDialog] = useState<'reject' | 'edit' | WrittenKind>();
  const isOpen = submission.status === 'pending';
  /** The chosen product that the operator was asked to confirm; leaving or choosing again asks once more. */
  const [askedTarget, setAskedTarget] = useState<SubmissionDraft['target']>();
  const approval = useApproval(submission, draft, isOpen);
  const mayChoose = useMayActAs('editor');
  const reasons = useReasons();
  const setDraft = (change: Partial<SubmissionDraft>) => desk.drafts.change(submission.id, change);
  // A submission's content never changes, so its id suffices; the preview does change.
  const isSubmissionSeen = useIsSeen(submission.id);
  const claim = useClaim(submission, isSubmissionSeen);
  const assign = useAssign();
  const isPreviewSeen = useIsSeen(approval.isOld ? undefined : approval.preview);
  const undecided = listUndecided(submission, approval.rows, draft);
  const alike = [...listUnconfirmed(submission, draft), ...approval.alike];
  const category = useOfferedCategory(submission, draft, isOpen);
  const isBlocked =
    undecided.length > 0 || alike.length > 0 || category !== undefined || approval.problem !== null;
  const mayDecide = isOpen && (submission.claim === null || submission.claim.operator_id === self.id);
  /** Returns whether a decision is about something that the operator can have seen, and says what it waits for. */
  const isReady = () => {
    const why = deskState.isTakingBack
      ? 'the last decision is being taken back.'
      : // A submission whose decision is in flight may still be shown until the next one is loaded.
        isSent(deskState, submission.id, asOf)
        ? 'this one is decided, and the next one is on its way.'
        : isSubmissionSeen
          ? undefined
          : 'this has only just appeared. Press again.';
    if (why) desk.say(`Nothing was decided: ${why}`);
    return why === undefined;
  };
  const actions: DecisionActions = {
    approve: () => {
      if (undecided.length > 0) return focusUndecided();
      if (!isReady()) return;
      if (isBlocked) return desk.say('Nothing was decided: see what it needs first.');
      const { preview } = approval;
      if (!isPreviewSeen || !preview?.seen) return kept.keep();
      if (isRetargeted(submission, draft) && askedTarget !== draft.target) {
        setAskedTarget(draft.target);
        return;
      }
      onLeave();
      desk.decide(submission, {
        kind: 'approve',
        body: { ...buildApproval(submission, draft), seen: preview.seen },
      });
    },
    reject: () => isReady() && setDialog('reject'),
    edit: () => setDialog('edit'),
    note: () => setDialog('note'),
    ask: () => setDialog('question'),
    skip: onLeave,
    claim: claim.turn,
    assign: () =>
      assign.mutate({
        ids: [submission.id],
        operatorId: submission.assigned_to?.operator_id === self.id ? null : self.id,
      }),
  };
  const kept = useKeptApproval({
    draft,
    seen: approval.isOld ? undefined : (approval.preview?.seen ?? undefined),
    isSeen: isPreviewSeen && Boolean(approval.preview?.seen),
    mayRun: mayDecide && !isBlocked && dialog === undefined,
    run: actions.approve,
    onDrop: () =>
      desk.say(`${nameSubmission(submission)} is not approved: press again when you have seen it.`),
  });
  const choose = (target: SubmissionDraft['target']) => {
    setAskedTarget(undefined);
    setDraft({ target: target?.id === submission.target?.id ? undefined : target, decisions: {} });
  };
  const confirmDifferent = () =>
    setDraft({ confirmedDifferent: [...draft.confirmedDifferent, ...alike.map(({ id }) => id)] });
  const seen = isPreviewSeen && !isBlocked ? 'approval' : isBlocked ? 'submission' : undefined;
  const isDecidable = isSubmissionSeen && !deskState.isTakingBack && !isSent(deskState, submission.id, asOf);
  useShortcutPause(dialog !== undefined);
  useShortcuts(
    'This submission',
    listSubmissionShortcuts({
      submission,
      draft,
      alike,
      rows: approval.rows,
      actions,
      isOpen,
      mayDecide,
      mayChoose,
      dropKept: kept.isKept ? kept.drop : undefined,
      setDraft,
      choose,
      confirmDifferent,
    }),
  );
  return (
    <div className={classes.submission} style={{ '--decision-height': `${height}px` } as CSSProperties}>
      {isOpen ? (
        <DecisionBar
          ref={bar}
          {...{ submission, draft, approval, alike, category, actions, colleagues }}
          seen={isDecidable && reasons ? seen : undefined}
          isAsked={askedTarget !== undefined}
          isBusy={!isDecidable}
          isKept={kept.isKept}
          wasMine={claim.wasMine}
        >
          <LastLine onUndo={onUndo} onOpen={onOpen} />
        </DecisionBar>
      ) : (
        <LastLine onUndo={onUndo} onOpen={onOpen} />
      )}
      <SubmissionView
        {...{ submission, draft, approval, isOpen, mayChoose, onOpen }}
        onWrite={setDialog}
        onDraft={setDraft}
        onChoose={choose}
        onConfirm={confirmDifferent}
      />
      {dialog === 'reject' && reasons && (
        <RejectDialog
          reasons={reasons}
          suggested={submission.suggested?.reason ?? undefined}
          title={`Reject ${nameSubmission(submission)}`}
          onClose={() => setDialog(undefined)}
          onReject={(reason) => {
            setDialog(undefined);
            onLeave();
            desk.decide(submission, { kind: 'reject', reason });
          }}
        />
      )}
      {(dialog === 'note' || dialog === 'question') && (
        <Suspense>
          <MessageDialog
            kind={dialog}
            submission={submission}
            onClose={() => setDialog(undefined)}
            onDone={() => {
              setDialog(undefined);
              if (dialog === 'note') return desk.say('The note is saved');
              desk.say(`Asked about ${nameSubmission(submission)}: it waits for the answer`);
              onLeave();
            }}
          />
        </Suspense>
      )}
      {dialog === 'edit' && (
        <Suspense>
          <EditSubmission
            submission={submission}
            draft={draft}
            onClose={() => setDialog(undefined)}
            onSave={(overrides) => {
              setDraft({ overrides });
              setDialog(undefined);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Scrolls to the first undecided fact. */
function focusUndecided(): void {
  document.querySelector<HTMLElement>('[data-undecided] input')?.focus();
}
