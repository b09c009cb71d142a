import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { checkBackups } from '../doctor/backups.ts';
import { readConfig, type Config } from '../platform/config.ts';
import { runProgram } from './output.ts';

/** Shorter than the patience of whoever asks, so that it learns the reason. */
const PATIENCE_MS = 4_000;

const command = new Command('health')
  .description(
    'Fails if the first process of this container is not well: the API, the indexer or daily backups.',
  )
  .action(async () => {
    const problem = await findProblem(await readFile('/proc/1/cmdline', 'utf8'), readConfig());
    if (problem === undefined) return;
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
  });

/** @param commandLine of the first process, which may be an init that names the program after itself */
async function findProblem(commandLine: string, config: Config): Promise<string | undefined> {
  const words = commandLine.split('\0');
  if (words.includes('dist/src/main.js')) return await ask(config.PORT);
  if (words.includes('dist/indexer/main.js')) return await ask(config.INDEXER_PORT);
  if (words.includes('--daily')) return (await checkBackups(config)).find(({ is_wrong }) => is_wrong)?.says;
  return undefined;
}

async function ask(port: number): Promise<string | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return answer.ok ? undefined : `${answer.status}: ${await answer.text()}`;
}

await runProgram(command);
