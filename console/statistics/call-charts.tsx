import { Badge, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import type { CallStats } from '../../src/review/statistics/operator-stats-contract.ts';
import { useRead } from '../api/use-read.ts';
import { listLastDays } from '../parts/text/last-days.ts';
import { formatCount } from '../parts/text/number-format.ts';
import { BarChart } from '../parts/charts.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { TextLink } from '../parts/text/text-link.tsx';

const DAYS = 30;

/** Calls of the API, by day and caller. */
export function CallCharts() {
  const [lastDays] = useState(() => listLastDays(DAYS, new Date()));
  const calls = useRead('/stats/calls');
  if (calls.error && !calls.data)
    return <ProblemNotice problem={calls.error} onRetry={() => void calls.refetch()} />;
  if (!calls.data) return <Skeleton height={320} />;
  const byDay = new Map(calls.data.days.map(({ day, calls: count }) => [day, count]));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Panel title="API calls with a key, last 30 days">
        <BarChart
          h={240}
          data={lastDays.map((day) => ({ day, Calls: byDay.get(day) ?? 0 }))}
          dataKey="day"
          xAxisProps={{ minTickGap: 40 }}
          yAxisProps={{ allowDecimals: false, width: 56 }}
          series={[{ name: 'Calls', color: 'indigo.6' }]}
        />
      </Panel>
      <Panel title="By key">
        <PagedTable<CallStats['accounts'][number]>
          label="Calls by key"
          minWidth={360}
          state={{
            data: { items: calls.data.accounts.slice(0, 10) },
            error: null,
            isPending: false,
            refetch: () => undefined,
          }}
          rowKey={(account) => account.account_id}
          empty={<Text size="sm">No calls with a key yet.</Text>}
          columns={[
            {
              header: 'Account',
              cell: (account) => (
                <TextLink to="/keys/$accountId" params={{ accountId: account.account_id }}>
                  {account.email}
                </TextLink>
              ),
            },
            {
              header: 'Key',
              cell: (account) => <span className="code-text">{account.key_prefix ?? '–'}</span>,
            },
            { header: 'Tier', cell: (account) => <Badge color="gray">{account.tier}</Badge> },
            { header: 'Calls', align: 'right', cell: (account) => formatCount(account.calls) },
          ]}
        />
      </Panel>
    </SimpleGrid>
  );
}
