import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import type { RebuildEntry } from '../../src/search/index/index-admin-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useLiveInterval } from '../api/use-live-interval.ts';
import { useRead } from '../api/use-read.ts';
import { formatCount } from '../parts/text/number-format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { useRebuild } from './use-rebuild.ts';

const LIVE_MS = 1_500;
const COLORS: Partial<Record<RebuildEntry['state'], string>> = { done: 'teal', failed: 'red' };

const isOpen = ({ state }: RebuildEntry) => state !== 'done' && state !== 'failed';

/** Starts and shows rebuilds: a new index is filled beside the live one and replaces it. */
export function RebuildsPanel() {
  const isAdmin = useMayActAs('admin');
  const refetchInterval = useLiveInterval(LIVE_MS);
  const rebuilds = useRead('/index/rebuilds', {}, { refetchInterval });
  const open = rebuilds.data?.items.find(isOpen);
  const start = useRebuild();
  return (
    <Panel
      title="Rebuilds"
      actions={
        isAdmin && (
          <Button
            variant="default"
            disabled={open !== undefined}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            Rebuild…
          </Button>
        )
      }
    >
      {open && <OpenRebuild rebuild={open} />}
      <PagedTable<RebuildEntry>
        label="Rebuilds"
        minWidth={360}
        state={rebuilds}
        rowKey={(rebuild) => String(rebuild.id)}
        empty={<Text size="sm">The index was never rebuilt.</Text>}
        columns={[
          { header: 'No.', cell: (rebuild) => rebuild.id },
          {
            header: 'State',
            cell: (rebuild) => (
              <StateBadge
                state={rebuild.state}
                color={COLORS[rebuild.state] ?? 'blue'}
                error={rebuild.error}
              />
            ),
          },
          { header: 'Products', align: 'right', cell: (rebuild) => formatCount(rebuild.done) },
          { header: 'Ended', cell: (rebuild) => <RelativeTime value={rebuild.finished_at} /> },
        ]}
      />
    </Panel>
  );
}

function OpenRebuild({ rebuild }: { rebuild: RebuildEntry }) {
  const share = rebuild.total ? (rebuild.done / rebuild.total) * 100 : 0;
  return (
    <Alert color="blue" mb="sm" role="status">
      <Group justify="space-between" mb={4}>
        <Text size="sm">
          Rebuild {rebuild.id}: {rebuild.state}
        </Text>
        <Text size="sm">
          {formatCount(rebuild.done)} of {rebuild.total === null ? '…' : formatCount(rebuild.total)}
        </Text>
      </Group>
      <Progress value={share} aria-label={`Rebuild ${rebuild.id}`} />
    </Alert>
  );
}
