/**
 * Counts how many foods of an export of Open Food Facts pass each label-based filter, and for how many every
 * ingredient was understood.
 *
 * `npm run import:labels -- <file.jsonl[.gz] or .csv[.gz]>`
 */
import { Command } from 'commander';
import { readLabel } from '../../facts/label/read-label.ts';
import { readIngredients } from '../../facts/label/read-ingredients.ts';
import { createOffImporter } from '../../import/open-food-facts/off-importer.ts';
import { inSnakeCase, jsonOption, printResult, runProgram, type OutputOptions } from '../output.ts';

const command = new Command('import-labels')
  .argument('<file>', 'an export of Open Food Facts')
  .addOption(jsonOption())
  .action(async (file: string, options: OutputOptions) => {
    const { assured, ...figures } = await count(file);
    const { rows, withText, read } = figures;
    const words = [...assured].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const share = (part: number) => `${((100 * part) / Math.max(1, rows)).toFixed(1)} %`.padStart(8);
    printResult(options, { ...inSnakeCase(figures), assured: Object.fromEntries(words) }, [
      `${rows} products, ${withText} with ingredients, ${read} with all of them understood`,
      ...words.map(([word, passing]) => `${word.padEnd(36)}${String(passing).padStart(8)}${share(passing)}`),
    ]);
  });

async function count(path: string) {
  const everyCategory = { has: () => true, get: () => 'food' } as unknown as ReadonlyMap<string, string>;
  const importer = createOffImporter();
  const counts = { rows: 0, withText: 0, read: 0, assured: new Map<string, number>() };
  const input = { path, onBytesRead: () => undefined, onSkipped: () => undefined, isStopped: () => false };
  for await (const found of importer.readRows(input)) {
    const result = 'row' in found ? importer.mapRow(found.row, { categoryKinds: everyCategory }) : undefined;
    if (!result?.ok) continue;
    const { facts } = result.record;
    counts.rows += 1;
    if (facts.ingredients_text !== null) {
      counts.withText += 1;
      if (readIngredients(facts.ingredients_text).isRead) counts.read += 1;
    }
    for (const word of readLabel({ facts, suppliers: {}, claims: {} }).assured)
      counts.assured.set(word, (counts.assured.get(word) ?? 0) + 1);
  }
  return counts;
}

await runProgram(command);
