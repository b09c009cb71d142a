import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { runClosedLoop, type LoopResult } from '../closed-loop.ts';
import { describeMachine } from '../describe-machine.ts';
import { createHttpClient, type HttpClient } from '../http-client.ts';
import { summariseLatency } from '../latency.ts';
import { readProcessorSeconds } from '../processor-time.ts';
import { prepareCatalogue, type StartedPart } from '../search/catalogue/prepare-catalogue.ts';
import { readSample } from '../search/catalogue/read-sample.ts';
import { startBenchApi } from '../search/catalogue/start-bench-api.ts';
import type { StartedApi } from '../start-parts.ts';
import { createRandom } from '../search/questions/query-kinds.ts';
import { countLetters, listNames, misspell, suggestPath, type TypedName } from './type-names.ts';

interface Given {
  catalogue: string;
  products?: number;
  data: string;
  names: number;
  seed: number;
  seconds: number;
  processes: number;
}

const CALLERS = 8;
/** Until the engine, which has just started, has read its index from disk. */
const PATIENCE_MS = 60_000;

const command = new Command('suggest')
  .description('Types names letter by letter, and measures what suggestions cost.')
  .requiredOption('--catalogue <file>', 'an Open Food Facts export')
  .option('--products <count>', 'add varied copies until there are so many products', Number)
  .option('--data <directory>', 'where catalogues are kept for the next run', '.data/bench')
  .option('--names <count>', 'names that are typed', Number, 1_000)
  .option('--seed <number>', 'of the typos', Number, 1)
  .option('--seconds <seconds>', 'for each measurement of load; 0: none', Number, 10)
  .option('--processes <count>', 'so many API processes answer under load, in turn', Number, 1)
  .action(run);

const say = (line: string) => void process.stderr.write(`${line}\n`);

async function run(given: Given): Promise<void> {
  const parts: StartedPart[] = [];
  try {
    const { catalogue: file, data: dataRoot, products } = given;
    const { servers, facts } = await prepareCatalogue({ file, dataRoot, copies: 0, products, parts, say });
    const sample = await readSample(servers.databaseUrl, facts.products);
    const names = listNames(
      sample.products.map(({ name }) => name),
      given.names,
    );
    const misspelt = misspell(names, createRandom(given.seed));
    const api = await startBenchApi(servers, parts);
    const client = createHttpClient(api.origin, CALLERS);
    await untilEngineAnswers(client, misspelt);
    const machine = await describeMachine(servers);
    console.log(
      `\n${facts.products.toLocaleString('en')} products; ${machine.cores} cores (${machine.cpu}), Postgres ${machine.postgres}, ` +
        `Node ${machine.node}\n`,
    );
    console.log(
      '| typed | suggested | names | found | letters p50 | p90 | p95 | within 4 | 8 | 12 | 16 |\n' +
        '| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    );
    for (const [typed, list] of [
      ['as it is', names],
      ['with a typo', misspelt],
    ] as const)
      for (const [what, more] of [
        ['all types', ''],
        ['products', '&types=product'],
      ] as const)
        console.log(`| ${typed} | ${what} | ${formatLetters(await countAll(client, list, more))} |`);
    const apis = [api];
    while (given.seconds > 0 && apis.length < given.processes) apis.push(await startBenchApi(servers, parts));
    client.close();
    if (given.seconds > 0) await measureLoads(apis, names, misspelt, given.seconds);
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

/** Waits until the engine answers: Postgres finds no typos. Then asks for every first letter, so that the index is in memory. */
async function untilEngineAnswers(client: HttpClient, misspelt: TypedName[]): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  if (misspelt.length === 0) throw new Error('No name has a word to misspell.');
  // In turn: a single name may have other words that no suggestion has.
  for (let n = 0; ; n++) {
    const { typed } = misspelt[n % misspelt.length] as TypedName;
    const { status, text } = await client.get(suggestPath(typed, '&types=product'));
    if (status === 200 && (JSON.parse(text) as { items: object[] }).items.length > 0) break;
    if (performance.now() > until) throw new Error('The engine does not answer in time.');
    await sleep(500);
  }
  const letters = new Set(misspelt.map(({ typed }) => Array.from(typed)[0] ?? ''));
  for (const letter of letters) await client.get(suggestPath(letter));
}

async function countAll(
  client: HttpClient,
  names: TypedName[],
  more: string,
): Promise<(number | undefined)[]> {
  const counts: (number | undefined)[] = [];
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let at = caller; at < names.length; at += CALLERS)
        counts[at] = await countLetters(client, names[at] as TypedName, more);
    }),
  );
  return counts;
}

