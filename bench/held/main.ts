import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { format } from 'prettier';
import { prepareHeldDatabase, type Stoppable } from './fill-held.ts';
import { formatHeld, type HeldMeasured, type HeldResult } from './report-held.ts';

interface Given {
  catalogue: string;
  data: string;
  products: number[];
  questions: number;
  seed: number;
}

const command = new Command('bench:held')
  .description(
    'What a process costs that holds all products: its start, its memory, and searches in it without an engine.',
  )
  .requiredOption('--catalogue <file>', 'an Open Food Facts export')
  .option('--data <directory>', 'where the database is kept for the next run', '.data/bench')
  .option(
    '--products <counts>',
    'varied copies are added until there are so many, one count after the other; separated by commas',
    (counts) => counts.split(',').map(Number),
    [200_000, 1_000_000, 5_000_000],
  )
  .option('--questions <count>', 'of each kind', Number, 200)
  .option('--seed <number>', 'another seed asks other questions', Number, 1)
  .action(run);

async function run({ catalogue, data, products, questions, seed }: Given): Promise<void> {
  const parts: Stoppable[] = [];
  try {
    const hash = createHash('sha256');
    await pipeline(createReadStream(catalogue), hash);
    const dataDir = join(data, `held-${hash.digest('hex').slice(0, 12)}`);
    await mkdir(dataDir, { recursive: true });
    const { urls, growTo } = await prepareHeldDatabase(catalogue, dataDir, parts, say);
    const results: HeldResult[] = [];
    for (const count of products) {
      const held = await growTo(count);
      const directory = join(dataDir, 'kept');
      await rm(directory, { recursive: true, force: true });
      say(`${held.toLocaleString('en')} products: from Postgres …`);
      const env = { DATABASE_URL: urls.databaseUrl, SEED: String(seed), HELD_DIR: directory };
      const cold = await measure({ ...env, QUESTIONS: '0' });
      say('From its file, and searches …');
      results.push({ products: held, cold, kept: await measure({ ...env, QUESTIONS: String(questions) }) });
    }
    const conditions = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}; seed ${seed}`;
    console.log(`\n${conditions}\n\n${await format(formatHeld(results), { parser: 'markdown' })}`);
  } finally {
    for (const part of parts.toReversed()) await part.stop();
  }
}

async function measure(env: Record<string, string>): Promise<HeldMeasured> {
  const child = fork(fileURLToPath(new URL('start-held-process.ts', import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  let told: HeldMeasured | undefined;
  child.on('message', (message) => (told = message as HeldMeasured));
  await once(child, 'exit');
  if (!told) throw new Error('The process that holds the products ended.');
  return told;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

command.parseAsync().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
