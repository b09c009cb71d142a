import { SimpleGrid, Skeleton, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReviewStats } from '../../src/review/statistics/review-stats-contract.ts';
import { useRead } from '../api/use-read.ts';
import { Panel } from '../parts/panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { formatCount } from '../parts/text/number-format.ts';
import { TextLink } from '../parts/text/text-link.tsx';
import { formatDuration } from '../parts/text/time-format.ts';

const ACTIONS = ['approved', 'rejected', 'undone'] as const;
const ACTION_HEADS = ['Approved', 'Rejected', 'Taken back'];

/** The decisions of the last 30 days by operator, source and shop, and how long submissions waited for them. */
export function DecidedWork() {
  const stats = useRead('/stats/review');
  if (stats.error && !stats.data)
    return <ProblemNotice problem={stats.error} onRetry={() => void stats.refetch()} />;
  if (!stats.data) return <Skeleton height={240} />;
  const { from, to, by_operator: days, by_source: sources, by_shop: shops } = stats.data;
  const linkAudit = (work: Work & { actor: string }) =>
    ACTIONS.map((verb) =>
      work[verb] === 0 ? (
        0
      ) : (
        <TextLink
          key={verb}
          to="/audit"
          search={{ actor: work.actor, from, to, action: `submission.${verb}`, utc: true }}
        >
          {formatCount(work[verb])}
        </TextLink>
      ),
    );
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Panel title="Decisions by operator, last 30 days">
        <WorkTable
          label="By operator"
          head={['Operator', ...ACTION_HEADS]}
          rows={sumByOperator(days).map((work) => [work.email, ...linkAudit(work)])}
        />
      </Panel>
      <Panel title="Decisions by source and shop, last 30 days">
        <WorkTable
          label="By source"
          head={['From', ...ACTION_HEADS, 'Half waited', '95% waited']}
          rows={[
            ...sources.map(({ source, ...work }) => [
              <TextLink key={source} to="/review" search={{ state: 'all', source }}>
                {source === 'backflow' ? 'back-flow' : source}
              </TextLink>,
              ...describeWork(work),
            ]),
            ...shops.map(({ account_id: account, email, ...work }) => [
              <TextLink key={account} to="/review" search={{ state: 'all', account_id: account }}>
                {email}
              </TextLink>,
              ...describeWork(work),
            ]),
          ]}
        />
      </Panel>
    </SimpleGrid>
  );
}

function WorkTable({ label, head, rows }: { label: string; head: string[]; rows: ReactNode[][] }) {
  if (rows.length === 0) return <Text size="sm">Nothing was decided in these days.</Text>;
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={label} data={{ head, body: rows }} />
    </Table.ScrollContainer>
  );
}

function describeWork(work: Work & Pick<ReviewStats['total'], 'p50_seconds' | 'p95_seconds'>): string[] {
  const waits = [work.p50_seconds, work.p95_seconds];
  return [
    ...ACTIONS.map((verb) => formatCount(work[verb])),
    ...waits.map((seconds) => (seconds === null ? '–' : `≤ ${formatDuration(seconds)}`)),
  ];
}

type Day = ReviewStats['by_operator'][number];

type Work = Pick<Day, 'approved' | 'rejected' | 'undone'>;

/** Sums the work of each operator and rule over the days, most work first. */
export function sumByOperator(days: readonly Day[]): (Work & { actor: string; email: string })[] {
  const sums = new Map<string, Work & { actor: string; email: string }>();
  for (const { actor, operator_email: operator, rule_name: rule, ...day } of days) {
    const email = operator ?? (rule === null ? actor : `rule “${rule}”`);
    const sum = sums.get(actor) ?? { actor, email, approved: 0, rejected: 0, undone: 0 };
    sum.approved += day.approved;
    sum.rejected += day.rejected;
    sum.undone += day.undone;
    sums.set(actor, sum);
  }
  return [...sums.values()].toSorted((a, b) => countAll(b) - countAll(a));
}

const countAll = ({ approved, rejected, undone }: Work) => approved + rejected + undone;
