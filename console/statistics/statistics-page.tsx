import { SimpleGrid, Skeleton, Stack, Table } from '@mantine/core';
import type { OperatorStats } from '../../src/review/statistics/operator-stats-contract.ts';
import { useRead } from '../api/use-read.ts';
import { Figure } from '../parts/figure.tsx';
import { formatCount, formatScore } from '../parts/text/number-format.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { DecidedWork } from './decided-work.tsx';
import { linkInUse } from './product-links.ts';
import { CoverageTable, QualityTable } from './product-tables.tsx';

/** What an operator asks daily: what waits, who decided what, and what the products lack. Trends are in Grafana. */
export function StatisticsPage() {
  const stats = useRead('/stats');
  if (stats.error && !stats.data)
    return <ProblemNotice problem={stats.error} onRetry={() => void stats.refetch()} />;
  const note = stats.data ? (
    <>
      Counted <RelativeTime value={stats.data.generated_at} />
    </>
  ) : (
    ' '
  );
  return (
    <>
      <PageHeader title="Statistics" note={note} />
      {stats.data ? (
        <Stack>
          <Overview stats={stats.data} />
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            <Panel title="Coverage: how many products have it">
              <CoverageTable coverage={stats.data.coverage} />
            </Panel>
            <Stack>
              <Panel title="How long submissions have waited">
                <AgeTable ages={stats.data.queue.pending_by_age} />
              </Panel>
              <Panel title="Quality of the products in use">
                <QualityTable quality={stats.data.quality} />
              </Panel>
            </Stack>
          </SimpleGrid>
          <DecidedWork />
        </Stack>
      ) : (
        <Skeleton height={720} />
      )}
    </>
  );
}

function Overview({ stats }: { stats: OperatorStats }) {
  const linkReview = (state: 'pending' | 'approved' | 'rejected') => (
    <TextLink to="/review" search={{ state }}>
      {formatCount(
        stats.queue.by_state
          .filter(({ status }) => status === state)
          .reduce((sum, { entries }) => sum + entries, 0),
      )}
    </TextLink>
  );
  const products = stats.quality.reduce((sum, kind) => sum + kind.products, 0);
  const scores = stats.quality.reduce((sum, kind) => sum + (kind.average ?? 0) * kind.products, 0);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="xs">
      <Figure label="Waiting for review" value={linkReview('pending')} />
      <Figure label="Oldest of them" value={<RelativeTime value={stats.queue.oldest_pending_at} />} />
      <Figure label="Approved" value={linkReview('approved')} note="ever" />
      <Figure label="Rejected" value={linkReview('rejected')} note="ever" />
      <Figure
        label="Products in use"
        value={
          <TextLink to="/products" search={linkInUse()}>
            {formatCount(products)}
          </TextLink>
        }
      />
      <Figure label="Average quality" value={products === 0 ? '–' : formatScore(scores / products)} />
    </SimpleGrid>
  );
}

const AGES = {
  under_1_hour: 'under 1 h',
  under_1_day: 'under 1 day',
  under_7_days: 'under 7 days',
  under_30_days: 'under 30 days',
  older: 'older',
} as const;
const AGE_NAMES = Object.keys(AGES) as (keyof typeof AGES)[];

function AgeTable({ ages }: { ages: OperatorStats['queue']['pending_by_age'] }) {
  return (
    <Table
      aria-label="How long submissions have waited"
      fz="xs"
      data={{
        head: ['Source', ...AGE_NAMES.map((age) => AGES[age])],
        body: ages.map((row) => [
          row.source === 'backflow' ? 'back-flow' : row.source,
          ...AGE_NAMES.map((age) => formatCount(row[age])),
        ]),
      }}
    />
  );
}
