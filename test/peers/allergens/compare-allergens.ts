import { Command } from 'commander';
import { readLabel } from '../../../src/facts/label/read-label.ts';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import { foldLetters } from '../../../src/platform/text/fold-text.ts';
import { DIET_WORDS, PLAIN_WORDS, type PlainWords } from './plain-words.ts';

const command = new Command('allergens')
  .description(
    'Of the foods that pass a filter by label, how many name what it excludes, by words apart from ours.',
  )
  .argument('<file>', 'an export of Open Food Facts')
  .option('--show', 'print each text that names it')
  .action(run);

interface Figures {
  /** Of all foods, those whose ingredients name it: the words find something. */
  naming: number;
  passing: number;
  named: number;
  stated: number;
}

async function run(path: string, { show = false }: { show?: boolean }): Promise<void> {
  const filters = listFilters();
  const figures = new Map<string, Figures>(
    filters.map(({ word }) => [word, { naming: 0, passing: 0, named: 0, stated: 0 }]),
  );
  const everyCategory = { has: () => true, get: () => 'food' } as unknown as ReadonlyMap<string, string>;
  const importer = createOffImporter();
  const input = { path, onBytesRead: () => undefined, onSkipped: () => undefined, isStopped: () => false };
  const counts = { foods: 0, withText: 0 };
  for await (const found of importer.readRows(input)) {
    const result = 'row' in found ? importer.mapRow(found.row, { categoryKinds: everyCategory }) : undefined;
    if (!('row' in found) || !result?.ok) continue;
    const { facts } = result.record;
    const texts = Object.entries(found.row).filter(([column]) =>
      /^ingredients_text(_[a-z]{2})?$/.test(column),
    );
    const text = fold(texts.map(([, value]) => String(value)).join(' | '));
    counts.foods += 1;
    if (facts.ingredients_text !== null) counts.withText += 1;
    const assured = new Set(readLabel({ facts, suppliers: {}, claims: {} }).assured);
    for (const { word, code, isTrace, pattern } of filters) {
      const figure = figures.get(word);
      const hit = findNamed(text, pattern);
      if (figure && hit !== undefined) figure.naming += 1;
      if (!figure || !assured.has(word)) continue;
      figure.passing += 1;
      if (
        facts.allergens.some((one) => one === code) ||
        (isTrace && facts.traces.some((one) => one === code))
      )
        figure.stated += 1;
      if (hit === undefined) continue;
      figure.named += 1;
      if (show)
        process.stdout.write(`${word}\t${hit}\t${String(found.row['code'])}\t${text.slice(0, 1500)}\n`);
    }
  }
  process.stdout.write(`${counts.foods} foods, ${counts.withText} with ingredients\n`);
  for (const [word, { naming, passing, named, stated }] of figures) {
    const share = ((100 * passing) / Math.max(1, counts.withText)).toFixed(1);
    process.stdout.write(
      `${word.padEnd(34)}${String(passing).padStart(7)} pass (${share} %), ${named} name it, ${stated} state it; ${naming} of all name it\n`,
    );
  }
}

function listFilters() {
  const allergens = Object.entries(PLAIN_WORDS).map(([code, words]) => ({
    code,
    pattern: makePattern(words),
  }));
  return [
    ...allergens.map((one) => ({ ...one, word: `a:${one.code}`, isTrace: false })),
    ...allergens.map((one) => ({ ...one, word: `t:${one.code}`, isTrace: true })),
    ...Object.entries(DIET_WORDS).map(([code, words]) => ({
      code,
      pattern: makePattern(words),
      word: `d:${code}`,
      isTrace: false,
    })),
  ];
}

const fold = (text: string) =>
  ` ${foldLetters(text)
    .replaceAll('_', '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;

/** Exceptions come first, so that they take what they match. */
function makePattern({ words, within = '', except = '' }: PlainWords): RegExp {
  const list = (text: string) =>
    text
      .split(', ')
      .filter((word) => word !== '')
      .toSorted((a, b) => b.length - a.length)
      .join('|');
  const hidden = within === '' ? '' : `|(?<part>${list(within)})`;
  return new RegExp(
    `(?<= )(?:${list(except) || '(?!)'})(?= )|(?<= )(?<word>${list(words)})(?= )${hidden}`,
    'gu',
  );
}

function findNamed(text: string, pattern: RegExp): string | undefined {
  for (const { groups } of text.matchAll(pattern)) {
    const hit = groups?.['word'] ?? groups?.['part'];
    if (hit !== undefined) return hit;
  }
  return undefined;
}

await command.parseAsync();
