import { Command } from 'commander';
import { Pool } from 'undici';
import { runClosedLoop } from '../closed-loop.ts';
import { describeMachine } from '../describe-machine.ts';
import { summariseLatency } from '../latency.ts';
import { readProcessorSeconds } from '../processor-time.ts';
import { prepareCatalogue, type StartedPart } from '../search/catalogue/prepare-catalogue.ts';
import { startApi, startRedis, type StartedApi } from '../start-parts.ts';
import { startBenchStandby, untilRead } from './start-bench-standby.ts';
import { prepareReads } from './prepare-reads.ts';

/** Where the API counts calls: each is a process of its own. The last one counts in Redis and reads a standby. */
const COUNTERS = ['Redis', 'Postgres', 'standby'] as const;

interface Read {
  name: string;
  /** Which process answers: by where it counts, or the bare handler. */
  from: (typeof COUNTERS)[number] | 'bare';
  headers: Record<string, string>;
  path: (n: number) => string;
  status: number;
  /** Of a lookup of many codes, by POST. */
  body?: (n: number) => string;
}

interface Measured {
  read: Read;
  perSecond: number[];
  ms: number[];
  answers: number;
  /** That the measurements took. */
  elapsed: number;
  /** Processor seconds by process. */
  seconds: Record<string, number>;
}

const command = new Command('reads')
  .description('What reads that are no search cost, beside a bare handler on the same database, in turn.')
  .requiredOption('--catalogue <file>', 'an Open Food Facts export')
  .option('--data <directory>', 'where catalogues are kept for the next run', '.data/bench')
  .option('--only <names>', 'only these reads, separated by commas', (names) => names.split(','))
  .option('--callers <count>', 'at once', Number, 16)
  .option('--rounds <count>', 'each read is measured so often, in turn', Number, 5)
  .option('--seconds <seconds>', 'for each measurement', Number, 3)
  .option('--standby', 'a process that reads a standby of Postgres, too')
  .action(run);

interface Given {
  catalogue: string;
  data: string;
  only?: string[];
  callers: number;
  rounds: number;
  seconds: number;
  standby?: boolean;
}

