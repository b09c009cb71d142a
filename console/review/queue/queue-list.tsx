import { Badge, Box, Checkbox, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { QueueEntry } from '../../../src/review/queue/queue-contract.ts';
import { useOperator } from '../../api/api-context.ts';
import { RelativeTime } from '../../parts/text/relative-time.tsx';
import classes from './queue-list.module.css';
import { nameEntry } from '../desk/review-desk.ts';

/** The entries of the queue, one of them open; those ticked are for a bulk decision. */
export function QueueList({
  entries,
  openId,
  onOpen,
  tickedIds,
  onTick,
}: {
  entries: QueueEntry[] | undefined;
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
  if (!entries) {
    return (
      <Stack gap="xs" aria-busy="true">
        {Array.from({ length: 9 }, (_, index) => (
          <Skeleton key={index} height={52} />
        ))}
      </Stack>
    );
  }
  return (
    <Box component="ul" className={classes.list} aria-label="Entries" tabIndex={0}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <div
            className={classes.entry}
            data-open={entry.id === openId || undefined}
            ref={entry.id === openId ? openRow : undefined}
          >
            {entry.status === 'pending' && (
              <Checkbox
                size="xs"
                mt={3}
                aria-label={`Tick ${nameEntry(entry)}`}
                checked={tickedIds.has(entry.id)}
                onChange={({ nativeEvent }) =>
                  onTick(entry.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                }
              />
            )}
            <UnstyledButton
              flex={1}
              miw={0}
              aria-current={entry.id === openId || undefined}
              onClick={(event) => (event.shiftKey ? onTick(entry.id, true) : onOpen(entry.id))}
            >
              <Text size="sm" truncate fw={500}>
                {nameEntry(entry)}
              </Text>
              <EntryNote entry={entry} />
            </UnstyledButton>
          </div>
        </li>
      ))}
    </Box>
  );
}

function EntryNote({ entry }: { entry: QueueEntry }) {
  const self = useOperator();
  return (
    <Group gap={6} wrap="nowrap" fz="xs" c="dimmed">
      {entry.status !== 'pending' && (
        <Badge size="xs" color={entry.status === 'approved' ? 'teal' : 'red'}>
          {entry.status}
        </Badge>
      )}
      {entry.source === 'backflow' && (
        <Badge size="xs" color="grape">
          back-flow
        </Badge>
      )}
      {entry.status === 'pending' && entry.answered_at && (
        <Badge size="xs" color="teal">
          answered
        </Badge>
      )}
      {entry.status === 'pending' && entry.asked_at && (
        <Badge size="xs" color="gray">
          {entry.waits_until ? 'waiting' : 'no answer'}
        </Badge>
      )}
      {entry.claim && (
        <Badge size="xs" color={entry.claim.operator_id === self.id ? 'teal' : 'orange'}>
          {entry.claim.operator_id === self.id ? 'yours' : entry.claim.email}
        </Badge>
      )}
      {entry.assigned_to && (
        <Badge size="xs" color={entry.assigned_to.operator_id === self.id ? 'teal' : 'blue'}>
          for {entry.assigned_to.operator_id === self.id ? 'you' : entry.assigned_to.email}
        </Badge>
      )}
      <Text size="xs" truncate>
        {entry.brand ?? entry.kind ?? (entry.name ? entry.gtin : null) ?? ''}
      </Text>
      <Box ml="auto" style={{ flexShrink: 0 }}>
        <RelativeTime value={entry.created_at} />
      </Box>
    </Group>
  );
}
