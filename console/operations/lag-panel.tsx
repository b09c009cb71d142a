import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useLiveInterval } from '../api/use-live-interval.ts';
import { useListRead } from '../api/use-read.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { LagChart } from './lag-chart.tsx';

const LIVE_MS = 10_000;
const SPANS = [
  { value: '60', label: 'Hour' },
  { value: '1440', label: 'Day' },
  { value: '10080', label: 'Week' },
];

export function LagPanel() {
  const [minutes, setMinutes] = useState('60');
  const refetchInterval = useLiveInterval(LIVE_MS);
  const lag = useListRead('/index/lag', { query: { minutes: Number(minutes) } }, { refetchInterval });
  return (
    <Panel
      title="Lag over time"
      actions={<SegmentedControl aria-label="Time span" data={SPANS} value={minutes} onChange={setMinutes} />}
    >
      {lag.error && !lag.data && <ProblemNotice problem={lag.error} onRetry={() => void lag.refetch()} />}
      {lag.isPending && <Skeleton height={200} />}
      {lag.data?.items.length === 0 && (
        <Text size="sm" c="dimmed" h={200}>
          The indexer has noted nothing in this time.
        </Text>
      )}
      {lag.data && lag.data.items.length > 0 && <LagChart samples={lag.data.items} />}
    </Panel>
  );
}
