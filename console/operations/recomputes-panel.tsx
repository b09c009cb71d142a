import { Button, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import type { Recompute } from '../../src/quality/recompute/recompute-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useLiveInterval } from '../api/use-live-interval.ts';
import { useListRead } from '../api/use-read.ts';
import { useAskedWrite } from '../api/use-asked-write.ts';
import { formatCount } from '../parts/text/number-format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';

const LIVE_MS = 3_000;
const COLORS = { pending: 'gray', running: 'blue', done: 'teal', failed: 'red' };

/** Recomputations of quality scores after a change of trust, template or category: running, done or planned. */
export function RecomputesPanel() {
  const isAdmin = useMayActAs('admin');
  const [page, setPage] = useState(1);
  const refetchInterval = useLiveInterval(LIVE_MS);
  const recomputes = useListRead('/quality-recomputes', { query: { page, size: 10 } }, { refetchInterval });
  const start = useAskedWrite({
    ask: () => ({
      title: 'Recompute all scores?',
      consequences: [
        'The quality of every product is computed in the background; changed ones are indexed again.',
      ],
      action: 'Compute scores',
    }),
    write: (api) => api.post('/quality-recomputes', { body: {} }),
    done: () => 'All scores will be recomputed',
    refresh: [['quality-recomputes']],
    failed: 'Nothing is recomputed',
  });
  return (
    <Panel
      title="Quality recomputed"
      actions={
        isAdmin && (
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            All scores…
          </Button>
        )
      }
    >
      <PagedTable<Recompute>
        label="Quality recomputed"
        state={recomputes}
        rowKey={(item) => item.id}
        onPage={setPage}
        empty={<Text size="sm">No change has asked for it yet.</Text>}
        columns={[
          { header: 'Because of', cell: (item) => item.reason },
          {
            header: 'State',
            cell: (item) => <StateBadge state={item.state} color={COLORS[item.state]} error={item.error} />,
          },
          {
            header: 'Products',
            width: 180,
            cell: (item) => (
              <>
                {formatCount(item.done)} of {item.total === null ? '…' : formatCount(item.total)}
                {item.state === 'running' && item.total !== null && (
                  <Progress
                    value={(item.done / Math.max(1, item.total)) * 100}
                    size={4}
                    aria-label="Products gone through"
                  />
                )}
              </>
            ),
          },
          { header: 'Other score', align: 'right', cell: (item) => formatCount(item.changed) },
          { header: 'Asked for', cell: (item) => <RelativeTime value={item.created_at} /> },
          { header: 'Ended', cell: (item) => <RelativeTime value={item.finished_at} /> },
        ]}
      />
    </Panel>
  );
}
