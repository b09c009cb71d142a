import { Command } from 'commander';
import { runClosedLoop } from '../closed-loop.ts';
import { describeMachine } from '../describe-machine.ts';
import { createHttpClient } from '../http-client.ts';
import { summariseLatency } from '../latency.ts';
import { readProcessorSeconds } from '../processor-time.ts';
import { prepareCatalogue, type StartedPart } from '../search/catalogue/prepare-catalogue.ts';
import { startApi, startRedis } from '../start-parts.ts';
import { prepareReads } from './prepare-reads.ts';

const CALLERS = 8;

interface Read {
  name: string;
  /** Which process answers. */
  from: 'api' | 'bare';
  headers: Record<string, string>;
  path: (n: number) => string;
  status: number;
}

interface Measured {
  read: Read;
  perSecond: number[];
  ms: number[];
  answers: number;
  /** Processor seconds by process. */
  seconds: Record<string, number>;
}

const command = new Command('bench:reads')
  .description('What reads that are no search cost, beside a bare handler on the same database, in turn.')
  .requiredOption('--catalogue <file>', 'an Open Food Facts export')
  .option('--data <directory>', 'where catalogues are kept for the next run', '.data/bench')
  .option('--only <names>', 'only these reads, separated by commas', (names) => names.split(','))
  .option('--rounds <count>', 'each read is measured so often, in turn', Number, 5)
  .option('--seconds <seconds>', 'for each measurement', Number, 3)
  .action(run);

interface Given {
  catalogue: string;
  data: string;
  only?: string[];
  rounds: number;
  seconds: number;
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
      REDIS_URL: await startRedis(dataDir, parts),
    };
    const api = await startApi('../main', env, parts);
    const bare = await startApi('../../bench/reads/bare-handler', env, parts);
    const pick = (list: string[]) => (n: number) => list[(n * 7_919) % list.length] as string;
    const tagged = await fetch(`${api.origin}/api/v1/products/barcode/${gtins[0]}`);
    const withKey = { 'X-API-Key': key };
    const read = (name: string, path: Read['path'], headers: Record<string, string>): Read => ({
      name,
      from: 'api',
      headers,
      path: (n) => `/api/v1/${path(n)}`,
      status: 200,
    });
    const reads: Read[] = [
      {
        name: 'bare handler',
        from: 'bare',
        headers: {},
        path: (n) => `/barcode/${pick(gtins)(n)}`,
        status: 200,
      },
      read('barcode', (n) => `products/barcode/${pick(gtins)(n)}`, withKey),
      read('product', (n) => `products/${pick(ids)(n)}`, withKey),
      {
        ...read('304', () => `products/barcode/${gtins[0]}`, {
          ...withKey,
          'If-None-Match': tagged.headers.get('etag') ?? '',
        }),
        status: 304,
      },
      read('brands', (n) => `brands?page=${1 + (n % 50)}`, withKey),
      read('categories', () => 'categories', withKey),
      read('empty search', (n) => `products/search?page=${1 + (n % 20)}`, withKey),
    ];
    const pids = { [api.pid]: 'API', [bare.pid]: 'bare' };
    const asked = reads.filter(({ from, name }) => from === 'bare' || (given.only?.includes(name) ?? true));
    const measured = await measure(asked, { api: api.origin, bare: bare.origin }, pids, given);
    const machine = await describeMachine(servers);
    console.log(
      `\n${CALLERS} callers, random products, a key on every call but the bare handler’s; ${machine.cores} cores (${machine.cpu}), Postgres ${machine.postgres}, ` +
        `Node ${machine.node}; the median of ${given.rounds} rounds in turn`,
    );
    for (const line of report(measured)) console.log(line);
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

async function measure(
  reads: Read[],
  origins: Record<Read['from'], string>,
  pids: Record<number, string>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Measured[]> {
  const all = reads.map((read): Measured => ({ read, perSecond: [], ms: [], answers: 0, seconds: {} }));
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const measured of all) {
      const { read } = measured;
      const client = createHttpClient(origins[read.from], CALLERS, read.headers);
      const before = await readProcessorSeconds();
      const loop = await runClosedLoop({
        callers: CALLERS,
        seconds: round === 0 ? 1 : seconds,
        ask: async (n) => {
          const { status, ms } = await client.get(read.path(n + round * 100_003));
          if (round > 0) measured.ms.push(ms);
          return status === read.status;
        },
      });
      client.close();
      if (loop.failed > 0) throw new Error(`${loop.failed} of ${loop.answers} reads failed: ${read.name}`);
      if (round === 0) continue;
      measured.perSecond.push(loop.perSecond);
      measured.answers += loop.answers;
      for (const [pid, { name, seconds: used }] of await readProcessorSeconds()) {
        const process = pids[pid] ?? name;
        measured.seconds[process] = (measured.seconds[process] ?? 0) + used - (before.get(pid)?.seconds ?? 0);
      }
    }
  }
  return all;
}

function report(all: Measured[]): string[] {
  const median = (values: number[]) => summariseLatency(values).p50;
  const base = median(all[0]?.perSecond ?? []);
  const columns = ['postgres', 'redis-server', 'meilisearch'];
  const row = (cells: string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(20) : cell.padStart(13))).join('');
  const perAnswer = ({ seconds, answers }: Measured, process: string) =>
    (((seconds[process] ?? 0) * 1_000) / answers).toFixed(3);
  return [
    row(['read', 'a second', 'of bare', 'p50 ms', 'p99 ms', 'node cpu ms', ...columns]),
    ...all.map((measured) => {
      const perSecond = median(measured.perSecond);
      const { p50, p99 } = summariseLatency(measured.ms);
      const own = measured.read.from === 'api' ? 'API' : 'bare';
      return row([
        measured.read.name,
        perSecond.toFixed(0),
        (perSecond / base).toFixed(2),
        p50.toFixed(2),
        p99.toFixed(2),
        perAnswer(measured, own),
        ...columns.map((process) => perAnswer(measured, process)),
      ]);
    }),
  ];
}

command.parseAsync().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
