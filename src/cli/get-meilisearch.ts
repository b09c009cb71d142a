import { Command } from 'commander';
import { getMeilisearch } from '../embedded/get-meilisearch.ts';
import { MEILISEARCH_VERSION } from '../embedded/embedded-meilisearch.ts';
import { readConfig } from '../platform/config.ts';
import { jsonOption, printProgress, printResult, runProgram, type OutputOptions } from './output.ts';
import { stopOnSignal } from '../platform/processes/stop-on-signal.ts';

const command = new Command('meilisearch:get')
  .description(`Fetches the official program of Meilisearch ${MEILISEARCH_VERSION} for npm start.`)
  .addOption(jsonOption())
  .action(run);

async function run(options: OutputOptions): Promise<void> {
  const { DATA_DIR, MEILISEARCH_MIRROR, MEILISEARCH_SHA256 } = readConfig();
  printProgress(options, `Fetching Meilisearch ${MEILISEARCH_VERSION} …`);
  const fetched = await getMeilisearch({
    dataDir: DATA_DIR,
    mirror: MEILISEARCH_MIRROR,
    sha256: MEILISEARCH_SHA256,
    signal: stopOnSignal(),
  });
  printResult(options, fetched, [
    `${fetched.path}, from ${fetched.url}`,
    `SHA-256 ${fetched.sha256}, as ${MEILISEARCH_SHA256 ? 'MEILISEARCH_SHA256' : 'GitHub'} says.`,
  ]);
}

await runProgram(command);
