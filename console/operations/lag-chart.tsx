import { Text } from '@mantine/core';
import { LineChart } from '../parts/charts.tsx';
import { thinOut } from './thin-out.ts';

const MAX_POINTS = 240;
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const DAY_MS = 86_400_000;

/** Lag in seconds. Many samples are thinned to the worst of each interval, so that no peak is lost. */
export function LagChart({ samples }: { samples: { at: string; lag_seconds: number }[] }) {
  const span = Date.parse(samples.at(-1)?.at ?? '') - Date.parse(samples[0]?.at ?? '');
  const format = span > DAY_MS ? dayAndTime : time;
  const data = thinOut(samples, MAX_POINTS).map((sample) => ({
    at: format.format(new Date(sample.at)),
    Lag: sample.lag_seconds,
  }));
  return (
    <>
      <LineChart
        h={180}
        data={data}
        dataKey="at"
        unit=" s"
        withDots={false}
        curveType="linear"
        series={[{ name: 'Lag', color: 'indigo.6' }]}
        yAxisProps={{ width: 56, allowDecimals: true }}
        xAxisProps={{ minTickGap: 60 }}
      />
      <Text size="xs" c="dimmed">
        Seconds between a change and its place in the index, in your zone
      </Text>
    </>
  );
}
