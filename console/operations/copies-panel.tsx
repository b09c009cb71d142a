import { Badge, Text } from '@mantine/core';
import type { IndexCopyEntry } from '../../src/index/index-admin-contract.ts';
import { useLiveInterval } from '../api/use-live-interval.ts';
import { useRead } from '../api/use-read.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';

const LIVE_MS = 3_000;
const SAYS: Record<IndexCopyEntry['state'], string> = {
  in_service: 'in service',
  away: 'left out',
  returning: 'catching up',
  empty: 'to be filled',
  rebuilding: 'being filled',
};

/** Copies of the index, where there are several; nothing otherwise. */
export function CopiesPanel() {
  const refetchInterval = useLiveInterval(LIVE_MS);
  const status = useRead('/index/status', {}, { refetchInterval });
  const items = status.data?.copies ?? [];
  if (items.length === 0) return null;
  return (
    <Panel title="Copies of the index">
      <PagedTable<IndexCopyEntry>
        label="Copies of the index"
        minWidth={360}
        state={{ ...status, data: { items } }}
        rowKey={({ name }) => name}
        empty={null}
        columns={[
          { header: 'Server', cell: ({ name }) => name },
          {
            header: 'State',
            cell: ({ state, reason }) => (
              <>
                <Badge color={state === 'in_service' ? 'teal' : 'orange'}>{SAYS[state]}</Badge>
                {reason && (
                  <Text size="xs" c="dimmed">
                    {reason}
                  </Text>
                )}
              </>
            ),
          },
          { header: 'Since', cell: (copy) => <RelativeTime value={copy.changed_at} /> },
        ]}
      />
    </Panel>
  );
}
