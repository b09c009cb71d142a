import { Button, Group, Progress, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RejectMatchingBody } from '../../../src/contributions/review/bulk/reject-matching-contract.ts';
import { useApi } from '../../api/api-context.ts';
import { countOf } from '../../parts/text/number-format.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useDesk } from '../desk/desk-context.ts';
import type { ReviewSearch } from '../review-search.ts';

type Filter = RejectMatchingBody['filter'];

/** Undefined: nothing is filtered by, or not for what is pending. */
export function buildRejectFilter(search: ReviewSearch): Filter | undefined {
  const { state, source, account_id, kind, older_than, has_gtin, claimed_by, q } = search;
  if ((state !== undefined && state !== 'pending') || claimed_by === 'others') return undefined;
  const filter: Filter = {
    source,
    account_id,
    kind,
    older_than,
    claimed_by,
    q,
    has_gtin: has_gtin === undefined ? undefined : has_gtin === 'true',
  };
  return Object.values(filter).some((value) => value !== undefined) ? filter : undefined;
}

/** Rejects every pending entry of a filter: counted first, then with one reason, call by call, so that progress shows. */
export function RejectMatching({ filter }: { filter: Filter }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const desk = useDesk();
  const [reason, setReason] = useState('');
  const [rejected, setRejected] = useState(0);
  const call = (body: object) => api.post('/submissions/reject-matching', { body: { filter, ...body } });
  const count = useMutation({ mutationFn: () => call({ dry_run: true }) });
  const run = useMutation({
    mutationFn: async (upTo: string) => {
      let bulkId: string | undefined;
      let sum = 0;
      try {
        for (;;) {
          const part = await call({
            reason: reason.trim(),
            up_to: upTo,
            // All calls together are taken back as one.
            ...(bulkId === undefined ? {} : { bulk_id: bulkId }),
          });
          bulkId = part.bulk_id ?? undefined;
          sum += part.rejected;
          setRejected(sum);
          // What is left then is being decided by somebody else.
          if (part.remaining === 0 || part.rejected === 0) return part;
        }
      } finally {
        if (bulkId !== undefined && sum > 0) desk.noteBulk({ action: 'reject', bulkId, ids: [], count: sum });
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['submissions'] }),
  });
  const { mutate: countNow } = count;
  useEffect(() => countNow(), [countNow]);
  const found = count.data;
  const total = found?.remaining ?? 0;
  const isOver = run.isSuccess;
  return (
    <Stack>
      {count.isPending && <Skeleton height={60} />}
      {count.error && <ProblemNotice problem={count.error} onRetry={() => countNow()} />}
      {found && !isOver && (
        <Text size="sm">
          {countOf(total, 'entry matches', 'entries match')} and would be rejected
          {found.claimed > 0 && `; ${found.claimed} that others work on stay`}. What comes in from now on
          stays too.
        </Text>
      )}
      {isOver && (
        <Text size="sm">
          {countOf(rejected, 'entry was', 'entries were')} rejected
          {run.data.remaining > 0 && `, ${run.data.remaining} are being decided by others`}.
        </Text>
      )}
      {run.isPending && (
        <Progress aria-label="Rejected" value={total === 0 ? 0 : (100 * rejected) / total} animated />
      )}
      {run.error && <ProblemNotice problem={run.error} />}
      {!isOver && (
        <Textarea
          label="Reason"
          description="Every contributor can read it"
          required
          maxLength={500}
          data-autofocus
          disabled={run.isPending}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => modals.closeAll()}>
          {isOver ? 'Close' : 'Cancel'}
        </Button>
        {!isOver && (
          <Button
            color="red.9"
            loading={run.isPending}
            disabled={!found || total === 0 || reason.trim() === ''}
            onClick={() => found && run.mutate(found.up_to)}
          >
            Reject {countOf(total, 'entry', 'entries')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
