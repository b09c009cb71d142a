import { ScrollArea, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReviewStats } from '../../../src/review/statistics/review-stats-contract.ts';
import { PagedTable, type Column } from '../../parts/paged-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { formatCount } from '../../parts/text/number-format.ts';
import { TextLink } from '../../parts/text/text-link.tsx';
import { formatDuration } from '../../parts/text/time-format.ts';
import { nameActor, sumByOperator, type Work } from './sum-work.ts';

const DEEDS = [
  { name: 'approved', header: 'Approved' },
  { name: 'rejected', header: 'Rejected' },
  { name: 'undone', header: 'Taken back' },
] as const;

interface Waited {
  p50_seconds: number | null;
  p95_seconds: number | null;
}

const whole = <T,>(items: T[]) => ({
  data: { items },
  error: null,
  isPending: false,
  refetch: () => undefined,
});

/** Decisions per operator, in the whole period and by day; each figure links to its audit rows. */
export function OperatorTables({ stats }: { stats: ReviewStats }) {
  const { from, to } = stats;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Panel title="By operator">
        <PagedTable
          label="By operator"
          minWidth={360}
          state={whole(sumByOperator(stats.by_operator))}
          rowKey={({ actor }) => actor}
          empty={null}
          columns={[
            { header: 'Operator', cell: ({ email }) => email },
            ...listAudited<Work & { actor: string }>(({ actor }) => ({ actor, from, to })),
          ]}
        />
      </Panel>
      <Panel title="By operator and day">
        <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0 }}>
          <PagedTable
            label="By operator and day"
            minWidth={400}
            state={whole(stats.by_operator)}
            rowKey={({ actor, day }) => `${day} ${actor}`}
            empty={null}
            columns={[
              {
                header: 'Day',
                cell: ({ day }) => (
                  <span className="code-text" style={{ whiteSpace: 'nowrap' }}>
                    {day}
                  </span>
                ),
              },
              { header: 'Operator', cell: nameActor },
              ...listAudited<Work & { actor: string; day: string }>(({ actor, day }) => ({
                actor,
                from: day,
                to: day,
              })),
            ]}
          />
        </ScrollArea.Autosize>
      </Panel>
    </SimpleGrid>
  );
}

/** Where submissions came from and how long they waited; each row links to its submissions. */
export function SenderTables({ stats }: { stats: ReviewStats }) {
  return (
    <Stack>
      <Panel title="By source">
        <PagedTable
          label="By source"
          minWidth={420}
          state={whole(stats.by_source)}
          rowKey={({ source }) => source}
          empty={null}
          columns={[
            {
              header: 'Source',
              cell: ({ source }) => (
                <TextLink to="/review" search={{ state: 'all', source }}>
                  {source === 'backflow' ? 'back-flow' : source}
                </TextLink>
              ),
            },
            ...listCounted(),
          ]}
        />
      </Panel>
      <Panel title="By shop">
        <PagedTable
          label="By shop"
          minWidth={420}
          state={whole(stats.by_shop)}
          rowKey={(shop) => shop.account_id}
          empty={<Text size="sm">No back-flow was decided in these days.</Text>}
          columns={[
            {
              header: 'Shop',
              cell: (shop) => (
                <TextLink to="/review" search={{ state: 'all', account_id: shop.account_id }}>
                  {shop.email}
                </TextLink>
              ),
            },
            ...listCounted(),
          ]}
        />
      </Panel>
    </Stack>
  );
}

interface Rows {
  actor: string;
  from: string;
  to: string;
}

function listAudited<T extends Work>(rowsOf: (item: T) => Rows): Column<T>[] {
  return DEEDS.map(({ name, header }) => ({
    header,
    align: 'right' as const,
    cell: (item: T): ReactNode =>
      item[name] === 0 ? (
        0
      ) : (
        <TextLink to="/audit" search={{ ...rowsOf(item), action: `submission.${name}`, utc: true }}>
          {formatCount(item[name])}
        </TextLink>
      ),
  }));
}

function listCounted(): Column<Work & Waited>[] {
  return [
    ...DEEDS.map(({ name, header }) => ({
      header,
      align: 'right' as const,
      cell: (item: Work) => formatCount(item[name]),
    })),
    ...(['p50_seconds', 'p95_seconds'] as const).map((name) => ({
      header: name === 'p50_seconds' ? 'Half waited' : '95% waited',
      align: 'right' as const,
      cell: (item: Waited) => {
        const seconds = item[name];
        return seconds === null ? '–' : `≤ ${formatDuration(seconds)}`;
      },
    })),
  ];
}
