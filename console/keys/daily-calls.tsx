import { Text } from '@mantine/core';
import { useState } from 'react';
import { BarChart } from '../parts/charts.tsx';
import { listLastDays } from '../parts/text/last-days.ts';

const DAYS = 30;

export function DailyCalls({ days }: { days: { day: string; calls: number }[] }) {
  const [lastDays] = useState(() => listLastDays(DAYS, new Date()));
  const callsByDay = new Map(days.map(({ day, calls }) => [day, calls]));
  const data = lastDays.map((day) => ({ day, Calls: callsByDay.get(day) ?? 0 }));
  return (
    <>
      <BarChart
        h={160}
        data={data}
        dataKey="day"
        series={[{ name: 'Calls', color: 'indigo.6' }]}
        withXAxis={false}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        barChartProps={{ margin: { top: 8, bottom: 8 } }}
      />
      <Text size="xs" c="dimmed">
        {data[0]?.day} to {data.at(-1)?.day}, by day (UTC)
      </Text>
    </>
  );
}
