import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { countRequests } from './http/requests/count-requests.ts';

/** Returns a registry with the metrics of every process: memory, processor time, open files, event loop delay. */
export function createRegistry(): Registry {
  const registry = new Registry();
  // The default, ten samples a second, costs more than anybody reads.
  collectDefaultMetrics({ register: registry, prefix: 'factshelf_', eventLoopUtilizationTimeout: 1_000 });
  return registry;
}

/** Returns the metrics of the API process. Labels are route patterns and engine names, never a caller’s input. */
export function createMetrics() {
  const registry = createRegistry();
  const registers = [registry];
  const requestSeconds = new Histogram({
    name: 'factshelf_http_request_seconds',
    help: 'Time to answer a request, by route pattern',
    labelNames: ['surface', 'method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return {
    registry,
    requestSeconds,
    /** Middleware before the routes; it measures when the response has been written. */
    countRequests: countRequests(requestSeconds),
    searchSeconds: new Histogram({
      name: 'factshelf_search_seconds',
      help: 'Time to find a page of results, by engine',
      labelNames: ['engine'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    }),
    searchFallbacks: new Counter({
      name: 'factshelf_search_fallbacks_total',
      help: 'Searches that Postgres answered because the engine failed or was slow, by reason',
      labelNames: ['reason'],
      registers,
    }),
    searchBugs: new Counter({
      name: 'factshelf_search_bugs_total',
      help: 'Searches that Postgres answered because of a bug in this program',
      registers,
    }),
    searchPages: new Counter({
      name: 'factshelf_search_pages_total',
      help: 'Pages of results, by whether the page is proven complete (settled)',
      labelNames: ['settled'],
      registers,
    }),
    searchDocuments: new Counter({
      name: 'factshelf_search_documents_total',
      help: 'Documents fetched from Meilisearch to make pages',
      registers,
    }),
    searchRounds: new Counter({
      name: 'factshelf_search_rounds_total',
      help: 'Requests to Meilisearch to make pages',
      registers,
    }),
    lookups: new Counter({
      name: 'factshelf_lookups_total',
      help: 'Barcodes and texts that callers looked for, by outcome: found, weak (no product is similar enough) or nothing',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    upstreamAsks: new Counter({
      name: 'factshelf_upstream_asks_total',
      help: 'Unknown barcodes, by what came of asking the upstream: found, not_found, not_asked or failed',
      labelNames: ['outcome'],
      registers,
    }),
    searchHandOvers: new Counter({
      name: 'factshelf_search_hand_overs_total',
      help: 'Searches that Postgres answers by design, by reason',
      labelNames: ['reason'],
      registers,
    }),
    connectionsRefused: new Counter({
      name: 'factshelf_connections_refused_total',
      help: 'Connections closed on arrival: too many from one address, or too many in all',
      labelNames: ['reason'],
      registers,
    }),
    limiterFailures: new Counter({
      name: 'factshelf_limiter_failures_total',
      help: 'Calls that passed without limits and quotas because the counter store failed, or had failed just before',
      labelNames: ['reason'],
      registers,
    }),
    breakerOpen: new Gauge({
      name: 'factshelf_breaker_open',
      help: '1 while a circuit breaker keeps calls from a failing server, by guarded server',
      labelNames: ['breaker'],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Measures at each scrape how far the index is behind. Without the database the metric has no value. */
export function measureIndexLag(
  registry: Registry,
  measureBacklog: () => Promise<{
    dirty: number;
    parked: number;
    lagSeconds: number;
    peopleLagSeconds: number;
  }>,
): void {
  const rows = new Gauge({
    name: 'factshelf_outbox_rows',
    help: 'Products whose document may differ from their row: dirty, or parked after a refusal',
    labelNames: ['state'],
    registers: [registry],
  });
  const lag = new Gauge({
    name: 'factshelf_index_lag_seconds',
    help: 'Age of the oldest change that is not in the index, parked products apart: a person’s, or any',
    labelNames: ['lane'],
    registers: [registry],
    async collect() {
      const backlog = await measureBacklog().catch(() => undefined);
      rows.reset();
      lag.reset();
      if (!backlog) return;
      rows.set({ state: 'dirty' }, backlog.dirty);
      rows.set({ state: 'parked' }, backlog.parked);
      lag.set({ lane: 'people' }, backlog.peopleLagSeconds);
      lag.set({ lane: 'all' }, backlog.lagSeconds);
    },
  });
}

/** Measures at each scrape how far the change feed is behind. Without the database the metric has no value. */
export function measureChangeFeed(registry: Registry, measureLag: () => Promise<number>): void {
  const gauge = new Gauge({
    name: 'factshelf_change_feed_lag_seconds',
    help: 'Age of the oldest change that has no position in the change feed',
    registers: [registry],
    async collect() {
      const lag = await measureLag().catch(() => undefined);
      gauge.reset();
      if (lag !== undefined) gauge.set(lag);
    },
  });
}

/** The measures of the catalogue’s dumps; undefined where no dump was made yet. */
interface DumpMeasures {
  ageSeconds: number | undefined;
  lastState: string | undefined;
  products: number | undefined;
  bytes: number | undefined;
}

/** Measures at each scrape the served dump and the outcome of the last run; 0 where no dump was made yet. */
export function measureDumps(registry: Registry, measure: () => Promise<DumpMeasures>): void {
  const registers = [registry];
  const products = new Gauge({
    name: 'factshelf_dump_products',
    help: 'Products in the dump that was published last',
    registers,
  });
  const bytes = new Gauge({
    name: 'factshelf_dump_bytes',
    help: 'Bytes of the files of this dump',
    registers,
  });
  const lastRun = new Gauge({
    name: 'factshelf_dump_last_run',
    help: '1 for the outcome of the last finished run: published, refused or failed',
    labelNames: ['outcome'],
    registers,
  });
  const age = new Gauge({
    name: 'factshelf_dump_age_seconds',
    help: 'Age of the data in the dump that was published last',
    registers,
    async collect() {
      const found = await measure().catch(() => undefined);
      for (const gauge of [age, products, bytes, lastRun]) gauge.reset();
      if (found?.ageSeconds !== undefined) age.set(found.ageSeconds);
      if (found?.products !== undefined) products.set(found.products);
      if (found?.bytes !== undefined) bytes.set(found.bytes);
      if (!found) return;
      for (const outcome of ['published', 'refused', 'failed'])
        lastRun.set({ outcome }, outcome === found.lastState ? 1 : 0);
    },
  });
}

/** Measures at each scrape how long deliveries to webhooks wait. Without the database the metric has no value. */
export function measureWebhooks(registry: Registry, measureOldestDue: () => Promise<number>): void {
  const gauge = new Gauge({
    name: 'factshelf_webhook_oldest_due_seconds',
    help: 'How long the oldest due delivery to a webhook has been due',
    registers: [registry],
    async collect() {
      const seconds = await measureOldestDue().catch(() => undefined);
      gauge.reset();
      if (seconds !== undefined) gauge.set(seconds);
    },
  });
}

/**
 * Measures at each scrape how full the review queue is and how long it waits, by source. Without the database both metrics
 * have no value.
 */
export function measureReviewQueue(
  registry: Registry,
  most: Record<'public' | 'backflow', number>,
  countPending: () => Promise<Record<'public' | 'backflow', number>>,
  measureAge: () => Promise<Record<'public' | 'backflow', number>>,
): void {
  const labels = { labelNames: ['source'] as const, registers: [registry] };
  const cap = new Gauge({
    name: 'factshelf_submissions_pending_cap',
    help: 'The most pending submissions, by source: beyond it further ones are refused with 429',
    ...labels,
  });
  const sources = ['public', 'backflow'] as const;
  for (const source of sources) cap.set({ source }, most[source]);
  const pending = new Gauge({
    name: 'factshelf_submissions_pending',
    help: 'Submissions that are pending in the review queue, by source',
    ...labels,
    async collect() {
      const counted = await countPending().catch(() => undefined);
      pending.reset();
      if (counted) for (const source of sources) pending.set({ source }, counted[source]);
    },
  });
  const age = new Gauge({
    name: 'factshelf_submissions_oldest_pending_seconds',
    help: 'Age of the oldest submission that waits for an operator, by source; 0 when none does',
    ...labels,
    async collect() {
      const ages = await measureAge().catch(() => undefined);
      age.reset();
      if (ages) for (const source of sources) age.set({ source }, ages[source]);
    },
  });
}

/** Measures at each scrape the room on the volumes of these folders. */
export function measureDisks(registry: Registry, folders: string[]): void {
  const labels = { labelNames: ['folder'] as const, registers: [registry] };
  const size = new Gauge({ name: 'factshelf_disk_bytes', help: 'Size of the volume of a folder', ...labels });
  const free = new Gauge({
    name: 'factshelf_disk_free_bytes',
    help: 'Bytes of it that the process may still write',
    ...labels,
    async collect() {
      for (const folder of folders) {
        const volume = await statfs(folder).catch(() => undefined);
        if (!volume) continue;
        size.set({ folder }, volume.blocks * volume.bsize);
        free.set({ folder }, volume.bavail * volume.bsize);
      }
    },
  });
}

interface ConnectionPool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Measures the use of a process’s connection pools. */
export function measurePools(registry: Registry, pools: Record<string, ConnectionPool>): void {
  const gauge = new Gauge({
    name: 'factshelf_database_pool_connections',
    help: 'Connections to Postgres: open, idle, and callers that wait for one, by pool',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [name, pool] of Object.entries(pools)) {
        gauge.set({ pool: name, state: 'open' }, pool.totalCount);
        gauge.set({ pool: name, state: 'idle' }, pool.idleCount);
        gauge.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
}
