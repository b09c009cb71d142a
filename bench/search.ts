import { Command } from 'commander';
import { prepareBareSearch } from './catalogue/prepare-bare-search.ts';
import { startBenchIndexer } from './catalogue/fill-index.ts';
import { catalogueOptions, onCatalogue, type CatalogueArguments } from './catalogue/on-catalogue.ts';
import { readSample } from './catalogue/read-sample.ts';
import type { Parameters } from './questions/draw-question.ts';
import { interleave, makeQuestions, searchPath } from './questions/search-questions.ts';
import { formatMs, measure, printTable } from './shared/measure.ts';

interface Given extends CatalogueArguments {
  seed: number;
  costSeconds: number;
  callers: number;
  only?: string[];
  indexer: boolean;
  bare: boolean;
}

/** Enough that no question comes twice. */
const QUESTIONS = 18_000;
/** The mix is measured longer than each kind. */
const MIX_SHARE = 4;

const command = catalogueOptions(new Command('search'))
  .description('Searches of every kind: rate, latency and processor time, beside Meilisearch’s own search.')
  .option('--seed <number>', 'another seed asks other questions', Number, 1)
  .option('--cost-seconds <seconds>', 'for each kind; four times as long for the mixes', Number, 3)
  .option('--callers <count>', 'at once', Number, 8)
  .option('--only <names>', 'only these rows, separated by commas: mix,all labels', (text) => text.split(','))
  .option('--no-indexer', 'without the indexer beside')
  .option('--no-bare', 'without an index for Meilisearch’s own search')
  .action(run);

async function run(given: Given): Promise<void> {
  await onCatalogue(given, async ({ catalogue, api, headers, parts, say }) => {
    const { servers, facts, engine } = catalogue;
    const names: Record<number, string> = { [api.pid]: 'API' };
    const sample = await readSample(servers.databaseUrl, facts.products);
    const kinds = makeQuestions(sample, QUESTIONS, given.seed);
    const isUsual = ({ group }: { group: string }) => group !== 'labels';
    const rows = [
      { name: 'mix', questions: interleave(kinds.filter(isUsual)), share: MIX_SHARE },
      {
        name: 'all labels',
        questions: interleave(kinds.filter((kind) => !isUsual(kind))),
        share: MIX_SHARE,
      },
      ...kinds.filter(isUsual).map((kind) => ({ ...kind, share: 1 })),
    ].filter(({ name, questions }) => questions.length > 0 && (given.only?.includes(name) ?? true));
    const bare =
      given.bare && engine.name === 'Meilisearch' && servers.meilisearch
        ? await prepareBareSearch(servers.meilisearch, facts.products)
        : undefined;
    if (given.indexer) {
      const indexer = await startBenchIndexer(servers, engine);
      parts.push(indexer);
      names[indexer.pid] = 'indexer';
    }
    const load = (origin: string, sent: Record<string, string>, paths: string[], seconds: number) =>
      measure(
        {
          url: origin,
          headers: sent,
          requests: paths.map((path) => ({ path })),
          seconds,
          callers: given.callers,
        },
        names,
      );
    const results = [];
    // The first row warms up and is not counted.
    for (const [at, { name, questions, share }] of [...rows.slice(0, 1), ...rows].entries()) {
      say(at === 0 ? 'Warming up …' : name);
      const paths = (of: (question: Parameters) => string) => questions.map(of);
      const seconds = given.costSeconds * share;
      const ours = await load(api.origin, headers, paths(searchPath), seconds);
      if (at === 0) continue;
      const alone = bare && (await load(bare.origin, bare.headers, paths(bare.path), seconds / 2));
      // A connection that closes while it is used again costs one answer.
      if (alone && alone.failed > alone.answers / 100) throw new Error('Meilisearch alone failed.');
      const ms = (process: string) => (ours.processorMs[process] ?? 0).toFixed(2);
      results.push([
        name,
        ours.perSecond.toFixed(0),
        formatMs(ours.ms),
        `${ours.failed} of ${ours.answers}`,
        ...['API', 'engine', 'postgres', 'indexer'].map(ms),
        ...(alone ? [(alone.processorMs['engine'] ?? 0).toFixed(2), alone.perSecond.toFixed(0)] : []),
      ]);
    }
    const head = [
      'kind',
      'a second',
      'p50 / p95 / p99 ms',
      'failed',
      'API',
      engine.name,
      'Postgres',
      'indexer',
    ];
    printTable([...head, ...(bare ? ['its own search', 'a second'] : [])], results);
    console.log(`\nThe index has ${((await engine.diskBytes()) / 2 ** 20).toFixed(0)} MiB.`);
  });
}

await command.parseAsync();
