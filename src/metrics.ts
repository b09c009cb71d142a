import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The meters of one process. Labels are route patterns and engine names, never what a caller sent. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'factshelf_' });
  const registers = [registry];
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'factshelf_http_request_seconds',
      help: 'Time to answer a request, by route pattern',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    searchSeconds: new Histogram({
      name: 'factshelf_search_seconds',
      help: 'Time to find a page of results, by engine',
      labelNames: ['engine'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    searchFallbacks: new Counter({
      name: 'factshelf_search_fallbacks_total',
      help: 'Searches that the Postgres engine answered in place of Meilisearch, by reason',
      labelNames: ['reason'],
      registers,
    }),
    outboxRows: new Gauge({
      name: 'factshelf_outbox_rows',
      help: 'Products whose document may differ from their row: dirty, or parked after a refusal',
      labelNames: ['state'],
      registers,
    }),
    indexedDocuments: new Counter({
      name: 'factshelf_indexed_documents_total',
      help: 'Documents written to or deleted from the index',
      labelNames: ['operation'],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
