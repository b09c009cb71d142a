import { Gauge, type Registry } from '@prometheus-io/client';

interface MeasuredGauge<T> {
  name: string;
  help: string;
  labelNames?: readonly string[];
  read: (found: T) => (readonly [labels: Record<string, string>, value: number])[];
}

/** Adds gauges that one measurement at each scrape sets. They have no value while it fails. */
export function measureGauges<T>(
  registry: Registry,
  measure: () => Promise<T>,
  gauges: readonly MeasuredGauge<T>[],
): void {
  let running: Promise<T | undefined> | undefined;
  // A scrape collects all gauges at once.
  const measureOnce = () =>
    (running ??= measure()
      .catch(() => undefined)
      .finally(() => (running = undefined)));
  for (const { name, help, labelNames = [], read } of gauges) {
    const gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const found = await measureOnce();
        gauge.reset();
        // A gauge without labels is reset to 0.
        if (labelNames.length === 0) gauge.remove();
        if (found === undefined) return;
        for (const [labels, value] of read(found)) gauge.set(labels, value);
      },
    });
  }
}
