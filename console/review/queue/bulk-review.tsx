import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BulkResult } from '../../../src/review/decisions/bulk/bulk-decision-contract.ts';
import type { Body } from '../../api/api-calls.ts';
import { useApi } from '../../api/api-context.ts';
import { countOf } from '../../parts/text/number-format.ts';
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useDesk } from '../desk/desk-context.ts';
import { ReasonField } from '../reasons/reason-field.tsx';
import { BulkRows } from './bulk-rows.tsx';

/** One decision for many submissions: a dry run shows the changes, then it applies to those that stay ticked. */
export function BulkReview({
  action,
  ids,
  onDone,
}: {
  action: 'approve' | 'reject';
  ids: readonly string[];
  /** Called with the ids of decided submissions. */
  onDone: (ids: ReadonlySet<string>) => void;
}) {
  const api = useApi();
  const desk = useDesk();
  const [reason, setReason] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const call = (body: Body<'post', '/submissions/bulk'>) => api.post('/submissions/bulk', { body });
  const trial = useMutation({
    mutationFn: () =>
      call({
        action,
        ids: [...ids],
        dry_run: true,
        ...(action === 'reject' ? { reason: 'To be given' } : {}),
      }),
  });
  const chosen = (trial.data?.results ?? []).filter(({ id, result }) => result === 'done' && !left.has(id));
  const run = useMutation({
    mutationFn: () =>
      call({
        action,
        ids: chosen.map(({ id }) => id),
        dry_run: false,
        ...(action === 'reject' ? { reason: reason.trim() } : { seen: listSeen(chosen) }),
      }),
    onSuccess: ({ bulk_id: bulkId, done, results }) => {
      const decided = results.filter(({ result }) => result === 'done').map(({ id }) => id);
      onDone(new Set(decided));
      if (bulkId !== null && done > 0) desk.noteBulk({ action, bulkId, ids: decided, count: done });
    },
  });
  const { mutate: tryOut } = trial;
  useEffect(() => tryOut(), [tryOut]);
  const verb = action === 'approve' ? 'approved' : 'rejected';
  const result = run.data ?? trial.data;
  return (
    <Stack>
      {action === 'reject' && !run.data && <ReasonField value={reason} onChange={setReason} />}
      {trial.isPending && <Skeleton height={120} />}
      {trial.error && <ProblemNotice problem={trial.error} onRetry={() => tryOut()} />}
      {run.error && <ProblemNotice problem={run.error} />}
      {result && (
        <Text size="sm">
          {result.dry_run
            ? `${countOf(chosen.length, 'submission')} would be ${verb}; ${result.refused} would be refused and stay as they are.`
            : `${countOf(result.done, 'submission was', 'submissions were')} ${verb}, ${result.refused} refused. z takes it back.`}
        </Text>
      )}
      {result && (
        <BulkRows
          result={result}
          left={left}
          onTick={(id, isTicked) =>
            setLeft((before) =>
              isTicked ? new Set([...before].filter((item) => item !== id)) : new Set(before).add(id),
            )
          }
        />
      )}
      <DialogButtons leave={run.data ? 'Close' : 'Cancel'}>
        {!run.data && (
          <Button
            color={action === 'approve' ? 'teal.9' : 'red.9'}
            loading={run.isPending}
            disabled={chosen.length === 0 || (action === 'reject' && reason.trim() === '')}
            onClick={() => run.mutate()}
          >
            {action === 'approve' ? 'Approve' : 'Reject'} {countOf(chosen.length, 'submission')}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}

/** The state of each submission as shown: the service refuses one whose effect has changed since. */
function listSeen(chosen: BulkResult['results']): Record<string, string> {
  return Object.fromEntries(chosen.flatMap(({ id, seen }) => (seen === null ? [] : [[id, seen]])));
}
