import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { Db } from '../platform/db/client.ts';
import { hasIndexer } from '../search/index/index-lag-store.ts';
import { onDatabase } from './on-database.ts';
import { jsonOption, printProgress, printResult, runProgram, type OutputOptions } from './output.ts';
import { findOpenRebuild, findRebuild, requestRebuild, type Rebuild } from '../search/index/rebuild-store.ts';

const LOOK_EVERY_MS = 500;
const EXIT_UNDER_WAY = 3;

interface Options extends OutputOptions {
  wait: boolean;
}

const command = new Command('reindex')
  .description(
    'Has the indexer build a new search index beside the live one and put it in its place. Searches go on meanwhile.',
  )
  .option('--no-wait', 'ask for it and return at once')
  .addOption(jsonOption())
  .action((options: Options) => onDatabase('reindex', (db) => run(db, options)));

async function run(db: Db, options: Options): Promise<void> {
  const rebuild = await requestRebuild(db, 'command line');
  if (!rebuild) {
    process.exitCode = EXIT_UNDER_WAY;
    return complain(describeOpen(await findOpenRebuild(db)));
  }
  const asked = { id: rebuild.id, state: rebuild.state };
  if (!(await hasIndexer(db)))
    printResult(options, asked, 'Asked for. No indexer is running: it begins as soon as one does.');
  else if (options.wait) await watch(db, rebuild.id, options);
  else printResult(options, asked, 'Asked for.');
}

/** Prints each step and the filling progress, until the rebuild has ended. */
async function watch(db: Db, id: number, options: OutputOptions): Promise<void> {
  let said = '';
  for (;;) {
    const rebuild = await findRebuild(db, id);
    if (!rebuild) throw new Error('the rebuild is no longer in the database');
    if (rebuild.state === 'done') {
      const { state, done: products } = rebuild;
      return printResult(options, { id, state, products, seconds: secondsOf(rebuild) }, describeEnd(rebuild));
    }
    if (rebuild.state === 'failed') {
      process.exitCode = 1;
      return complain(`The rebuild failed, and the index is as it was: ${rebuild.error}`);
    }
    const line = describeProgress(rebuild);
    if (line !== said) printProgress(options, line);
    said = line;
    await sleep(LOOK_EVERY_MS);
  }
}

function describeProgress({ state, done, total }: Rebuild): string {
  if (state !== 'filling' || !total) return state;
  return `${state}: ${Math.min(100, Math.floor((100 * done) / total / 10) * 10)} %`;
}

function secondsOf({ startedAt, finishedAt }: Rebuild): number {
  return startedAt && finishedAt ? (finishedAt.getTime() - startedAt.getTime()) / 1_000 : 0;
}

function describeEnd(rebuild: Rebuild): string {
  const count = rebuild.done.toLocaleString('en');
  return `The index is rebuilt: ${count} products in ${secondsOf(rebuild).toFixed(1)} s.`;
}

function describeOpen(open: Rebuild | undefined): string {
  if (!open) return 'A rebuild has just ended: try again.';
  return `A rebuild is under way already: ${open.state}, asked for by ${open.requestedBy} at ${open.requestedAt.toISOString()}.`;
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

await runProgram(command);
