import { loadavg } from 'node:os';
import { Command } from 'commander';
import { describeMachine } from '../describe-machine.ts';
import { startImport } from '../freshness/start-import.ts';
import { summariseLatency } from '../latency.ts';
import { measureVisibility, measureWaiting, readEverything, type Reading } from './measure-feed.ts';
import { startFeedBench, type Stoppable } from './start-feed-bench.ts';

const READINGS = { 'id, gtin, name': 'id,gtin,name', 'all fields': undefined } as const;
const TARGET_PER_SECOND = 20_000;
const TARGET_P99_MS = 1_000;
const ACCOUNTS = 50;
const WAITING = 200;
const WAITING_SECONDS = 10;

const command = new Command('feed')
  .description('How fast one client reads the change feed, and how soon a change is in it.')
  .requiredOption('--catalogue <file>', 'an Open Food Facts export')
  .option(
    '--base <rows>',
    'rows of it that are imported before; the others are, beside the changes',
    Number,
    160_000,
  )
  .option('--rounds <count>', 'everything is read so often, in turn', Number, 3)
  .option('--changes <count>', 'that are timed without an import', Number, 300)
  .option('--every <ms>', 'between two of them', Number, 100)
  .action(run);

interface Given {
  catalogue: string;
  base: number;
  rounds: number;
  changes: number;
  every: number;
}

async function run({ catalogue, base, rounds, changes, every }: Given): Promise<void> {
  const parts: Stoppable[] = [];
  try {
    let dir = '';
    const fill = (databaseUrl: string, root: string) => {
      dir = root;
      return startImport(catalogue, databaseUrl, root, base).ended;
    };
    const bench = await startFeedBench(fill, ACCOUNTS, parts);
    const { cpu, cores, node, postgres } = await describeMachine({
      databaseUrl: bench.databaseUrl,
      meilisearch: undefined,
    });
    console.log(
      `${cores} cores (${cpu}), Node ${node}, Postgres ${postgres}, load ${loadavg()[0]?.toFixed(1)}`,
    );
    const readings: Record<string, Reading[]> = {};
    const startedAt = performance.now();
    await bench.untilKept();
    console.log(`kept as text after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    for (let round = 0; round < rounds; round += 1)
      for (const isKept of [false, true]) {
        await bench.setKept(isKept);
        for (const [name, fields] of Object.entries(READINGS))
          (readings[`${name}, ${isKept ? 'kept' : 'made'}`] ??= []).push(await readEverything(bench, fields));
      }
    for (const [name, read] of Object.entries(readings)) console.log(describeReading(name, read));
    const waiting = await measureWaiting(bench, WAITING, WAITING_SECONDS);
    const none = await measureWaiting(bench, 1, WAITING_SECONDS);
    console.log(
      `${waiting.calls} calls wait: ${waiting.busyConnections} connections busy (of one call: ${none.busyConnections}); API ${share(waiting.perSecond.api)}, ` +
        `Postgres ${share(waiting.perSecond.postgres)} of a core; of one call ${share(none.perSecond.api)} and ${share(none.perSecond.postgres)}`,
    );
    await bench.untilStamped();
    const quiet = await measureVisibility(bench, { everyMs: every, until: (done) => done >= changes });
    console.log(describeVisibility('a change, nothing else', quiet));
    let hasEnded = false;
    const importing = startImport(catalogue, bench.databaseUrl, dir).ended.finally(() => (hasEnded = true));
    const beside = await measureVisibility(bench, { everyMs: every, until: () => hasEnded });
    await importing;
    console.log(describeVisibility('beside an import', beside));
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

function describeReading(name: string, readings: Reading[]): string {
  const perSecond = readings.map(({ products, elapsed }) => products / elapsed);
  const best = Math.max(...perSecond);
  const products = readings.reduce((sum, reading) => sum + reading.products, 0);
  const micros = (process: string) =>
    ((readings.reduce((sum, { seconds }) => sum + (seconds[process] ?? 0), 0) * 1e6) / products).toFixed(0);
  const [first] = readings;
  return (
    `${name}: ${first?.products} products of ${((first?.bytes ?? 0) / (first?.products ?? 1)).toFixed(0)} bytes, ` +
    `${summariseLatency(perSecond).p50.toFixed(0)} a second, at best ${best.toFixed(0)} ` +
    `(target ${TARGET_PER_SECOND}: ${best >= TARGET_PER_SECOND ? 'met' : 'missed'}); ` +
    `processor µs for a product: API ${micros('api')}, Postgres ${micros('postgres')}, client ${micros('client')}`
  );
}

function describeVisibility(name: string, took: number[]): string {
  const { p50, p95, p99 } = summariseLatency(took);
  return (
    `${name}: ${took.length} changes, in the feed after p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)}, ` +
    `at most ${Math.max(...took).toFixed(0)} ms from their commit (target p99 ${TARGET_P99_MS}: ${p99 <= TARGET_P99_MS ? 'met' : 'missed'})`
  );
}

function share(perSecond: number): string {
  return `${(perSecond * 100).toFixed(1)} %`;
}

await command.parseAsync();
