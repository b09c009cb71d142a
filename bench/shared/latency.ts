export interface Latency {
  p50: number;
  p95: number;
  p99: number;
}

/** Percentiles by nearest rank, in the unit of the values; NaN when there are none. */
export function summariseLatency(values: readonly number[]): Latency {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
