import { Progress, SimpleGrid, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { OperatorStats } from '../../src/review/statistics/operator-stats-contract.ts';
import { BarChart } from '../parts/charts.tsx';
import { formatCount } from '../parts/text/number-format.ts';
import { listLastDays } from '../parts/text/last-days.ts';
import { TextLink } from '../parts/text/text-link.tsx';
import { Panel } from '../parts/panel.tsx';
import { linkField } from './product-links.ts';
import { QualityTable } from './quality-table.tsx';
import { sumByDay } from './sum-by-day.ts';

const DAYS = 30;
const AGES = [
  { key: 'under_1_hour', label: 'under 1 h' },
  { key: 'under_1_day', label: 'under 1 day' },
  { key: 'under_7_days', label: 'under 7 days' },
  { key: 'under_30_days', label: 'under 30 days' },
  { key: 'older', label: 'older' },
] as const;
const KIND_COLORS = ['indigo.6', 'teal.6', 'orange.6', 'grape.6', 'cyan.6', 'lime.7', 'pink.6'];
const plain = { yAxisProps: { allowDecimals: false, width: 48 } };

/** The age of pending submissions, the decisions, and the quality of products. */
export function StatisticsCharts({ stats }: { stats: OperatorStats }) {
  const [days] = useState(() => listLastDays(DAYS, new Date()));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Panel title="How long submissions have waited">
        <BarChart
          h={220}
          data={AGES.map(({ key, label }) => ({
            age: label,
            Public: sumAge(stats, 'public', key),
            'Back-flow': sumAge(stats, 'backflow', key),
          }))}
          dataKey="age"
          type="stacked"
          withLegend
          series={[
            { name: 'Public', color: 'blue.6' },
            { name: 'Back-flow', color: 'grape.6' },
          ]}
          {...plain}
        />
      </Panel>
      <Panel title="Decisions in the last 30 days">
        <BarChart
          h={220}
          data={sumByDay(stats.decisions, days)}
          dataKey="day"
          type="stacked"
          withLegend
          xAxisProps={{ minTickGap: 40 }}
          series={[
            { name: 'Approved', color: 'teal.7' },
            { name: 'Rejected', color: 'red.7' },
          ]}
          {...plain}
        />
      </Panel>
      <Panel title="Quality of the products in use">
        <BarChart
          h={220}
          data={Array.from({ length: 10 }, (_, bucket) => ({
            score: `${bucket / 10}–${(bucket + 1) / 10}`,
            ...Object.fromEntries(stats.quality.map((kind) => [kind.kind, kind.buckets[bucket] ?? 0])),
          }))}
          dataKey="score"
          type="stacked"
          withLegend
          series={stats.quality.map(({ kind }, index) => ({
            name: kind,
            color: KIND_COLORS[index % KIND_COLORS.length] ?? 'gray.6',
          }))}
          {...plain}
        />
        <Text size="xs" c="dimmed" mb="xs">
          Products by score and archive kind; from 0.6 on a product qualifies
        </Text>
        <QualityTable quality={stats.quality} />
      </Panel>
      <Panel title="Coverage: how many products have it">
        <CoverageBars coverage={stats.coverage.overall} />
      </Panel>
    </SimpleGrid>
  );
}

function sumAge(
  stats: OperatorStats,
  source: 'public' | 'backflow',
  age: (typeof AGES)[number]['key'],
): number {
  return stats.queue.pending_by_age.find((item) => item.source === source)?.[age] ?? 0;
}

const HAS_LABELS = { present: 'have it', missing: 'lack it' };

function CoverageBars({ coverage }: { coverage: OperatorStats['coverage']['overall'] }) {
  return (
    <Table aria-label="Coverage by field" verticalSpacing={2} fz="xs" withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th />
          <Table.Th ta="right">share</Table.Th>
          <Table.Th ta="right">{HAS_LABELS.present}</Table.Th>
          <Table.Th ta="right">{HAS_LABELS.missing}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {coverage.map((item) => (
          <Table.Tr key={item.field}>
            <Table.Td w={130}>{item.field.replaceAll('_', ' ')}</Table.Td>
            <Table.Td>
              <Progress
                value={(item.share ?? 0) * 100}
                size="sm"
                color="teal"
                aria-label={`${item.field} is filled`}
              />
            </Table.Td>
            <Table.Td w={50} ta="right">
              {Math.round((item.share ?? 0) * 100)}%
            </Table.Td>
            {(['present', 'missing'] as const).map((has) => {
              const products = has === 'present' ? item.filled : item.products - item.filled;
              const label = `${item.field.replaceAll('_', ' ')}: ${formatCount(products)} ${HAS_LABELS[has]}`;
              return (
                <Table.Td key={has} w={60} ta="right">
                  <TextLink to="/products" search={linkField(item, has)} aria-label={label}>
                    {formatCount(products)}
                  </TextLink>
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
