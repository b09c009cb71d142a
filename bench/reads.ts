import { Command } from 'commander';
import { sql } from 'drizzle-orm';
import { catalogueOptions, onCatalogue, type CatalogueArguments } from './catalogue/on-catalogue.ts';
import { startBenchStandby, untilRead } from './reads/start-bench-standby.ts';
import { startCollector } from './reads/start-collector.ts';
import { issueBenchKey, onBenchDatabase } from './shared/issue-bench-key.ts';
import { summariseLatency } from './shared/latency.ts';
import { formatMs, measure, printTable, type Measured } from './shared/measure.ts';
import type { Request } from './shared/run-load.ts';
import { startApi, startModule, startRedis, type StartedApi } from './shared/start-parts.ts';

interface Given extends CatalogueArguments {
  only?: string[];
  callers: number;
  rounds: number;
  seconds: number;
  standby?: boolean;
  traces?: boolean;
}

interface Read {
  name: string;
  /** Where its calls are counted, for the table. */
  counters: string;
  api: StartedApi;
  headers: Record<string, string>;
  requests: Request[];
}

const command = catalogueOptions(new Command('reads'))
  .description('Lookups, lists and plain searches, beside a bare handler on the same database, in turn.')
  .option('--only <names>', 'only these reads, separated by commas', (names) => names.split(','))
  .option('--callers <count>', 'at once', Number, 16)
  .option('--rounds <count>', 'each read is measured so often, in turn', Number, 5)
  .option('--seconds <seconds>', 'for each measurement', Number, 3)
  .option('--standby', 'also a process that reads a standby of Postgres')
  .option('--traces', 'also a process that sends traces')
  .action(run);

async function run(given: Given): Promise<void> {
  await onCatalogue(given, async ({ catalogue, api, parts }) => {
    const { servers, dataDir } = catalogue;
    const { gtins, ids, words, key } = await onBenchDatabase(servers.ownerUrl, async (db) => {
      const { rows } = await db.execute<{ gtin: string; id: string; name: string }>(
        sql`select ltrim(g.gtin14, '0') as gtin, p.id, p.name from barcodes g join products p on p.id = g.product_id
         where p.status = 'active' and p.merged_into_id is null and length(ltrim(g.gtin14, '0')) between 12 and 14
         order by md5(g.gtin14) limit 20000`,
      );
      return {
        gtins: rows.map(({ gtin }) => gtin.padStart(13, '0')),
        ids: rows.map(({ id }) => id),
        words: rows
          .map(({ name }) => name.split(' ').slice(0, 2).join(' ').slice(0, 40))
          .filter(({ length }) => length > 2),
        key: await issueBenchKey(db, 'registered'),
      };
    });
    const settings = {
      DATABASE_URL: servers.databaseUrl,
      MEILI_URL: servers.meilisearch?.url,
      MEILI_MASTER_KEY: servers.meilisearch?.masterKey,
    };
    const redisUrl = await startRedis(dataDir, parts);
    const standby = given.standby ? await startBenchStandby(dataDir, servers, parts) : undefined;
    const onRedis = { ...settings, REDIS_URL: redisUrl };
    const apis: [counters: string, api: StartedApi][] = [
      ['Redis', await startApi(onRedis, parts)],
      ['Postgres', api],
      ...(standby
        ? ([['standby', await startApi({ ...onRedis, DATABASE_READ_URL: standby.url }, parts)]] as [
            string,
            StartedApi,
          ][])
        : []),
      ...(given.traces
        ? ([['Redis, traces', await startApi({ ...onRedis, ...(await startCollector(parts)) }, parts)]] as [
            string,
            StartedApi,
          ][])
        : []),
    ];
    if (standby) await untilRead(apis.find(([name]) => name === 'standby')?.[1].origin ?? '');
    const bare = await startModule('bench/reads/bare-handler', settings, parts);
    const tagged = await fetch(`${api.origin}/api/v1/products/barcode/${gtins[0]}`);
    const etag = { 'If-None-Match': tagged.headers.get('etag') ?? '' };
    const pages = (count: number, path: string) => Array.from({ length: count }, (_, n) => `${path}${n + 1}`);
    const kinds: [name: string, paths: string[], headers?: Record<string, string>][] = [
      ['barcode', gtins.map((gtin) => `products/barcode/${gtin}`)],
      ['product', ids.map((id) => `products/${id}`)],
      ['304', [`products/barcode/${gtins[0]}`], etag],
      ['100 codes', pages(100, 'products/lookup?')],
      ['brands', pages(50, 'brands?page=')],
      ['categories', ['categories']],
      ['empty search', pages(20, 'products/search?page=')],
      ['search', words.map((q) => `products/search?${new URLSearchParams({ q }).toString()}`)],
    ];
    const reads: Read[] = [
      {
        name: 'bare handler',
        counters: '–',
        api: bare,
        headers: {},
        requests: gtins.map((gtin) => ({ path: `/barcode/${gtin}` })),
      },
      ...kinds
        .filter(([name]) => given.only?.includes(name) ?? true)
        .flatMap(([name, paths, headers = {}]) =>
          apis.map(([counters, one]): Read => ({
            name,
            counters,
            api: one,
            headers: { 'X-API-Key': key, ...headers },
            requests: paths.map((path, n) =>
              name === '100 codes'
                ? {
                    path: '/api/v1/products/lookup',
                    body: JSON.stringify({ codes: gtins.slice(n * 100, (n + 1) * 100) }),
                  }
                : { path: `/api/v1/${path}` },
            ),
          })),
        ),
    ];
    const measured = await measureInTurn(reads, given, standby?.pid);
    printTable(
      ['read', 'counters', 'a second', 'of bare', 'p50 / p95 / p99 ms', 'API ms', 'Postgres ms', 'all ms'],
      reads.map((read, at) => [
        read.name,
        read.counters,
        ...summarise(measured[at] ?? [], measured[0] ?? []),
      ]),
    );
  });
}

