import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { startOpenSearch } from '../../test/support/opensearch/start-opensearch.ts';
import { runClosedLoop } from '../closed-loop.ts';
import { createHttpClient } from '../http-client.ts';
import { readProcessorSeconds } from '../processor-time.ts';
import { prepareCatalogue, type StartedPart } from '../search/catalogue/prepare-catalogue.ts';
import {
  describeMeilisearch,
  describeOpenSearch,
  fillEngine,
  type BenchEngine,
} from '../search/catalogue/prepare-engines.ts';
import { readSample } from '../search/catalogue/read-sample.ts';
import { startBenchApi } from '../search/catalogue/start-bench-api.ts';
import { interleave } from '../search/measure-load.ts';
import type { Parameters } from '../search/questions/draw-question.ts';
import { searchPath } from '../search/questions/search-answer.ts';
import { makeQuestions, type QuestionRow } from '../search/questions/search-questions.ts';
import type { StartedApi } from '../start-parts.ts';

interface BenchArguments {
  catalogue: string;
  data: string;
  products?: number;
  queries: number;
  seed: number;
  nodes: number;
  shards: number;
  replicas: number;
  seconds: number;
  fill: boolean;
}

const command = new Command('bench:engines')
  .description('The same questions to Meilisearch and OpenSearch, page for page, and what each engine costs.')
  .requiredOption('--catalogue <file>', 'an Open Food Facts export')
  .option('--data <directory>', 'where catalogues are kept for the next run', '.data/bench')
  .option('--products <count>', 'add varied copies until there are so many products', readCount)
  .option('--queries <count>', 'questions in all for the nine kinds of query', readCount, 900)
  .option('--seed <number>', 'another seed asks other questions', readCount, 1)
  .option('--nodes <count>', 'nodes of OpenSearch', readCount, 1)
  .option('--shards <count>', 'shards of its index', readCount, 3)
  .option('--replicas <count>', 'replicas of its index', readCount, 0)
  .option('--seconds <seconds>', 'for each measurement of cost; 0: none', readCount, 5)
  .option('--no-fill', 'Meilisearch is not filled anew, and its index time not measured')
  .action(run);

/** Until it has compiled what searches need, Java takes many times as long. */
const WARM_UP_SECONDS = 10;
const CALLERS = 4;

async function run(given: BenchArguments): Promise<void> {
  const parts: StartedPart[] = [];
  const root = await mkdtemp(join(tmpdir(), 'factshelf-engines-'));
  try {
    await bench(given, root, parts);
  } finally {
    for (const part of parts.toReversed()) await part.stop();
    await rm(root, { recursive: true, force: true });
  }
}

