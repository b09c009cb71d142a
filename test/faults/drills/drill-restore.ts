import { Command, InvalidArgumentError } from 'commander';
import { importFile } from '../../../src/import/import-file.ts';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import { rehearseRestore } from '../stores/restore-scenarios.ts';
import { describeFinding } from '../scenario.ts';
import { createWorld, insertProducts } from '../world.ts';

const command = new Command('drill')
  .description('Dumps a catalogue, wipes Postgres, Redis and Meilisearch, restores, and compares everything.')
  .option('--import <file>', 'an Open Food Facts export to fill it with; made-up products without')
  .option('--products <count>', 'how many, or how many rows of the export', readCount, 100_000)
  .action(run);

async function run(options: { import?: string; products: number }): Promise<void> {
  const world = await createWorld();
  try {
    const { db } = world;
    if (options.import === undefined) await insertProducts(db, options.products);
    else {
      await importFile({ db, path: options.import, importer: createOffImporter(), limit: options.products });
    }
    await world.converge(300_000);
    const findings = await rehearseRestore(world);
    for (const finding of findings) process.stdout.write(`${describeFinding(finding)}\n`);
    process.exitCode = findings.every(({ isKept }) => isKept) ? 0 : 1;
  } finally {
    await world.close();
  }
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a number from 1 on.');
  return count;
}

await command.parseAsync();
