import type { Registry } from '@prometheus-io/client';
import { measureGauges } from '../platform/scrapes/measure-gauges.ts';
import type { Upstream } from './upstream-store.ts';

/** Measures at each scrape how old each source is that is kept in step. */
export function measureUpstreams(registry: Registry, list: () => Promise<Upstream[]>): void {
  measureGauges(registry, list, [
    {
      name: 'factshelf_source_age_seconds',
      help: 'Time since everything was imported that the upstream of a source has, for sources that are kept in step',
      labelNames: ['source'],
      read: (found) =>
        found.filter(({ isOn }) => isOn).map(({ code, ageSeconds }) => [{ source: code }, ageSeconds]),
    },
  ]);
}
