import { Command, InvalidArgumentError } from 'commander';
import { createHttpClient } from '../http-client.ts';
import { prepareCatalogue, type StartedPart } from '../search/catalogue/prepare-catalogue.ts';
import { readSample } from '../search/catalogue/read-sample.ts';
import { startBenchApi } from '../search/catalogue/start-bench-api.ts';
import { interleave } from '../search/measure-load.ts';
import type { Parameters } from '../search/questions/draw-question.ts';
import { makeQuestions } from '../search/questions/search-questions.ts';
import { checkFacets, checkOrders, connectTruth, readFacetedProducts, type Checked } from './check-facets.ts';
import { makeFacetQuestions, ORDERS } from './facet-questions.ts';
import { measureAddition } from './measure-facets.ts';

interface BenchArguments {
  catalogue: string;
  queries: number;
  seed: number;
  data: string;
  costSeconds: number;
}

const command = new Command('facets')
  .description(
    'Facets and orders beside GROUP BY and ORDER BY in SQL, and what they cost beside the same search without.',
  )
  .requiredOption('--catalogue <file>', 'an Open Food Facts export')
  .option('--queries <count>', 'questions whose facets are compared', readCount, 500)
  .option('--seed <number>', 'another seed asks other questions', readCount, 1)
  .option('--data <directory>', 'where catalogues are kept for the next run', '.data/bench')
  .option('--cost-seconds <seconds>', 'for each measurement of cost; 0: none', readCount, 8)
  .action(run);

const THREE = { facets: 'brand,category,country' };
/** Orders are compared for each so many'th question: there are four of them, and two pages. */
const ORDER_SHARE = 4;

async function run(given: BenchArguments): Promise<void> {
  const parts: StartedPart[] = [];
  try {
    await bench(given, parts);
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

async function bench(
  { catalogue: file, data, queries, seed, costSeconds }: BenchArguments,
  parts: StartedPart[],
) {
  const { servers, facts } = await prepareCatalogue({
    file,
    dataRoot: data,
    copies: 0,
    products: undefined,
    parts,
    say,
  });
  const started = {
    Meilisearch: await startBenchApi(servers, parts),
    Postgres: await startBenchApi({ ...servers, meilisearch: undefined }, parts),
  };
  const truth = await connectTruth(servers.databaseUrl);
  const questions = makeFacetQuestions(await readFacetedProducts(truth), queries, seed);
  for (const [engine, { origin }] of Object.entries(started)) {
    const api = createHttpClient(origin, 2);
    const asked = engine === 'Postgres' ? questions.slice(0, queries / ORDER_SHARE) : questions;
    print(`\n${engine}: facets of ${asked.length} questions`);
    report(await checkFacets(api, truth, asked));
    const ordered = asked.filter((_, n) => n % ORDER_SHARE === 0);
    print(`\n${engine}: orders of ${ordered.length} questions`);
    report(await checkOrders(api, truth, ordered));
    api.close();
  }
  await truth.end();
  if (costSeconds === 0) return;
  const sample = await readSample(servers.databaseUrl, facts.products);
  const api = started.Meilisearch;
  const rows = makeQuestions(sample, 4_500, seed + 1);
  const textual = rows.filter(({ group }) => group === 'text' || group === 'filter');
  const pages = rows.find(({ name }) => name === 'no text, any page')?.questions ?? [];
  const kinds: [string, Parameters[], Parameters][] = [
    ['mix', interleave(textual), THREE],
    ...textual.map(({ name, questions: own }): [string, Parameters[], Parameters] => [name, own, THREE]),
    ['no text, no filter', pages, THREE],
    ['a very common text', [{ q: 'chocolat' }], THREE],
    [
      'all seven, mix',
      interleave(textual),
      { facets: 'brand,category,country,nutri_score,kind,label,allergen' },
    ],
    ...Object.keys(ORDERS).map((sort): [string, Parameters[], Parameters] => [
      `sort=${sort}, one word`,
      rows.find(({ name }) => name === 'one word')?.questions ?? [],
      { sort },
    ]),
  ];
  print('\nProcessor ms a search | without | with | × | API without | API with | failed');
  for (const [name, own, added] of kinds) {
    const cost = await measureAddition(api, name, own, added, costSeconds);
    const figures = [cost.plainMs, cost.withMs, cost.withMs / cost.plainMs, cost.plainApiMs, cost.withApiMs];
    print([name, ...figures.map((figure) => figure.toFixed(2)), cost.failed].join(' | '));
  }
}

function report(results: Record<string, Checked>): void {
  for (const [name, { compared, equal, filled, open, wrong }] of Object.entries(results)) {
    print(`${name}: ${equal} of ${compared} equal, ${filled} with values, ${open} not exact or refused`);
    for (const question of wrong.slice(0, 3)) print(`  not equal: ${question}`);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
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
