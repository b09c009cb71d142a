import '@mantine/charts/styles.layer.css';
import { Skeleton, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadPart } from '../load-file.ts';

const DAYS = 30;
/** The chart takes this height before its code has loaded, so that nothing below moves under a click. */
const HEIGHT_PX = 160;

const BarChart = loadPart(async () => (await import('@mantine/charts')).BarChart);

export function DailyCalls({ days }: { days: { day: string; calls: number }[] }) {
  const [lastDays] = useState(() => listLastDays(DAYS, new Date()));
  const callsByDay = new Map(days.map(({ day, calls }) => [day, calls]));
  const data = lastDays.map((day) => ({ day, Calls: callsByDay.get(day) ?? 0 }));
  return (
    <>
      <Suspense fallback={<Skeleton height={HEIGHT_PX} />}>
        <BarChart
          h={HEIGHT_PX}
          data={data}
          dataKey="day"
          series={[{ name: 'Calls', color: 'indigo.6' }]}
          withXAxis={false}
          yAxisProps={{ allowDecimals: false, width: 44 }}
          barChartProps={{ margin: { top: 8, bottom: 8 } }}
          barProps={{ isAnimationActive: false }}
        />
      </Suspense>
      <Text size="xs" c="dimmed">
        {data[0]?.day} to {data.at(-1)?.day}, by day (UTC)
      </Text>
    </>
  );
}

const DAY_MS = 86_400_000;

/**
 * Returns the last days in UTC as `YYYY-MM-DD`, oldest first, including today, so that charts show empty days too.
 */
export function listLastDays(count: number, today: Date): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(today.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
