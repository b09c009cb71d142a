import { Skeleton, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { SubmissionDetail } from '../../src/contributions/review/review-contract.ts';
import { useApi, useOperator } from '../api/api-context.ts';
import { readOptions, useRead } from '../api/use-read.ts';
import { useWrite } from '../api/use-write.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useShortcuts } from '../parts/shortcuts.ts';
import { DecisionBar, type DecisionActions } from './decision-bar.tsx';
import { listUndecided } from './entry-draft.ts';
import { EntryView } from './entry-view.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { nameEntry, type useReviewDecisions } from './use-review-decisions.ts';

// The form is large, and most entries are decided without it.
const EditEntry = lazy(async () => ({ default: (await import('./edit-entry.tsx')).EditEntry }));
const PREFETCH_FRESH_MS = 60_000;

interface Props {
  id: string;
  nextId: string | undefined;
  previousId: string | undefined;
  decisions: ReturnType<typeof useReviewDecisions>;
  onOpen: (id: string | undefined) => void;
}

/** The open entry. The one after it is fetched ahead, so that it is there as soon as this one is decided. */
export function OpenEntry(props: Props) {
  const api = useApi();
  const queryClient = useQueryClient();
  const entry = useRead('/submissions/{id}', { path: { id: props.id } });
  const { nextId } = props;
  useEffect(() => {
    if (!nextId) return;
    const options = readOptions(api, '/submissions/{id}', { path: { id: nextId } });
    void queryClient.prefetchQuery({ ...options, staleTime: PREFETCH_FRESH_MS });
  }, [api, queryClient, nextId]);
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
  return <Entry {...props} entry={entry.data} />;
}

function Entry({ entry, nextId, previousId, decisions, onOpen }: Props & { entry: SubmissionDetail }) {
  const self = useOperator();
  const [dialog, setDialog] = useState<'reject' | 'edit'>();
  const draft = decisions.draftOf(entry.id);
  const isOpen = entry.status === 'pending' && !decisions.sentIds.has(entry.id);
  const isMine = entry.claim?.operator_id === self.id;
  const claim = useWrite<'claim' | 'take over' | 'release'>({
    write: (api, verb) =>
      verb === 'release'
        ? api.post('/submissions/{id}/release', { path: { id: entry.id }, body: {} })
        : api.post('/submissions/{id}/claim', {
            path: { id: entry.id },
            body: { force: verb === 'take over' },
          }),
    done: (_claim, verb) =>
      verb === 'release' ? 'The entry is free for others' : 'The entry is yours for 15 minutes',
    refresh: [['submissions']],
    failed: 'The claim is as before',
  });
  const leave = () => onOpen(nextId ?? previousId);
  const actions: DecisionActions = {
    approve: () => {
      if (listUndecided(entry, draft).length > 0) return focusUndecided();
      leave();
      decisions.decide({ entry, verdict: { kind: 'approve', draft } });
    },
    reject: () => setDialog('reject'),
    edit: () => setDialog('edit'),
    skip: leave,
    claim: () => claim.mutate(isMine ? 'release' : entry.claim ? 'take over' : 'claim'),
  };
  const mayDecide = isOpen && (entry.claim === null || isMine);
  useShortcuts('This entry', [
    ...(mayDecide
      ? [
          { keys: 'a', label: 'Approve', run: actions.approve },
          { keys: 'r', label: 'Reject, with a reason', run: actions.reject },
          { keys: 'e', label: 'Edit before approving', run: actions.edit },
        ]
      : []),
    ...(isOpen ? [{ keys: 'c', label: 'Claim, take over or give back', run: actions.claim }] : []),
    { keys: 's', label: 'Skip', run: actions.skip },
  ]);
  return (
    <>
      {isOpen && <DecisionBar entry={entry} draft={draft} actions={actions} />}
      <EntryView
        entry={entry}
        draft={draft}
        onDraft={(change) => decisions.setDraft(entry.id, change)}
        onOpen={onOpen}
      />
      {dialog === 'reject' && (
        <RejectDialog
          title={`Reject ${nameEntry(entry)}`}
          onClose={() => setDialog(undefined)}
          onReject={(reason) => {
            setDialog(undefined);
            leave();
            decisions.decide({ entry, verdict: { kind: 'reject', reason } });
          }}
        />
      )}
      {dialog === 'edit' && (
        <Suspense>
          <EditEntry
            entry={entry}
            draft={draft}
            onClose={() => setDialog(undefined)}
            onSave={(overrides) => {
              decisions.setDraft(entry.id, { overrides });
              setDialog(undefined);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** To the first fact that somebody has to decide. */
function focusUndecided(): void {
  document.querySelector<HTMLElement>('[data-undecided] input')?.focus();
}
