import { Box, Checkbox, Skeleton, Stack, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import classes from './queue-list.module.css';
import { nameSubmission } from '../desk/review-desk.ts';
import { QueueRow } from './queue-row.tsx';

/** The submissions of the queue, with the open one marked; ticked ones are for a bulk decision. */
export function QueueList({
  submissions,
  openId,
  onOpen,
  tickedIds,
  onTick,
}: {
  submissions: QueuedSubmission[] | undefined;
  openId: string | undefined;
  onOpen: (id: string) => void;
  tickedIds: ReadonlySet<string>;
  onTick: (id: string, isRange: boolean) => void;
}) {
  const openRow = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A block body: newer browsers return a promise, which React would take for the effect's cleanup.
    if (openId) openRow.current?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  if (!submissions) {
    return (
      <Stack gap="xs" aria-busy="true">
        {Array.from({ length: 9 }, (_, index) => (
          <Skeleton key={index} height={52} />
        ))}
      </Stack>
    );
  }
  return (
    <Box component="ul" className={classes.list} aria-label="Submissions" tabIndex={0}>
      {submissions.map((submission) => (
        <li key={submission.id}>
          <div
            className={classes.submission}
            data-open={submission.id === openId || undefined}
            ref={submission.id === openId ? openRow : undefined}
          >
            {submission.status === 'pending' && (
              <Checkbox
                size="xs"
                mt={3}
                aria-label={`Tick ${nameSubmission(submission)}`}
                checked={tickedIds.has(submission.id)}
                onChange={({ nativeEvent }) =>
                  onTick(submission.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                }
              />
            )}
            <UnstyledButton
              flex={1}
              miw={0}
              aria-current={submission.id === openId || undefined}
              onClick={(event) => (event.shiftKey ? onTick(submission.id, true) : onOpen(submission.id))}
            >
              <QueueRow submission={submission} />
            </UnstyledButton>
          </div>
        </li>
      ))}
    </Box>
  );
}
