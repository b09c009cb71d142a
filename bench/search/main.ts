import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { format } from 'prettier';
import { describeMachine } from '../describe-machine.ts';
import { createHttpClient } from '../http-client.ts';
import { readResidentMib } from '../processor-time.ts';
import type { StartedApi } from '../start-parts.ts';
import { prepareBareSearch, type BareSearch } from './catalogue/prepare-bare-search.ts';
import { measureCosts, type CostRow } from './costs/measure-costs.ts';
import { formatCosts } from './costs/report-costs.ts';
import { measureLoads } from './measure-loads.ts';
import type { Engines } from './measure-row.ts';
import { measureRows, warmUp } from './measure-rows.ts';
import { startBenchIndexer } from './catalogue/fill-index.ts';
import { prepareCatalogue, type Catalogue, type StartedPart } from './catalogue/prepare-catalogue.ts';
import { readSample } from './catalogue/read-sample.ts';
import { formatConditions, formatLoad, formatRows } from './report-search.ts';
import type { Sample } from './questions/draw-question.ts';
import { makeQuestions } from './questions/search-questions.ts';
import type { SearchBenchResult } from './questions/search-result.ts';
import { startBenchApi } from './catalogue/start-bench-api.ts';

interface BenchArguments {
  catalogue: string;
  queries: number;
  seed: number;
  copies: number;
  products?: number;
  data: string;
  json?: string;
  rows?: string[];
  loadSeconds: number;
  costSeconds: number;
  indexer: boolean;
  bare: boolean;
  processes: number;
  nodes?: number;
  shards?: number;
  replicas: number;
}

const command = new Command('search')
  .description('Asks Postgres and the search engine the same questions through the API.')
  .requiredOption('--catalogue <file>', 'an Open Food Facts export')
  .option('--queries <count>', 'questions in all for the nine kinds of query', readCount, 900)
  .option('--seed <number>', 'another seed asks other questions', readCount, 1)
  .option('--copies <count>', 'add so many varied copies of each product', readCount, 0)
  .option('--products <count>', 'add varied copies until there are so many products', readCount)
  .option('--data <directory>', 'where catalogues are kept for the next run', '.data/bench')
  .option('--json <file>', 'where the result is written (default: beside the catalogue)')
  .option('--rows <names>', 'only these rows, separated by commas', (names) => names.split(','))
  .option('--load-seconds <seconds>', 'for each measurement of load; 0: none', readCount, 10)
  .option(
    '--cost-seconds <seconds>',
    'for each kind whose processor time is measured, the mix four times as long; 0: none',
    readCount,
    3,
  )
  .option('--processes <count>', 'so many API processes share the load at last', readCount, 1)
  .option(
    '--nodes <count>',
    'OpenSearch with so many nodes, filled anew, answers in place of Meilisearch',
    readCount,
  )
  .option('--shards <count>', 'shards of its index; one a node unless given', readCount)
  .option('--replicas <count>', 'replicas of its index', readCount, 0)
  .option('--no-indexer', 'measures processor time without the indexer beside')
  .option('--no-bare', 'measures processor time without an index for Meilisearch’s own search')
  .action(run);

const WARM_UP_QUESTIONS = 45;

async function run(given: BenchArguments): Promise<void> {
  const parts: StartedPart[] = [];
  const stop = async () => {
    for (const part of parts.splice(0).toReversed()) await part.stop();
  };
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      interrupted = true;
      void stop().finally(() => process.exit(130));
    });
  }
  try {
    await bench(given, parts);
  } catch (error) {
    // What was under way fails as its servers are stopped.
    if (interrupted) await new Promise(() => undefined);
    throw error;
  } finally {
    await stop();
  }
}

