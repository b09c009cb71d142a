/**
 * Counts how many foods of an export of Open Food Facts pass each label-based filter, and for how many every
 * ingredient was understood.
 *
 * `npm run bench -- labels <file.jsonl[.gz] or .csv[.gz]>`
 */
import { Command } from 'commander';
import { readLabel } from '../src/facts/label/read-label.ts';
import { readIngredients } from '../src/facts/label/read-ingredients.ts';
import { createOffImporter } from '../src/import/open-food-facts/off-importer.ts';

const command = new Command('labels')
  .argument('<file>', 'an export of Open Food Facts')
  .action(async (file: string) => {
    const { assured, rows, withText, read } = await count(file);
    const words = [...assured].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const share = (part: number) => `${((100 * part) / Math.max(1, rows)).toFixed(1)} %`.padStart(8);
    const lines = [
      `${rows} products, ${withText} with ingredients, ${read} with all of them understood`,
      ...words.map(([word, passing]) => `${word.padEnd(36)}${String(passing).padStart(8)}${share(passing)}`),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
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

await command.parseAsync();
