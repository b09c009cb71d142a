import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { HistoryEntry } from '../../../src/catalog/history/history-contract.ts';
import { ChangeLines } from '../../parts/differences/change-lines.tsx';
import { nameField } from '../../parts/differences/name-change.ts';
import { countOf, formatScore } from '../../parts/text/number-format.ts';
import { RelativeTime } from '../../parts/text/relative-time.tsx';
import { listLines, type HistoryLine } from './list-lines.ts';
import { RowTitle } from './row-title.tsx';

/** Further fields are shown on request. */
const MANY_FIELDS = 8;

/** One change: who did what and when, each value before and after, and the operator's undo actions. */
export function HistoryRow({
  entry,
  onRevert,
  onUnmerge,
}: {
  entry: HistoryEntry;
  onRevert?: (field: string) => void;
  onUnmerge?: (productId: string) => void;
}) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = listLines(entry);
  const shown = isWhole || lines.length <= MANY_FIELDS ? lines : lines.slice(0, MANY_FIELDS - 2);
  const { unmerge_id: unmergeId } = entry;
  return (
    <Paper component="li" withBorder p="xs" style={{ listStyle: 'none' }} aria-label={`Row ${entry.seq}`}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <Text size="sm" component="div" flex={1} miw={200} style={{ overflowWrap: 'anywhere' }}>
          <Text span size="xs" c="dimmed" className="code-text" mr="xs">
            {entry.seq}
          </Text>
          <b>{entry.operator_email ?? entry.actor.replace(/^rule:.*/, 'a review rule')}</b>{' '}
          <RowTitle entry={entry} />
        </Text>
        <Group gap="xs">
          {entry.source && <Badge color="gray">{entry.source}</Badge>}
          <Text size="sm" c="dimmed" component="div">
            <RelativeTime value={entry.at} />
          </Text>
          {unmergeId && onUnmerge && (
            <Button variant="default" onClick={() => onUnmerge(unmergeId)}>
              Take the merge back…
            </Button>
          )}
        </Group>
      </Group>
      {lines.length > 0 && (
        <Stack gap={4} mt={6} fz="sm">
          {shown.map((line) => (
            <Line key={line.field} line={line} onRevert={line.isRevertible ? onRevert : undefined} />
          ))}
        </Stack>
      )}
      <Group gap="xs" mt={4}>
        {shown.length < lines.length && (
          <Button variant="subtle" onClick={() => setIsWhole(true)}>
            Show {countOf(lines.length - shown.length, 'more field')}
          </Button>
        )}
        <Score entry={entry} />
      </Group>
    </Paper>
  );
}

function Line({ line, onRevert }: { line: HistoryLine; onRevert: ((field: string) => void) | undefined }) {
  const label = nameField(line.field);
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 0 }}>
        <ChangeLines changes={line.changes} isNamed />
      </div>
      {onRevert && (
        <Button
          variant="subtle"
          style={{ flexShrink: 0 }}
          aria-label={`Revert ${label}…`}
          onClick={() => onRevert(line.field)}
        >
          Revert…
        </Button>
      )}
    </Group>
  );
}

function Score({ entry: { before, after } }: { entry: HistoryEntry }) {
  const [was, is] = [before?.['quality_score'], after?.['quality_score']];
  if (typeof is !== 'number') return null;
  return (
    <Text size="xs" c="dimmed">
      Quality {typeof was === 'number' ? `${formatScore(was)} → ` : ''}
      {formatScore(is)}
    </Text>
  );
}
