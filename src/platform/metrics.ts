import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { countRequests } from './http/requests/count-requests.ts';
import { measureGauges } from './scrapes/measure-gauges.ts';

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

/** Measures at each scrape how far the index is behind. */
export function measureIndexLag(
  registry: Registry,
  measureBacklog: () => Promise<{
    dirty: number;
    parked: number;
    lagSeconds: number;
    peopleLagSeconds: number;
  }>,
): void {
  measureGauges(registry, measureBacklog, [
    {
      name: 'factshelf_outbox_rows',
      help: 'Products whose document may differ from their row: dirty, or parked after a refusal',
      labelNames: ['state'],
      read: ({ dirty, parked }) => [
        [{ state: 'dirty' }, dirty],
        [{ state: 'parked' }, parked],
      ],
    },
    {
      name: 'factshelf_index_lag_seconds',
      help: 'Age of the oldest change that is not in the index, parked products apart: a person’s, or any',
      labelNames: ['lane'],
      read: ({ peopleLagSeconds, lagSeconds }) => [
        [{ lane: 'people' }, peopleLagSeconds],
        [{ lane: 'all' }, lagSeconds],
      ],
    },
  ]);
}

/** Measures at each scrape how far the change feed is behind. */
export function measureChangeFeed(registry: Registry, measureLag: () => Promise<number>): void {
  measureGauges(registry, measureLag, [
    {
      name: 'factshelf_change_feed_lag_seconds',
      help: 'Age of the oldest change that has no position in the change feed',
      read: (lag) => [[{}, lag]],
    },
  ]);
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
  measureGauges(registry, measure, [
    {
      name: 'factshelf_dump_products',
      help: 'Products in the dump that was published last',
      read: ({ products = 0 }) => [[{}, products]],
    },
    {
      name: 'factshelf_dump_bytes',
      help: 'Bytes of the files of this dump',
      read: ({ bytes = 0 }) => [[{}, bytes]],
    },
    {
      name: 'factshelf_dump_last_run',
      help: '1 for the outcome of the last finished run: published, refused or failed',
      labelNames: ['outcome'],
      read: ({ lastState }) =>
        ['published', 'refused', 'failed'].map((outcome) => [{ outcome }, outcome === lastState ? 1 : 0]),
    },
    {
      name: 'factshelf_dump_age_seconds',
      help: 'Age of the data in the dump that was published last',
      read: ({ ageSeconds = 0 }) => [[{}, ageSeconds]],
    },
  ]);
}

/** Measures at each scrape how long deliveries to webhooks wait. */
export function measureWebhooks(registry: Registry, measureOldestDue: () => Promise<number>): void {
  measureGauges(registry, measureOldestDue, [
    {
      name: 'factshelf_webhook_oldest_due_seconds',
      help: 'How long the oldest due delivery to a webhook has been due',
      read: (seconds) => [[{}, seconds]],
    },
  ]);
}

type BySource = Record<'public' | 'backflow', number>;

/** Measures at each scrape how full the review queue is and how long it waits, by source. */
export function measureReviewQueue(
  registry: Registry,
  most: BySource,
  countPending: () => Promise<BySource>,
  measureAge: () => Promise<BySource>,
): void {
  const addGauge = (name: string, help: string, measure: () => Promise<BySource>) => {
    const read = (found: BySource) =>
      Object.entries(found).map(([source, value]) => [{ source }, value] as const);
    measureGauges(registry, measure, [{ name, help, labelNames: ['source'], read }]);
  };
  addGauge(
    'factshelf_submissions_pending_cap',
    'The most pending submissions, by source: beyond it further ones are refused with 429',
    () => Promise.resolve(most),
  );
  addGauge(
    'factshelf_submissions_pending',
    'Submissions that are pending in the review queue, by source',
    countPending,
  );
  addGauge(
    'factshelf_submissions_oldest_pending_seconds',
    'Age of the oldest submission that waits for an operator, by source; 0 when none does',
    measureAge,
  );
}

/** Measures at each scrape the room on the volumes of these folders. */
export function measureDisks(registry: Registry, folders: string[]): void {
  const measure = async () => {
    const volumes = await Promise.all(
      folders.map(async (folder) => ({ folder, volume: await statfs(folder).catch(() => undefined) })),
    );
    return volumes.flatMap(({ folder, volume }) => (volume ? [{ folder, volume }] : []));
  };
  measureGauges(registry, measure, [
    {
      name: 'factshelf_disk_bytes',
      help: 'Size of the volume of a folder',
      labelNames: ['folder'],
      read: (found) => found.map(({ folder, volume }) => [{ folder }, volume.blocks * volume.bsize]),
    },
    {
      name: 'factshelf_disk_free_bytes',
      help: 'Bytes of it that the process may still write',
      labelNames: ['folder'],
      read: (found) => found.map(({ folder, volume }) => [{ folder }, volume.bavail * volume.bsize]),
    },
  ]);
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
