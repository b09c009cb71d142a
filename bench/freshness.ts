import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { sql } from 'drizzle-orm';
import { importCatalogue } from './catalogue/fill-database.ts';
import { describeMachine } from './shared/describe-machine.ts';
import { summariseLatency } from './shared/latency.ts';
import { formatMs, printTable } from './shared/measure.ts';
import { runLoad, type LoadResult } from './shared/run-load.ts';
import { startReviewBench, submit, type ReviewBench } from './start-review-bench.ts';

interface Given {
  catalogue?: string;
  data?: string;
  callers: number;
  every: number;
  seconds: number;
}

interface Approval {
  answeredMs: number;
  /** From the answer until a search finds the product. */
  searchableMs: number;
}

const GIVE_UP_MS = 120_000;
let approved = 0;

const command = new Command('freshness')
  .description(
    'How soon an approval is answered, and its product found, while others search and an import runs.',
  )
  .option('--catalogue <file>', 'an Open Food Facts export that is imported meanwhile')
  .option(
    '--data <directory>',
    'a catalogue that `npm run bench -- search` made, in place of the demonstration',
  )
  .option('--callers <count>', 'who search meanwhile, without a pause', Number, 8)
  .option('--every <ms>', 'between two approvals', Number, 500)
  .option('--seconds <seconds>', 'without an import', Number, 20)
  .action(run);

async function run(given: Given): Promise<void> {
  const parts: Parameters<typeof startReviewBench>[0] = [];
  try {
    const bench = await startReviewBench(parts, given.data);
    const machine = await describeMachine(bench.servers);
    console.log(
      `${machine.cores} cores (${machine.cpu}), Node ${machine.node}, Postgres ${machine.postgres}\n`,
    );
    await untilIndexed(bench);
    const alone = await measure(bench, given, sleep(given.seconds * 1_000));
    const rows = [describe('searches alone', alone)];
    if (given.catalogue) {
      const startedAt = performance.now();
      const importing = importCatalogue(given.catalogue, bench.servers.databaseUrl);
      rows.push(describe('searches and an import', await measure(bench, given, importing)));
      const importedS = (performance.now() - startedAt) / 1_000;
      await untilIndexed(bench);
      const indexedS = (performance.now() - startedAt) / 1_000;
      console.log(`Imported after ${importedS.toFixed(0)} s, indexed after ${indexedS.toFixed(0)} s.\n`);
    }
    printTable(
      ['beside', 'approvals', 'answered p50 / p95 / p99 ms', 'then found', 'searches/s', 'failed'],
      rows,
    );
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

/** Approves a submission at intervals until `until` resolves, while callers search. */
async function measure(bench: ReviewBench, { callers, every }: Given, until: Promise<unknown>) {
  const end = new AbortController();
  const stopped = until.finally(() => end.abort());
  const searching = runLoad({
    url: bench.origin,
    headers: { 'X-API-Key': bench.keys[1] },
    requests: await makeSearches(bench),
    seconds: Infinity,
    callers,
    signal: end.signal,
  });
  const approvals: Promise<Approval>[] = [];
  while (!end.signal.aborted) {
    approvals.push(approveAndFind(bench, approvals.at(-1)));
    await sleep(every, undefined, { signal: end.signal }).catch(() => undefined);
  }
  await stopped;
  return { searches: await searching, approvals: await Promise.all(approvals) };
}

function describe(name: string, { searches, approvals }: { searches: LoadResult; approvals: Approval[] }) {
  const of = (key: keyof Approval) => formatMs(summariseLatency(approvals.map((approval) => approval[key])));
  return [
    name,
    approvals.length,
    of('answeredMs'),
    of('searchableMs'),
    searches.perSecond.toFixed(0),
    `${searches.failed} of ${searches.answers}`,
  ];
}

/** Looks for the product once `before` was found, so that one caller searches at a time. */
async function approveAndFind(bench: ReviewBench, before?: Promise<unknown>): Promise<Approval> {
  const name = `Approved ${wordOf(approved++)} biscuits`;
  const id = await submit(bench.db, name);
  const startedAt = performance.now();
  // While an import locks the rows that it needs, an approval is answered 503 and sent again.
  for (let status = 0; status !== 200;) {
    const response = await fetch(`${bench.origin}/api/admin/submissions/${id}/approve`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...bench.operator },
      body: '{}',
    });
    ({ status } = response);
    await response.arrayBuffer();
    if (status !== 200 && status !== 503) throw new Error(`an approval was answered ${status}`);
  }
  const answeredAt = performance.now();
  await before;
  await untilFound(bench, name);
  return { answeredMs: answeredAt - startedAt, searchableMs: performance.now() - answeredAt };
}

async function untilFound({ origin, keys: [key] }: ReviewBench, name: string): Promise<void> {
  const address = `${origin}/api/v1/products/search?size=5&q=${encodeURIComponent(name)}`;
  for (const until = performance.now() + GIVE_UP_MS; ; await sleep(10)) {
    const response = await fetch(address, { headers: { 'X-API-Key': key } });
    const { items = [] } = (await response.json()) as { items?: { name: string }[] };
    if (items.some((item) => item.name === name)) return;
    if (performance.now() > until) throw new Error(`${name} was not found: ${response.status}`);
  }
}

/** A word, made of a number, that no other name has or resembles. */
function wordOf(index: number): string {
  const bytes = createHash('sha256').update(`${Date.now()}/${index}`).digest().subarray(0, 9);
  return Array.from(bytes, (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}

/** A word, a whole name, its beginning and two words, in turn. */
async function makeSearches({ db }: ReviewBench) {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from products where status = 'active' order by md5(name) limit 4000`,
  );
  return rows.map(({ name }, n) => {
    const words = name.split(/\s+/);
    const text = [words[0], name, name.slice(0, 5), words.slice(0, 2).join(' ')][n % 4] ?? name;
    return { path: `/api/v1/products/search?q=${encodeURIComponent(text.slice(0, 100))}` };
  });
}

async function untilIndexed({ db }: ReviewBench): Promise<void> {
  const waits = sql`select from search_outbox where parked_error is null limit 1`;
  while ((await db.execute(waits)).rowCount !== 0) await sleep(500);
}

await command.parseAsync();
