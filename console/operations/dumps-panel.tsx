import { Text } from '@mantine/core';
import type { DumpRunEntry } from '../../src/publish/dumps/dump-contract.ts';
import { useLiveInterval } from '../api/use-live-interval.ts';
import { useListRead } from '../api/use-read.ts';
import { formatCount } from '../parts/text/number-format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';

const LIVE_MS = 10_000;
const COLORS = { running: 'blue', published: 'teal', refused: 'orange', failed: 'red' };

/** The latest runs of the catalogue dump. */
export function DumpsPanel() {
  const refetchInterval = useLiveInterval(LIVE_MS);
  const runs = useListRead('/dump-runs', {}, { refetchInterval });
  return (
    <Panel title="Dumps">
      <PagedTable<DumpRunEntry>
        label="Dumps"
        state={runs}
        rowKey={(run) => String(run.id)}
        empty={<Text size="sm">None was made yet. One is due each day where DUMP_DIR is set.</Text>}
        columns={[
          { header: 'Name', cell: (run) => run.name ?? `Run ${run.id}` },
          {
            header: 'State',
            cell: (run) => <StateBadge state={run.state} color={COLORS[run.state]} error={run.error} />,
          },
          { header: 'Products', align: 'right', cell: (run) => formatCount(run.products) },
          { header: 'Asked for by', cell: (run) => run.requested_by },
          { header: 'Begun', cell: (run) => <RelativeTime value={run.started_at} /> },
          { header: 'Ended', cell: (run) => <RelativeTime value={run.finished_at} /> },
        ]}
      />
    </Panel>
  );
}