async function bench(given: BenchArguments, root: string, parts: StartedPart[]): Promise<void> {
  const { catalogue: file, data: dataRoot, products, queries, seed, nodes, shards, replicas } = given;
  const { servers, facts } = await prepareCatalogue({ file, dataRoot, copies: 0, products, parts, say });
  const cluster = await startOpenSearch(root, nodes);
  parts.push({ stop: () => cluster.stop(), kill: () => void cluster.stop() });
  const engines = [describeMeilisearch(servers), describeOpenSearch(cluster.urls, shards, replicas)];
  print(`${facts.products} products; OpenSearch: ${nodes} nodes, ${shards} shards, ${replicas} replicas`);
  print(`Load average: ${loadavg()[0]?.toFixed(1)}`);
  for (const engine of engines) {
    if (engine.name === 'meilisearch' && !given.fill) continue;
    const before = await readProcessorSeconds();
    const seconds = await fillEngine(engine, servers);
    const used = await usedSince(before);
    const disk = ((await engine.diskBytes()) / 2 ** 20).toFixed(0);
    print(
      `${engine.name}: index ${seconds.toFixed(1)} s, disk ${disk} MiB, processor s ${describe(used, 1)}`,
    );
  }
  const apis: [BenchEngine, StartedApi][] = [];
  for (const engine of engines) apis.push([engine, await startBenchApi(servers, parts, engine.settings)]);
  const sample = await readSample(servers.databaseUrl, facts.products);
  const warm = interleave(makeQuestions(sample, 900, seed + 1).filter(isUsual));
  for (const [, { origin }] of apis) await load(origin, warm, WARM_UP_SECONDS);
  await compare(apis, makeQuestions(sample, queries, seed));
  if (given.seconds === 0) return;
  const rows = makeQuestions(sample, 9_000, seed + 2);
  const mixes: [string, Parameters[]][] = [
    ['texts, with and without filters', interleave(rows.filter(isUsual))],
    ['lists of a filter', questionsOf(rows, 'filter, no text')],
    ['lists, any page', questionsOf(rows, 'no text, any page')],
  ];
  print('\nkind | engine | answers/s | p50 ms | p95 ms | failed | processor ms a search');
  for (const [kind, questions] of mixes) {
    for (const [{ name }, { origin }] of apis) {
      const before = await readProcessorSeconds();
      const loop = await load(origin, questions, given.seconds);
      const used = await usedSince(before);
      const each = Object.fromEntries(
        Object.entries(used).map(([process, seconds]) => [process, (seconds * 1_000) / loop.answers]),
      );
      const { ms, perSecond, failed } = loop;
      const figures = [perSecond.toFixed(0), ms.p50.toFixed(1), ms.p95.toFixed(1), failed, describe(each, 2)];
      print([kind, name, ...figures].join(' | '));
    }
  }
}

/** Every question to all, one after the other: the whole answer has to be the same. */
async function compare(apis: [BenchEngine, StartedApi][], rows: QuestionRow[]): Promise<void> {
  print('\nkind | questions | identical | differ | failed');
  const clients = apis.map(([, { origin }]) => createHttpClient(origin, 1));
  for (const { name, questions } of rows) {
    const counts = { identical: 0, differ: 0, failed: 0 };
    for (const question of questions) {
      const [first, ...others] = await Promise.all(clients.map((client) => client.get(searchPath(question))));
      const isSettled = [first, ...others].every((answer) => answer?.text.includes('"is_settled":true'));
      if ([first, ...others].some((answer) => answer?.status !== 200) || !isSettled) counts.failed++;
      else if (others.every((answer) => answer.text === first?.text)) counts.identical++;
      else {
        counts.differ++;
        say(`differs: ${searchPath(question)}`);
      }
    }
    print([name, questions.length, counts.identical, counts.differ, counts.failed].join(' | '));
  }
  for (const client of clients) client.close();
}

async function load(origin: string, questions: Parameters[], seconds: number) {
  const client = createHttpClient(origin, CALLERS);
  const loop = await runClosedLoop({
    callers: CALLERS,
    seconds,
    ask: async (n) =>
      (await client.get(searchPath(questions[n % questions.length] as Parameters))).status === 200,
  });
  client.close();
  return loop;
}

/** Processor seconds by what the processes are called. */
async function usedSince(
  before: Awaited<ReturnType<typeof readProcessorSeconds>>,
): Promise<Record<string, number>> {
  const used: Record<string, number> = {};
  for (const [pid, { name, seconds }] of await readProcessorSeconds()) {
    used[name] = (used[name] ?? 0) + seconds - (before.get(pid)?.seconds ?? 0);
  }
  return used;
}

const describe = (used: Record<string, number>, digits: number): string =>
  Object.entries(used)
    .filter(([, value]) => value >= 0.05)
    .map(([name, value]) => `${name} ${value.toFixed(digits)}`)
    .join(', ');

const isUsual = ({ group }: QuestionRow): boolean => group === 'text' || group === 'filter';

const questionsOf = (rows: QuestionRow[], wanted: string): Parameters[] =>
  rows.find(({ name }) => name === wanted)?.questions ?? [];

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

function readCount(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

command.parseAsync().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
