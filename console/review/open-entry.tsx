import { Skeleton, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { SubmissionDetail } from '../../src/review/decisions/review-contract.ts';
import { useApi, useMayActAs, useOperator } from '../api/api-context.ts';
import { readOptions, useRead } from '../api/use-read.ts';
import { loadPart } from '../load-file.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useShortcutPause, useShortcuts } from '../parts/shortcuts.ts';
import { suggestionOptions } from '../suggestions/use-suggestions.ts';
import { DecisionBar, type DecisionActions } from './decision-bar.tsx';
import { useDesk, useDeskState, useDraft } from './desk/desk-context.ts';
import { isSent, nameEntry } from './desk/review-desk.ts';
import { useClaim } from './desk/use-claim.ts';
import { useIsSeen } from './desk/use-is-seen.ts';
import { sayFacts } from './entry/entry-suggestions.tsx';
import { listEntryShortcuts } from './entry/entry-shortcuts.ts';
import { LastLine } from './entry/last-line.tsx';
import { previewOptions, useApproval } from './entry/use-approval.ts';
import {
  buildApproval,
  buildPreview,
  listUnconfirmed,
  listUndecided,
  type EntryDraft,
} from './entry-draft.ts';
import { EntryView } from './entry-view.tsx';
import type { WrittenKind } from './messages/message-dialog.tsx';
import classes from './open-entry.module.css';
import { useReasons } from './reasons/use-reasons.ts';
import type { Colleagues } from './queue/assign-menu.tsx';
import { useAssign } from './queue/use-assign.ts';
import { RejectDialog } from './reject-dialog.tsx';

// The form is large, and most entries are decided without it.
const EditEntry = loadPart(async () => (await import('./edit-entry.tsx')).EditEntry);
const MessageDialog = loadPart(async () => (await import('./messages/message-dialog.tsx')).MessageDialog);
const PREFETCH_FRESH_MS = 60_000;

interface Props {
  id: string;
  /** Opened when this one is decided. */
  nextId: string | undefined;
  colleagues: Colleagues;
  refetchInterval: number | false;
  onLeave: () => void;
  onOpen: (id: string) => void;
  onUndo: () => void;
}

/** The open entry. The one after it is fetched ahead, so that it is there as soon as this one is decided. */
export function OpenEntry(props: Props) {
  const { id, nextId, refetchInterval } = props;
  const entry = useRead('/submissions/{id}', { path: { id } }, { refetchInterval });
  usePrefetch(nextId);
  // The next one begins where it begins, and not where the one before was left.
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which would be taken for the effect's end.
    globalThis.scrollTo({ top: 0 });
  }, []);
  if (entry.error && !entry.data)
    return <ProblemNotice problem={entry.error} onRetry={() => void entry.refetch()} />;
  if (!entry.data) {
    return (
      <Stack aria-busy="true">
        <Skeleton height={92} />
        <Skeleton height={320} />
      </Stack>
    );
  }
  return <Entry {...props} entry={entry.data} asOf={entry.dataUpdatedAt} />;
}

/** An entry, and what approving it would do. */
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
      const entry = queryClient.getQueryData<SubmissionDetail>(options.queryKey);
      if (!entry) return;
      const facts = sayFacts(entry, drafts.read(id));
      void queryClient.prefetchQuery(suggestionOptions(api, facts, entry.target?.id));
      if (entry.unusable.length > 0) return;
      await queryClient.prefetchQuery({
        ...previewOptions(api, id, buildPreview(entry, drafts.read(id))),
        staleTime,
      });
    })();
  }, [api, queryClient, drafts, id]);
}

