import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { runClosedLoop, type LoopResult } from '../closed-loop.ts';
import { createHttpClient } from '../http-client.ts';
import { summariseLatency } from '../latency.ts';
import { startReviewBench, type ReviewBench } from '../start-review-bench.ts';
import { approveAndFind } from './approve-and-find.ts';
import { startImport, type RunningImport } from './start-import.ts';
import { watchIndex, type IndexWatch } from './watch-index.ts';

/** An approved product is found by a search within this, for 99 of 100. */
const TARGET_P99_MS = 1_000;
let approved = 0;

const command = new Command('freshness')
  .description('How soon an approved product is found while others search and an import runs.')
  .option('--catalogue <file>', 'an Open Food Facts export')
  .option(
    '--data <directory>',
    'what `npm run bench -- search` has made there, in place of a catalogue; then no import runs beside',
  )
  .option('--base <rows>', 'rows of it that are imported and indexed before', Number, 40_000)
  .option('--rows <rows>', 'rows that are imported meanwhile; all the others unless given', Number)
  .option('--callers <count>', 'who search meanwhile, without a pause', Number, 8)
  .option('--every <ms>', 'between two approvals', Number, 500)
  .action(run);

interface Given {
  catalogue?: string;
  data?: string;
  base: number;
  rows?: number;
  callers: number;
  every: number;
}

async function run({ catalogue, data, base, rows, callers, every }: Given): Promise<void> {
  if (!catalogue === !data) command.error('Give either --catalogue or --data.');
  const parts: Parameters<typeof startReviewBench>[0] = [];
  const dir = await mkdtemp(join(tmpdir(), 'factshelf-freshness-'));
  parts.push({ stop: () => rm(dir, { recursive: true, force: true }), kill: () => undefined });
  try {
    const bench = await startReviewBench(parts, data);
    const watch = watchIndex(bench.databaseUrl);
    parts.push({ stop: () => watch.close(), kill: () => undefined });
    const startImporting = (file: string, limit?: number) => startImport(file, bench.databaseUrl, dir, limit);
    if (catalogue) await startImporting(catalogue, base).ended;
    await watch.untilEmpty();
    const names = await watch.listNames(20_000);
    const quiet = await measure(bench, { names, callers, every, until: sleep(20_000) });
    if (!catalogue) return print(bench, { quiet, callers });
    watch.reset();
    const startedAt = performance.now();
    const importing = startImporting(catalogue, rows && base + rows);
    const busy = await measure(bench, { names, callers, every, until: importing.ended });
    const importedS = (performance.now() - startedAt) / 1_000;
    await watch.untilEmpty();
    const indexedS = (performance.now() - startedAt) / 1_000;
    print(bench, { quiet, busy, callers });
    await printImport(importing, watch, { importedS, indexedS });
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

interface Measured {
  freshness: number[];
  searches: LoopResult;
}

/** Approves a submission every so often, until told to stop, beside so many callers who search. */
async function measure(
  bench: ReviewBench,
  {
    names,
    callers,
    every,
    until,
  }: { names: string[]; callers: number; every: number; until: Promise<unknown> },
): Promise<Measured> {
  const end = new AbortController();
  void until.finally(() => end.abort());
  const client = createHttpClient(bench.origin, callers, { 'X-API-Key': bench.otherKey });
  const searching = runClosedLoop({
    callers,
    seconds: Infinity,
    signal: end.signal,
    ask: async (n) => (await client.get(searchFor(names, n))).status === 200,
  });
  const waiting: Promise<number>[] = [];
  while (!end.signal.aborted) {
    waiting.push(approveAndFind(bench, approved++, waiting.at(-1)));
    await sleep(every, undefined, { signal: end.signal }).catch(() => undefined);
  }
  const searches = await searching;
  client.close();
  return { freshness: await Promise.all(waiting), searches };
}

/** A word, a whole name, or the beginning of one, in turn. */
function searchFor(names: string[], n: number): string {
  const name = names[(n * 7_919) % names.length] ?? '';
  const words = name.split(/\s+/);
  const text = [words[0], name, name.slice(0, 5), words.slice(0, 2).join(' ')][n % 4] ?? name;
  return `/api/v1/products/search?q=${encodeURIComponent(text.slice(0, 100))}`;
}

function print(
  { machine }: ReviewBench,
  { quiet, busy, callers }: { quiet: Measured; busy?: Measured; callers: number },
): void {
  const { cpu, cores, node, postgres, meilisearch } = machine;
  console.log(
    `${cpu}, ${cores} cores, Node ${node}, Postgres ${postgres}, Meilisearch ${meilisearch}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  for (const [what, { freshness, searches }] of [
    [`${callers} callers search`, quiet],
    ...(busy ? ([['and an import runs', busy]] as const) : []),
  ] as const) {
    const { p50, p95, p99 } = summariseLatency(freshness);
    console.log(
      `${what.padEnd(20)} ${freshness.length} approvals searchable after p50 ${p50.toFixed(0)}  p95 ${p95.toFixed(0)}  ` +
        `p99 ${p99.toFixed(0)}  most ${Math.max(...freshness).toFixed(0)} ms; ${searches.perSecond.toFixed(0)} searches/s, ` +
        `p50 ${searches.ms.p50.toFixed(0)}  p99 ${searches.ms.p99.toFixed(0)} ms, ${searches.failed} failed`,
    );
  }
  const { p99 } = summariseLatency((busy ?? quiet).freshness);
  console.log(`Target: p99 at most ${TARGET_P99_MS} ms: ${p99 <= TARGET_P99_MS ? 'met' : 'missed'}`);
}

async function printImport(
  importing: RunningImport,
  watch: IndexWatch,
  { importedS, indexedS }: { importedS: number; indexedS: number },
): Promise<void> {
  const { mostDirty, oldestS } = watch.worst();
  console.log(await importing.ended);
  console.log(
    `imported after ${importedS.toFixed(0)} s, all of it in the index after ${indexedS.toFixed(0)} s; ` +
      `at the worst ${mostDirty.toLocaleString('en')} products waited, the oldest for ${oldestS.toFixed(1)} s`,
  );
}

await command.parseAsync();
