import { SimpleGrid } from '@mantine/core';
import type { ReviewStats } from '../../../src/review/statistics/review-stats-contract.ts';
import { BarChart } from '../../parts/charts.tsx';
import { Panel } from '../../parts/panel.tsx';
import { countDecisions, listDays, sum, sumByOperator } from './sum-work.ts';

const COLORS = ['indigo.6', 'teal.6', 'orange.6', 'grape.6', 'cyan.6', 'lime.7'];
const OTHERS = 'all others';
const plain = {
  h: 240,
  dataKey: 'day',
  type: 'stacked' as const,
  withLegend: true,
  xAxisProps: { minTickGap: 40 },
  yAxisProps: { allowDecimals: false, width: 48 },
};

/** Decisions by day, by outcome and by operator. */
export function ReviewCharts({ stats }: { stats: ReviewStats }) {
  const days = listDays(stats);
  const most = sumByOperator(stats.by_operator).slice(0, COLORS.length);
  const seriesOf = (actor: string) => {
    const place = most.findIndex((one) => one.actor === actor);
    return place === -1 ? OTHERS : `operator ${place}`;
  };
  const hasOthers = stats.by_operator.some(({ actor }) => seriesOf(actor) === OTHERS);
  // Not keyed by e-mail: the chart would read the dots as paths.
  const series = [
    ...most.map(({ actor, email }, index) => ({
      name: seriesOf(actor),
      label: email,
      color: COLORS[index] ?? 'gray.6',
    })),
    ...(hasOthers ? [{ name: OTHERS, label: OTHERS, color: 'gray.6' }] : []),
  ];
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Panel title="Decisions by day">
        <BarChart
          {...plain}
          data={days.map((day) => {
            const { approved, rejected, undone } = sum(stats.by_operator.filter((one) => one.day === day));
            return { day, Approved: approved, Rejected: rejected, 'Taken back': undone };
          })}
          series={[
            { name: 'Approved', color: 'teal.7' },
            { name: 'Rejected', color: 'red.7' },
            { name: 'Taken back', color: 'orange.6' },
          ]}
        />
      </Panel>
      <Panel title="Decisions by operator">
        <BarChart
          {...plain}
          data={days.map((day) => ({
            day,
            ...Object.fromEntries(
              series.map(({ name }) => [
                name,
                countDecisions(
                  sum(stats.by_operator.filter((one) => one.day === day && seriesOf(one.actor) === name)),
                ),
              ]),
            ),
          }))}
          series={series}
        />
      </Panel>
    </SimpleGrid>
  );
}
