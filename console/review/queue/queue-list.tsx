import { Badge, Box, Checkbox, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { QueuedSubmission } from '../../../src/review/queue/queue-contract.ts';
import { useOperator } from '../../api/api-context.ts';
import { RelativeTime } from '../../parts/text/relative-time.tsx';
import classes from './queue-list.module.css';
import { nameSubmission } from '../desk/review-desk.ts';

/** The submissions of the queue, one of them open; the ticked ones are for a bulk decision. */
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
    // In braces: newer browsers answer with a promise, which would be taken for the effect's end.
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
              <Text size="sm" truncate fw={500}>
                {nameSubmission(submission)}
              </Text>
              <SubmissionNote submission={submission} />
            </UnstyledButton>
          </div>
        </li>
      ))}
    </Box>
  );
}

function SubmissionNote({ submission }: { submission: QueuedSubmission }) {
  const self = useOperator();
  return (
    <Group gap={6} wrap="nowrap" fz="xs" c="dimmed">
      {submission.status !== 'pending' && (
        <Badge size="xs" color={submission.status === 'approved' ? 'teal' : 'red'}>
          {submission.status}
        </Badge>
      )}
      {submission.source === 'backflow' && (
        <Badge size="xs" color="grape">
          back-flow
        </Badge>
      )}
      {submission.status === 'pending' && submission.answered_at && (
        <Badge size="xs" color="teal">
          answered
        </Badge>
      )}
      {submission.status === 'pending' && submission.asked_at && (
        <Badge size="xs" color="gray">
          {submission.waits_until ? 'waiting' : 'no answer'}
        </Badge>
      )}
      {submission.claim && (
        <Badge
          size="xs"
          style={{ flexShrink: 0 }}
          maw="50%"
          color={submission.claim.operator_id === self.id ? 'teal' : 'orange'}
        >
          {submission.claim.operator_id === self.id ? 'yours' : submission.claim.email}
        </Badge>
      )}
      {submission.assigned_to && (
        <Badge
          size="xs"
          style={{ flexShrink: 0 }}
          maw="50%"
          color={submission.assigned_to.operator_id === self.id ? 'teal' : 'blue'}
        >
          for {submission.assigned_to.operator_id === self.id ? 'you' : submission.assigned_to.email}
        </Badge>
      )}
      <Text size="xs" truncate>
        {submission.brand ?? submission.kind ?? (submission.name ? submission.gtin : null) ?? ''}
      </Text>
      <Box ml="auto" style={{ flexShrink: 0 }}>
        <RelativeTime value={submission.created_at} />
      </Box>
    </Group>
  );
}
