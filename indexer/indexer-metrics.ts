import { Counter, Gauge, Histogram } from '@prometheus-io/client';
import { createRegistry } from '../src/platform/metrics.ts';

/** Creates the metrics of the indexer. */
export function createIndexerMetrics() {
  const registry = createRegistry();
  const registers = [registry];
  const metrics = {
    registry,
    isWriter: new Gauge({
      name: 'factshelf_index_writer',
      help: '1 while this process is the one that writes to the index',
      registers,
    }),
    outboxRows: new Gauge({
      name: 'factshelf_outbox_rows',
      help: 'Products whose document may differ from their row: dirty, or parked after a refusal',
      labelNames: ['state'],
      registers,
    }),
    lagSeconds: new Gauge({
      name: 'factshelf_index_lag_seconds',
      help: 'Age of the oldest change that is not in the index, parked products apart: a person’s, or any',
      labelNames: ['lane'],
      registers,
    }),
    freshness: new Histogram({
      name: 'factshelf_index_freshness_seconds',
      help: 'Time from a person’s change, such as an approval, until searches find it',
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    indexedDocuments: new Counter({
      name: 'factshelf_indexed_documents_total',
      help: 'Documents written to or deleted from the index',
      labelNames: ['operation'],
      registers,
    }),
    drift: new Gauge({
      name: 'factshelf_index_drift',
      help: 'Differences between index and Postgres that the last comparison found (and had put right)',
      labelNames: ['kind'],
      registers,
    }),
    driftFound: new Counter({
      name: 'factshelf_index_drift_found_total',
      help: 'All differences that comparisons have found',
      labelNames: ['kind'],
      registers,
    }),
    reconcileSeconds: new Gauge({
      name: 'factshelf_index_reconcile_seconds',
      help: 'How long the last comparison of everything took, its rests included',
      registers,
    }),
    reconciledAt: new Gauge({
      name: 'factshelf_index_reconciled_timestamp_seconds',
      help: 'When documents were last compared well with the database, a page or all of them',
      registers,
    }),
    comparedAllAt: new Gauge({
      name: 'factshelf_index_compared_all_timestamp_seconds',
      help: 'When the last comparison of everything ended well',
      registers,
    }),
    rebuildProgress: new Gauge({
      name: 'factshelf_index_rebuild_progress',
      help: 'Share of the products that the new index has, 0 to 1; -1 when the live index needs no rebuild; none while unknown',
      registers,
    }),
    rebuilds: new Counter({
      name: 'factshelf_index_rebuilds_total',
      help: 'Rebuilds of the index that have ended, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'factshelf_webhook_attempts_total',
      help: 'Attempts to deliver to webhooks: delivered, retried later, or failed for good',
      labelNames: ['outcome'],
      registers,
    }),
  };
  resetIndexMeters(metrics);
  // Start at 0: Prometheus sees no increase in a series that begins at 1.
  for (const outcome of ['done', 'failed']) metrics.rebuilds.inc({ outcome }, 0);
  for (const outcome of ['delivered', 'retried', 'failed']) metrics.webhookAttempts.inc({ outcome }, 0);
  return metrics;
}

export type IndexerMetrics = ReturnType<typeof createIndexerMetrics>;

/**
 * Resets the metrics that only the writer knows: a standby, or a writer that lost the lock, must not report on the
 * index.
 */
export function resetIndexMeters(
  metrics: Record<'isWriter' | 'outboxRows' | 'lagSeconds' | 'drift' | 'rebuildProgress', Gauge>,
): void {
  for (const name of ['isWriter', 'outboxRows', 'lagSeconds', 'drift'] as const) metrics[name].reset();
  metrics.rebuildProgress.remove();
}