function Entry({
  entry,
  asOf,
  colleagues,
  onLeave,
  onOpen,
  onUndo,
}: Props & { entry: SubmissionDetail; /** In ms. */ asOf: number }) {
  const self = useOperator();
  const desk = useDesk();
  const deskState = useDeskState();
  const draft = useDraft(entry.id);
  const [dialog, setDialog] = useState<'reject' | 'edit' | WrittenKind>();
  const isOpen = entry.status === 'pending';
  const approval = useApproval(entry, draft, isOpen);
  const mayChoose = useMayActAs('editor');
  const reasons = useReasons();
  const setDraft = (change: Partial<EntryDraft>) => desk.drafts.change(entry.id, change);
  // An offer never changes; what would become of it is in the preview.
  const isEntrySeen = useIsSeen(entry.id);
  const claim = useClaim(entry, isEntrySeen);
  const assign = useAssign();
  const isPreviewSeen = useIsSeen(approval.isOld ? undefined : approval.preview);
  const undecided = listUndecided(entry, approval.rows, draft);
  const alike = [...listUnconfirmed(entry, draft), ...approval.alike];
  const isBlocked = undecided.length > 0 || alike.length > 0 || approval.problem !== null;
  /** Whether a decision is about something that the operator can have seen. */
  const isReady = (wasSeen: boolean) => {
    // One that is on its way may still be shown until the next one is there.
    const isFree = !deskState.isTakingBack && !isSent(deskState, entry.id, asOf);
    if (wasSeen && isFree) return true;
    desk.say('Nothing was decided: this has only just appeared. Press again.');
    return false;
  };
  const actions: DecisionActions = {
    approve: () => {
      if (undecided.length > 0) return focusUndecided();
      const { preview } = approval;
      if (isBlocked || !isReady(isEntrySeen && isPreviewSeen) || !preview?.seen) return;
      onLeave();
      desk.decide(entry, { kind: 'approve', body: { ...buildApproval(entry, draft), seen: preview.seen } });
    },
    reject: () => isReady(isEntrySeen && reasons !== undefined) && setDialog('reject'),
    edit: () => setDialog('edit'),
    note: () => setDialog('note'),
    ask: () => setDialog('question'),
    skip: onLeave,
    claim: claim.turn,
    assign: () =>
      assign.mutate({
        ids: [entry.id],
        operatorId: entry.assigned_to?.operator_id === self.id ? null : self.id,
      }),
  };
  const choose = (target: EntryDraft['target']) =>
    setDraft({ target: target?.id === entry.target?.id ? undefined : target, decisions: {} });
  const confirmDifferent = () =>
    setDraft({ confirmedDifferent: [...draft.confirmedDifferent, ...alike.map(({ id }) => id)] });
  const seen = isPreviewSeen && !isBlocked ? 'approval' : isBlocked ? 'entry' : undefined;
  const isDecidable =
    isEntrySeen && reasons !== undefined && !deskState.isTakingBack && !isSent(deskState, entry.id, asOf);
  const mayDecide = isOpen && (entry.claim === null || entry.claim.operator_id === self.id);
  useShortcutPause(dialog !== undefined);
  useShortcuts(
    'This entry',
    listEntryShortcuts({
      entry,
      draft,
      alike,
      rows: approval.rows,
      actions,
      isOpen,
      mayDecide,
      mayChoose,
      setDraft,
      choose,
      confirmDifferent,
    }),
  );
  return (
    <div className={classes.entry}>
      {isOpen ? (
        <DecisionBar
          {...{ entry, draft, approval, alike, actions, colleagues }}
          seen={isDecidable ? seen : undefined}
          wasMine={claim.wasMine}
        >
          <LastLine onUndo={onUndo} onOpen={onOpen} />
        </DecisionBar>
      ) : (
        <LastLine onUndo={onUndo} onOpen={onOpen} />
      )}
      <EntryView
        {...{ entry, draft, approval, isOpen, mayChoose, onOpen }}
        onWrite={setDialog}
        onDraft={setDraft}
        onChoose={choose}
        onConfirm={confirmDifferent}
      />
      {dialog === 'reject' && (
        <RejectDialog
          reasons={reasons ?? []}
          title={`Reject ${nameEntry(entry)}`}
          onClose={() => setDialog(undefined)}
          onReject={(reason) => {
            setDialog(undefined);
            onLeave();
            desk.decide(entry, { kind: 'reject', reason });
          }}
        />
      )}
      {(dialog === 'note' || dialog === 'question') && (
        <Suspense>
          <MessageDialog
            kind={dialog}
            entry={entry}
            onClose={() => setDialog(undefined)}
            onDone={() => {
              setDialog(undefined);
              if (dialog === 'note') return desk.say('The note is saved');
              desk.say(`Asked about ${nameEntry(entry)}: it waits for the answer`);
              onLeave();
            }}
          />
        </Suspense>
      )}
      {dialog === 'edit' && (
        <Suspense>
          <EditEntry
            entry={entry}
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

/** To the first fact that somebody has to decide. */
function focusUndecided(): void {
  document.querySelector<HTMLElement>('[data-undecided] input')?.focus();
}
