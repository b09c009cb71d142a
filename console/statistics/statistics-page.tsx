import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import type { OperatorStats } from '../../src/review/statistics/operator-stats-contract.ts';
import { useMayActAs } from '../api/api-context.ts';
import { useRead } from '../api/use-read.ts';
import { Figure } from '../parts/figure.tsx';
import { formatCount, formatScore } from '../parts/text/number-format.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RelativeTime } from '../parts/text/relative-time.tsx';
import { TextLink } from '../parts/text/text-link.tsx';
import { CallCharts } from './call-charts.tsx';
import { CoverageTables } from './coverage-tables.tsx';
import { linkInUse } from './product-links.ts';
import { StatisticsCharts } from './statistics-charts.tsx';

export function StatisticsPage() {
  const isAdmin = useMayActAs('admin');
  const stats = useRead('/stats');
  if (stats.error && !stats.data)
    return <ProblemNotice problem={stats.error} onRetry={() => void stats.refetch()} />;
  return (
    <>
      <PageHeader
        title="Statistics"
        note={
          stats.data ? (
            <>
              Counted <RelativeTime value={stats.data.generated_at} />
            </>
          ) : (
            ' '
          )
        }
      >
        <TextLink to="/statistics/review" fz="sm">
          Work of the reviewers
        </TextLink>
      </PageHeader>
      {stats.data ? (
        <Stack>
          <Overview stats={stats.data} />
          <StatisticsCharts stats={stats.data} />
          <CoverageTables coverage={stats.data.coverage} />
          {isAdmin && <CallCharts />}
        </Stack>
      ) : (
        <Skeleton height={720} />
      )}
    </>
  );
}

function Overview({ stats }: { stats: OperatorStats }) {
  const count = (status: string) =>
    stats.queue.by_state
      .filter((item) => item.status === status)
      .reduce((sum, item) => sum + item.entries, 0);
  const products = stats.quality.reduce((sum, kind) => sum + kind.products, 0);
  const average =
    products === 0
      ? null
      : stats.quality.reduce((sum, kind) => sum + (kind.average ?? 0) * kind.products, 0) / products;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="xs">
      <Figure
        label="Waiting for review"
        value={
          <TextLink to="/review" search={{ state: 'pending' }}>
            {formatCount(count('pending'))}
          </TextLink>
        }
      />
      <Figure label="Oldest of them" value={<RelativeTime value={stats.queue.oldest_pending_at} />} />
      <Figure
        label="Approved"
        value={
          <TextLink to="/review" search={{ state: 'approved' }}>
            {formatCount(count('approved'))}
          </TextLink>
        }
        note="ever"
      />
      <Figure
        label="Rejected"
        value={
          <TextLink to="/review" search={{ state: 'rejected' }}>
            {formatCount(count('rejected'))}
          </TextLink>
        }
        note="ever"
      />
      <Figure
        label="Products in use"
        value={
          <TextLink to="/products" search={linkInUse()}>
            {formatCount(products)}
          </TextLink>
        }
      />
      <Figure label="Average quality" value={average === null ? '–' : formatScore(average)} />
    </SimpleGrid>
  );
}
