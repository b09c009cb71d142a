import { Command } from 'commander';
import { foldText } from '../src/platform/text/fold-text.ts';
import { catalogueOptions, onCatalogue, type CatalogueArguments } from './catalogue/on-catalogue.ts';
import { readSample } from './catalogue/read-sample.ts';
import { createRandom, withTypo } from '../test/support/search/query-kinds.ts';
import { formatMs, measure, printTable } from './shared/measure.ts';

interface Given extends CatalogueArguments {
  names: number;
  seconds: number;
}

const CALLERS = 8;
const MOST_LETTERS = 20;
/** A step that is prime to any number of texts, so that no text is asked for twice in a row. */
const STEP = 7_919;

const command = catalogueOptions(new Command('suggest'))
  .description('Suggestions while names are typed letter by letter: rate, latency and processor time.')
  .option('--names <count>', 'names that are typed', Number, 1_000)
  .option('--seconds <seconds>', 'for each row', Number, 10)
  .action(run);

async function run(given: Given): Promise<void> {
  await onCatalogue(given, async ({ catalogue, api, headers, say }) => {
    const { products } = await readSample(catalogue.servers.databaseUrl, catalogue.facts.products);
    const names = [...new Set(products.map(({ name }) => foldText(name)))].slice(0, given.names);
    const random = createRandom(1);
    const misspelt = names.filter((name) => name.length > 4).map((name) => withTypo(name, random));
    const rows: [name: string, texts: string[], more: string][] = [
      ['letter by letter', prefixes(names, 1, MOST_LETTERS), ''],
      ['the same, products alone', prefixes(names, 1, MOST_LETTERS), '&types=product'],
      ['the same, brands alone', prefixes(names, 1, MOST_LETTERS), '&types=brand'],
      ['with a typo', prefixes(misspelt, 1, MOST_LETTERS), ''],
      ['one letter', prefixes(names, 1, 1), ''],
      ['two or three letters', prefixes(names, 2, 3), ''],
      ['whole names', names.map((name) => name.slice(0, 100)), ''],
    ];
    const results = [];
    for (const [name, texts, more] of rows) {
      say(name);
      const requests = texts.map((_, n) => ({
        path: `/api/v1/suggest?q=${encodeURIComponent(texts[(n * STEP) % texts.length] ?? '')}${more}`,
      }));
      const { seconds } = given;
      const load = { url: api.origin, headers, requests, seconds, callers: CALLERS };
      const { perSecond, ms, failed, answers, processorMs } = await measure(load, { [api.pid]: 'API' });
      const costs = ['API', 'engine', 'postgres'].map((process) => (processorMs[process] ?? 0).toFixed(2));
      results.push([name, perSecond.toFixed(0), formatMs(ms), `${failed} of ${answers}`, ...costs]);
    }
    printTable(
      ['typed', 'a second', 'p50 / p95 / p99 ms', 'failed', 'API', catalogue.engine.name, 'Postgres'],
      results,
    );
  });
}

/** The beginnings of texts, by their least and most letters. */
function prefixes(texts: string[], from: number, to: number): string[] {
  return texts.flatMap((text) => {
    const letters = Array.from(text).slice(0, to);
    return letters
      .map((_, at) => letters.slice(0, at + 1).join(''))
      .slice(from - 1)
      .filter((typed) => typed.trim() === typed);
  });
}

await command.parseAsync();
