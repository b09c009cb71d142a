import { Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReviewStats } from '../../../src/review/statistics/review-stats-contract.ts';
import { useListRead } from '../../api/use-read.ts';
import { EmptyNotice } from '../../parts/empty-notice.tsx';
import { Figure } from '../../parts/figure.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { listLastDays } from '../../parts/text/last-days.ts';
import { formatCount, formatShare } from '../../parts/text/number-format.ts';
import { TextLink } from '../../parts/text/text-link.tsx';
import { formatDuration } from '../../parts/text/time-format.ts';
import { ReviewCharts } from './review-charts.tsx';
import type { ReviewStatsSearch } from './review-stats-search.ts';
import { countDecisions } from './sum-work.ts';
import { OperatorTables, SenderTables } from './work-tables.tsx';

const PERIODS = [7, 30, 90];
const USUAL = 30;

/** Decisions of the reviewers, how many were undone, and how long submissions waited. */
export function ReviewStatsPage() {
  const search = useSearch({ from: '/statistics/review' });
  const stats = useListRead('/stats/review', { query: search });
  return (
    <>
      <PageHeader title="Work of the reviewers" note="Decisions by operator, day and source. Days are UTC.">
        <TextLink to="/statistics" fz="sm">
          Catalogue and calls
        </TextLink>
      </PageHeader>
      <Period search={search} shown={stats.data} />
      {stats.error && <ProblemNotice problem={stats.error} onRetry={() => void stats.refetch()} />}
      {!stats.data && !stats.error && <Skeleton height={720} />}
      {stats.data && (!stats.error || stats.isPlaceholderData) && (
        <Stack aria-busy={stats.isPlaceholderData} style={{ opacity: stats.isPlaceholderData ? 0.6 : 1 }}>
          <Overview stats={stats.data} />
          {stats.data.by_operator.length === 0 ? (
            <EmptyNotice title="Nothing was decided in these days" />
          ) : (
            <>
              <ReviewCharts stats={stats.data} />
              <OperatorTables stats={stats.data} />
              <SenderTables stats={stats.data} />
            </>
          )}
        </Stack>
      )}
    </>
  );
}

function Period({ search, shown }: { search: ReviewStatsSearch; shown: ReviewStats | undefined }) {
  const navigate = useNavigate({ from: '/statistics/review' });
  const choose = (change: ReviewStatsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const [now] = useState(() => new Date());
  const firstOf = (days: number) => listLastDays(days, now)[0];
  const chosen = search.to
    ? undefined
    : search.from === undefined
      ? USUAL
      : PERIODS.find((days) => search.from === firstOf(days));
  return (
    <Group gap="xs" mb="sm">
      <SegmentedControl
        aria-label="Period"
        data={PERIODS.map((days) => ({ value: String(days), label: `${days} days` }))}
        value={String(chosen ?? '')}
        onChange={(days) =>
          choose({ from: Number(days) === USUAL ? undefined : firstOf(Number(days)), to: undefined })
        }
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          aria-label={name === 'from' ? 'First day' : 'Last day'}
          leftSection={<Text size="xs">{name}</Text>}
          leftSectionWidth={name === 'from' ? 48 : 36}
          type="date"
          value={search[name] ?? shown?.[name] ?? ''}
          onChange={(event) => choose({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
    </Group>
  );
}

function Overview({ stats }: { stats: ReviewStats }) {
  const { from, to, total } = stats;
  const decisions = countDecisions(total);
  const link = (verb: 'approved' | 'rejected' | 'undone') => (
    <TextLink to="/audit" search={{ action: `submission.${verb}`, from, to, utc: true }}>
      {formatCount(total[verb])}
    </TextLink>
  );
  const share = (count: number) => (decisions === 0 ? ' ' : `${formatShare(count / decisions)} of all`);
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="xs">
      <Figure label="Approved" value={link('approved')} note={share(total.approved)} />
      <Figure label="Rejected" value={link('rejected')} note={share(total.rejected)} />
      <Figure label="Taken back" value={link('undone')} note={share(total.undone)} />
      <Figure
        label="Waited, half of them"
        value={describeWait(total.p50_seconds)}
        note="at most, when decided"
      />
      <Figure
        label="Waited, 95 of 100"
        value={describeWait(total.p95_seconds)}
        note="at most, when decided"
      />
    </SimpleGrid>
  );
}

function describeWait(seconds: number | null): string {
  return seconds === null ? '–' : formatDuration(seconds);
}
