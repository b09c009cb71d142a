import { Command } from 'commander';
import { catalogueOptions, onCatalogue, type CatalogueArguments } from './catalogue/on-catalogue.ts';
import { readSample } from './catalogue/read-sample.ts';
import type { Parameters } from './questions/draw-question.ts';
import { interleave, makeQuestions, searchPath } from './questions/search-questions.ts';
import { measure, printTable } from './shared/measure.ts';

interface Given extends CatalogueArguments {
  seconds: number;
}

const CALLERS = 4;
const ROUNDS = 4;
const QUESTIONS = 4_500;
const THREE = { facets: 'brand,category,country' };
const ALL = { facets: 'brand,category,country,nutri_score,kind,label,allergen' };

const command = catalogueOptions(new Command('facets'))
  .description('What facets and orders cost beside the same search without them, in turn.')
  .option('--seconds <seconds>', 'for each row', Number, 8)
  .action(run);

async function run(given: Given): Promise<void> {
  await onCatalogue(given, async ({ catalogue, api, headers, say }) => {
    const sample = await readSample(catalogue.servers.databaseUrl, catalogue.facts.products);
    const kinds = makeQuestions(sample, QUESTIONS, 1).filter(({ group }) => group !== 'labels');
    const oneWord = kinds.find(({ name }) => name === 'one word')?.questions ?? [];
    const rows: [name: string, questions: Parameters[], added: Parameters][] = [
      ['mix', interleave(kinds), THREE],
      ...kinds.map(({ name, questions }): [string, Parameters[], Parameters] => [name, questions, THREE]),
      ['a very common text', [{ q: 'chocolat' }], THREE],
      ['all seven, mix', interleave(kinds), ALL],
      ...['quality', 'name', '-updated', '-created'].map((sort): [string, Parameters[], Parameters] => [
        `sort=${sort}, one word`,
        oneWord,
        { sort },
      ]),
    ];
    const results = [];
    for (const [name, questions, added] of rows) {
      say(name);
      const sums = { plain: 0, added: 0 };
      let failed = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const way of ['plain', 'added'] as const) {
          const requests = questions.map((question) => ({
            path: searchPath(way === 'plain' ? question : { ...question, ...added }),
          }));
          const seconds = given.seconds / ROUNDS;
          const result = await measure({ url: api.origin, headers, requests, seconds, callers: CALLERS });
          sums[way] += Object.values(result.processorMs).reduce((sum, ms) => sum + ms, 0) / ROUNDS;
          failed += result.failed;
        }
      }
      const figures = [sums.plain, sums.added, sums.added / sums.plain].map((value) => value.toFixed(2));
      results.push([name, ...figures, failed]);
    }
    printTable(['processor ms a search', 'without', 'with', '×', 'failed'], results);
  });
}

await command.parseAsync();