/** Measures each read in each round, so that other work on the machine meets all alike. The first round is not counted. */
async function measureInTurn(
  reads: Read[],
  { rounds, seconds, callers }: Given,
  standbyPid: number | undefined,
): Promise<Measured[][]> {
  const all: Measured[][] = reads.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, { name, api, headers, requests }] of reads.entries()) {
      const names = { [api.pid]: 'API', ...(standbyPid !== undefined && { [standbyPid]: 'standby' }) };
      const result = await measure({ url: api.origin, headers, requests, seconds, callers }, names);
      if (result.failed > 0) throw new Error(`${result.failed} of ${result.answers} reads failed: ${name}`);
      if (round > 0) all[at]?.push(result);
    }
  }
  return all;
}

/** The medians of the rounds, and the share of the bare handler's throughput. */
function summarise(rounds: Measured[], bare: Measured[]): string[] {
  const median = (of: Measured[], value: (one: Measured) => number) => summariseLatency(of.map(value)).p50;
  const rate = median(rounds, ({ perSecond }) => perSecond);
  const cost = (process: string) => median(rounds, ({ processorMs }) => processorMs[process] ?? 0);
  const everything = median(rounds, ({ processorMs }) =>
    ['API', 'postgres', 'standby', 'redis-server', 'engine'].reduce(
      (sum, process) => sum + (processorMs[process] ?? 0),
      0,
    ),
  );
  return [
    rate.toFixed(0),
    (rate / median(bare, ({ perSecond }) => perSecond)).toFixed(2),
    formatMs(summariseLatency(rounds.flatMap(({ times }) => [...times.values()].flat()))),
    cost('API').toFixed(2),
    (cost('postgres') + cost('standby')).toFixed(2),
    everything.toFixed(2),
  ];
}

await command.parseAsync();
