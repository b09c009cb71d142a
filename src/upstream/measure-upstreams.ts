import { Gauge, type Registry } from '@prometheus-io/client';
import type { Upstream } from './upstream-store.ts';

/** Measures at each scrape how old each source is that is kept in step. Without the database the metric has no value. */
export function measureUpstreams(registry: Registry, list: () => Promise<Upstream[]>): void {
  const gauge = new Gauge({
    name: 'factshelf_source_age_seconds',
    help: 'Time since everything was imported that the upstream of a source has, for sources that are kept in step',
    labelNames: ['source'],
    registers: [registry],
    async collect() {
      const found = await list().catch(() => []);
      gauge.reset();
      for (const { code, isOn, ageSeconds } of found) if (isOn) gauge.set({ source: code }, ageSeconds);
    },
  });
}