function formatLetters(counts: (number | undefined)[]): string {
  const found = counts.filter((count) => count !== undefined);
  const share = (most: number) =>
    `${((100 * found.filter((count) => count <= most).length) / counts.length).toFixed(1)} %`;
  const { p50, p95 } = summariseLatency(found);
  const p90 = found.toSorted((a, b) => a - b)[Math.ceil(0.9 * found.length) - 1];
  return [counts.length, share(Infinity), p50, p90, p95, share(4), share(8), share(12), share(16)].join(
    ' | ',
  );
}

async function measureLoads(
  apis: readonly StartedApi[],
  names: TypedName[],
  misspelt: TypedName[],
  seconds: number,
): Promise<void> {
  const clients = apis.map(({ origin }) => createHttpClient(origin, CALLERS));
  console.log(
    `\n${CALLERS} callers, API processes: ${apis.length}, ${seconds} s each\n\n| typed | a second | p50 ms | p95 | p99 | failed | API processor ms | Meilisearch | Postgres |\n` +
      '| --- | --: | --: | --: | --: | --: | --: | --: | --: |',
  );
  const prefixes = (list: TypedName[], from: number, to: number) =>
    list.flatMap(({ typed }) => {
      const letters = Array.from(typed);
      return Array.from({ length: Math.max(0, Math.min(to, letters.length) - from + 1) }, (_, i) =>
        letters.slice(0, from + i).join(''),
      );
    });
  const rows: [string, string[], string][] = [
    ['letter by letter', prefixes(names, 1, 20), ''],
    ['the same, products alone', prefixes(names, 1, 20), '&types=product'],
    ['the same, brands alone', prefixes(names, 1, 20), '&types=brand'],
    ['with a typo', prefixes(misspelt, 1, 20), ''],
    ['one letter', prefixes(names, 1, 1), ''],
    ['two or three letters', prefixes(names, 2, 3), ''],
    ['whole names', names.map(({ typed }) => typed), ''],
  ];
  for (const [name, texts, more] of rows) {
    const before = await readProcessorSeconds();
    // In no order, so that nothing is asked twice in a row.
    const pathOf = (n: number) => suggestPath(texts[(n * 7_919) % texts.length] as string, more);
    const loop = await runClosedLoop({
      callers: CALLERS,
      seconds,
      ask: async (n) => (await (clients[n % clients.length] as HttpClient).get(pathOf(n))).status === 200,
    });
    console.log(`| ${name} | ${await formatLoad(loop, before, apis)} |`);
  }
  for (const client of clients) client.close();
}

async function formatLoad(
  { perSecond, ms, failed, answers }: LoopResult,
  before: Awaited<ReturnType<typeof readProcessorSeconds>>,
  apis: readonly StartedApi[],
): Promise<string> {
  const used = { api: 0, meilisearch: 0, postgres: 0 };
  for (const [pid, { name, seconds }] of await readProcessorSeconds()) {
    const spent = ((seconds - (before.get(pid)?.seconds ?? 0)) * 1_000) / answers;
    if (apis.some((one) => one.pid === pid)) used.api += spent;
    else if (name.includes('postgres')) used.postgres += spent;
    else if (name.includes('meilisearch')) used.meilisearch += spent;
  }
  const figures = [ms.p50, ms.p95, ms.p99].map((value) => value.toFixed(1));
  const costs = Object.values(used).map((value) => value.toFixed(2));
  return [perSecond.toFixed(0), ...figures, failed, ...costs].join(' | ');
}

command.parseAsync().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