async function bench(given: BenchArguments, parts: StartedPart[]): Promise<void> {
  const { catalogue: file, data: dataRoot, copies, products, queries, seed, loadSeconds } = given;
  const loadAverage = Math.round(loadavg()[0] ?? 0);
  const { nodes, shards = nodes ?? 1, replicas } = given;
  const openSearch = nodes === undefined ? undefined : { nodes, shards, replicas };
  const catalogue = await prepareCatalogue({ file, dataRoot, copies, products, openSearch, parts, say });
  const { servers, facts, dataDir, engine } = catalogue;
  const sample = await readSample(servers.databaseUrl, facts.products);
  const apis = {
    engine: await startBenchApi(servers, parts, engine.settings),
    oracle: await startBenchApi({ ...servers, meilisearch: undefined }, parts),
  };
  const engines: Engines = {
    engine: createHttpClient(apis.engine.origin, 1),
    oracle: createHttpClient(apis.oracle.origin, 1),
  };
  const asked = makeQuestions(sample, queries, seed).filter(
    ({ name, group, questions }) =>
      questions.length > 0 && group !== 'labels' && (given.rows?.includes(name) ?? true),
  );
  say('Warming up …');
  const warmingUp = makeQuestions(sample, WARM_UP_QUESTIONS, seed + 1);
  // The oracle takes seconds for a question of a large catalogue.
  await warmUp(asked.length > 0 ? engines : { engine: engines.engine }, warmingUp);
  const rows = await measureRows(engines, asked, join(dataDir, 'questions.jsonl'), say);
  // Started only now: what they hold is not to be in the way of what was measured before.
  const others: string[] = [];
  const processes = loadSeconds === 0 ? 1 : given.processes;
  while (others.length < processes - 1) {
    const { origin } = await startBenchApi(servers, parts, engine.settings);
    const client = createHttpClient(origin, 1);
    await warmUp({ engine: client }, warmingUp);
    client.close();
    others.push(origin);
  }
  const result: SearchBenchResult = {
    date: new Date().toISOString().slice(0, 10),
    machine: await describeMachine(servers),
    catalogue: facts,
    engine: [
      `${engine.name} ${engine.version}`,
      ...(openSearch ? [`${nodes} nodes, ${shards} shards, ${replicas} replicas`] : []),
    ].join(', '),
    indexMib: (await engine.diskBytes()) / 2 ** 20,
    loadAverage,
    queries,
    seed,
    rows,
    // Other questions than those before.
    ...(await measureLoads(
      { engine: [apis.engine.origin, ...others], oracle: [apis.oracle.origin] },
      sample,
      seed + 2,
      loadSeconds,
      say,
    )),
    costs: await costs(given, catalogue, apis, sample, parts),
    apiMib: await readResidentMib(apis.engine.pid),
  };
  const json = given.json ?? join(dataDir, 'result.json');
  await writeFile(json, `${JSON.stringify(result, null, 2)}\n`);
  const report = [
    formatConditions(result),
    ...(result.rows.length > 0 ? [formatRows(result)] : []),
    ...(result.load.length > 0 ? [formatLoad(result)] : []),
    ...(result.costs.length > 0 ? [formatCosts(result.costs, engine.name)] : []),
  ];
  process.stdout.write(`\n${await format(report.join('\n\n'), { parser: 'markdown' })}\n`);
  say(`Written: ${json}; each question: ${join(dataDir, 'questions.jsonl')}`);
}

/** With the indexer at work beside, as it always is; with other questions than those before. */
async function costs(
  { costSeconds, seed, indexer: isIndexed, bare: isBare }: BenchArguments,
  { servers, facts, engine }: Catalogue,
  apis: { engine: StartedApi; oracle: StartedApi },
  sample: Sample,
  parts: StartedPart[],
): Promise<CostRow[]> {
  if (costSeconds === 0) return [];
  let bare: BareSearch | undefined;
  if (isBare && engine.name === 'Meilisearch' && servers.meilisearch) {
    say('Preparing Meilisearch’s own search …');
    bare = await prepareBareSearch(servers.meilisearch, facts.products);
  }
  const names: Record<number, string> = { [apis.engine.pid]: 'API', [apis.oracle.pid]: 'oracle' };
  if (isIndexed) {
    const indexer = await startBenchIndexer(servers, engine);
    parts.push(indexer);
    names[indexer.pid] = 'indexer';
  }
  const { origin } = apis.engine;
  return await measureCosts({ origin, bare, names, sample, seed: seed + 20, seconds: costSeconds, say });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function readCount(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

command.parseAsync().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