async function run(given: Given): Promise<void> {
  const parts: StartedPart[] = [];
  try {
    const say = (line: string) => void process.stderr.write(`${line}\n`);
    const { servers, dataDir } = await prepareCatalogue({
      file: given.catalogue,
      dataRoot: given.data,
      copies: 0,
      products: undefined,
      parts,
      say,
    });
    const { gtins, ids, key } = await prepareReads(servers.databaseUrl);
    const env = {
      DATABASE_URL: servers.databaseUrl,
      MEILI_URL: servers.meilisearch?.url,
      MEILI_MASTER_KEY: servers.meilisearch?.masterKey,
    };
    const redisUrl = await startRedis(dataDir, parts);
    const standby = given.standby ? await startBenchStandby(dataDir, servers, parts) : undefined;
    const withStandby = { ...env, REDIS_URL: redisUrl, DATABASE_READ_URL: standby?.url };
    const started = {
      Redis: await startApi('src/main', { ...env, REDIS_URL: redisUrl }, parts),
      Postgres: await startApi('src/main', env, parts),
      ...(standby && { standby: await startApi('src/main', withStandby, parts) }),
      bare: await startApi('bench/reads/bare-handler', env, parts),
    };
    if (started.standby) await untilRead(started.standby.origin);
    const pick = (list: string[]) => (n: number) => list[(n * 7_919) % list.length] as string;
    const tagged = await fetch(`${started.Redis.origin}/api/v1/products/barcode/${gtins[0]}`);
    const withKey = { 'X-API-Key': key };
    const counters = COUNTERS.filter((from) => from in started);
    const read = (
      name: string,
      path: Read['path'],
      headers: Record<string, string> = withKey,
      status = 200,
    ): Read[] => counters.map((from) => ({ name, from, headers, path: (n) => `/api/v1/${path(n)}`, status }));
    const reads: Read[] = [
      {
        name: 'bare handler',
        from: 'bare',
        headers: {},
        path: (n) => `/barcode/${pick(gtins)(n)}`,
        status: 200,
      },
      ...read('barcode', (n) => `products/barcode/${pick(gtins)(n)}`),
      ...read('product', (n) => `products/${pick(ids)(n)}`),
      ...read(
        '304',
        () => `products/barcode/${gtins[0]}`,
        { ...withKey, 'If-None-Match': tagged.headers.get('etag') ?? '' },
        304,
      ),
      ...read('100 codes', () => 'products/lookup').map((one) => ({
        ...one,
        headers: { ...one.headers, 'content-type': 'application/json' },
        body: (n: number) =>
          JSON.stringify({ codes: Array.from({ length: 100 }, (_, at) => pick(gtins)(n * 100 + at)) }),
      })),
      ...read('brands', (n) => `brands?page=${1 + (n % 50)}`),
      ...read('categories', () => 'categories'),
      ...read('empty search', (n) => `products/search?page=${1 + (n % 20)}`),
    ];
    const asked = reads.filter(({ from, name }) => from === 'bare' || (given.only?.includes(name) ?? true));
    const measured = await measure(asked, started, given, standby?.pid);
    const machine = await describeMachine(servers);
    console.log(
      `\n${given.callers} callers, random products, a registered key on every call but the bare handler’s; ${machine.cores} cores (${machine.cpu}), Postgres ${machine.postgres}, ` +
        `Node ${machine.node}; the median of ${given.rounds} rounds in turn`,
    );
    for (const line of report(measured)) console.log(line);
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

async function measure(
  reads: Read[],
  started: Partial<Record<Read['from'], StartedApi>>,
  { rounds, seconds, callers }: Given,
  standbyPid: number | undefined,
): Promise<Measured[]> {
  const all = reads.map((read): Measured => ({
    read,
    perSecond: [],
    ms: [],
    answers: 0,
    elapsed: 0,
    seconds: {},
  }));
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const measured of all) {
      const { read } = measured;
      const api = started[read.from];
      if (!api) continue;
      const { origin, pid: own } = api;
      // A lean client: the server is what is to be measured.
      const client = new Pool(origin, { connections: callers, pipelining: 1 });
      const before = await readProcessorSeconds();
      const loop = await runClosedLoop({
        callers,
        seconds,
        ask: async (n) => {
          const askedAt = performance.now();
          const path = read.path(n + round * 100_003);
          const sent = read.body?.(n + round * 100_003);
          const { statusCode, body } = await client.request({
            method: sent === undefined ? 'GET' : 'POST',
            path,
            headers: read.headers,
            ...(sent === undefined ? {} : { body: sent }),
          });
          await body.dump();
          if (round > 0) measured.ms.push(performance.now() - askedAt);
          return statusCode === read.status;
        },
      });
      const after = await readProcessorSeconds();
      await client.destroy();
      if (round === 0) continue;
      if (loop.failed > 0) throw new Error(`${loop.failed} of ${loop.answers} reads failed: ${read.name}`);
      measured.perSecond.push(loop.perSecond);
      measured.answers += loop.answers;
      measured.elapsed += loop.seconds;
      for (const [pid, { name, seconds: used }] of after) {
        const process = pid === own ? 'own' : pid === standbyPid ? 'standby' : name;
        measured.seconds[process] = (measured.seconds[process] ?? 0) + used - (before.get(pid)?.seconds ?? 0);
      }
    }
  }
  return all;
}

/** Beside the bare handler: the share of its throughput, and its processor time a call divided by that of the read. */
function report(all: Measured[]): string[] {
  const median = (values: number[]) => summariseLatency(values).p50;
  const perAnswer = ({ seconds, answers }: Measured, processes: string[]) =>
    (processes.reduce((sum, process) => sum + (seconds[process] ?? 0), 0) * 1_000) / answers;
  const everything = ['own', 'postgres', 'standby', 'redis-server', 'meilisearch'];
  const row = (cells: string[]) =>
    cells.map((cell, at) => (at < 2 ? cell.padEnd(14) : cell.padStart(10))).join('');
  return [
    row(
      'read,counters,a second,of bare,p50 ms,p99 ms,of a core,cpu ms,bare/cpu,postgres,standby,redis,meili,all ms,bare/all'.split(
        ',',
      ),
    ),
    ...all.map((measured) => {
      const [bare = measured] = all;
      const perSecond = median(measured.perSecond);
      const { p50, p99 } = summariseLatency(measured.ms);
      const cells = [
        perSecond.toFixed(0),
        (perSecond / median(bare.perSecond)).toFixed(2),
        p50.toFixed(2),
        p99.toFixed(2),
        ((measured.seconds['own'] ?? 0) / measured.elapsed).toFixed(2),
        perAnswer(measured, ['own']).toFixed(3),
        (perAnswer(bare, ['own']) / perAnswer(measured, ['own'])).toFixed(2),
        ...everything.slice(1).map((process) => perAnswer(measured, [process]).toFixed(3)),
        perAnswer(measured, everything).toFixed(3),
        (perAnswer(bare, everything) / perAnswer(measured, everything)).toFixed(2),
      ];
      const { name, from } = measured.read;
      return row([name, from === 'bare' ? '' : from, ...cells]);
    }),
  ];
}

command.parseAsync().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
