import { expect } from 'vitest';

/** Of the processor's time, to see how fast it is got. */
const MEASURE_MS = 30;

/**
 * Does the work, which has to be done within so many ms on a machine of its own: on one that others use as well, as
 * many times longer as its processors are shared at that moment. Returns what the work gives.
 */
export async function expectInTime<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const before = measureSlowness();
  const startedAt = performance.now();
  const result = await work();
  const tookMs = performance.now() - startedAt;
  const slowness = Math.max(before, measureSlowness());
  expect(tookMs, `${slowness.toFixed(1)} times slower than alone`).toBeLessThan(limitMs * slowness);
  return result;
}

/** How long work takes that takes one ms of processor time, in ms; at least 1. */
function measureSlowness(): number {
  const startedAt = performance.now();
  const used = process.cpuUsage();
  let workedMs = 0;
  while (workedMs < MEASURE_MS) {
    const { user, system } = process.cpuUsage(used);
    workedMs = (user + system) / 1_000;
  }
  return Math.max(1, (performance.now() - startedAt) / workedMs);
}
