import type { BarChartProps } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { loadPart } from '../load-file.ts';

const LoadedBarChart = loadPart(async () => (await import('@mantine/charts')).BarChart);

/** In pixels. A chart takes this height before its code has loaded, so that nothing below moves under a click. */
interface Height {
  h: number;
}

/** A bar chart without animation, whose code is loaded on demand. */
export function BarChart(props: Omit<BarChartProps, 'h' | 'barProps'> & Height) {
  return (
    <Suspense fallback={<Skeleton height={props.h} />}>
      <LoadedBarChart {...props} barProps={{ isAnimationActive: false }} />
    </Suspense>
  );
}
