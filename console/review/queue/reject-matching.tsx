import { Button, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { countOf } from '../../parts/text/number-format.ts';
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ReasonField } from '../reasons/reason-field.tsx';
import type { ReviewSearch } from '../review-search.ts';
import { useRejectMatching, type RejectFilter } from './use-reject-matching.ts';

/** Returns undefined without a filter, or if the list is not of pending submissions. */
export function buildRejectFilter(search: ReviewSearch): RejectFilter | undefined {
  const {
    state,
    source,
    account_id,
    contact_of,
    kind,
    older_than,
    has_gtin,
    claimed_by,
    assigned_to,
    risk,
    record,
    has_pictures,
    question,
    q,
  } = search;
  if ((state !== undefined && state !== 'pending') || claimed_by === 'others') return undefined;
  // The service cannot reject by these filters, and must never reject more than is listed.
  if ([assigned_to, risk, record, has_pictures].some((value) => value !== undefined)) return undefined;
  // The service cannot reject by `answered`.
  if (question === 'answered') return undefined;
  const filter: RejectFilter = {
    source,
    account_id,
    contact_of,
    kind,
    older_than,
    claimed_by,
    q,
    has_gtin: has_gtin === undefined ? undefined : has_gtin === 'true',
  };
  if (Object.values(filter).every((value) => value === undefined)) return undefined;
  return { ...filter, waiting: question === 'any' ? undefined : question === 'waiting' };
}

/**
 * Rejects every pending submission of a filter: counts first, then rejects with one reason, call by call, to show
 * progress.
 */
export function RejectMatching({ filter }: { filter: RejectFilter }) {
  const [reason, setReason] = useState('');
  const { count, run, rejected } = useRejectMatching(filter);
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
          {countOf(total + found.claimed, 'submission matches', 'submissions match')}
          {found.claimed > 0
            ? `: ${total} would be rejected, and ${found.claimed} that others work on stay`
            : ' and would be rejected'}
          . What comes in from now on stays too.
        </Text>
      )}
      {isOver && (
        <Text size="sm">
          {countOf(rejected, 'submission was', 'submissions were')} rejected
          {run.data.remaining > 0 && `, ${run.data.remaining} are being decided by others`}.
        </Text>
      )}
      {run.isPending && (
        <Progress aria-label="Rejected" value={total === 0 ? 0 : (100 * rejected) / total} animated />
      )}
      {run.error && <ProblemNotice problem={run.error} />}
      {!isOver && <ReasonField value={reason} disabled={run.isPending} onChange={setReason} />}
      <DialogButtons leave={isOver ? 'Close' : 'Cancel'}>
        {!isOver && (
          <Button
            color="red.9"
            loading={run.isPending}
            disabled={!found || total === 0 || reason.trim() === ''}
            onClick={() => found && run.mutate({ upTo: found.up_to, reason })}
          >
            Reject {countOf(total, 'submission')}
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}
