import { Command } from 'commander';
import { findDumpRoot } from '../publish/dumps/dump-folder.ts';
import { findDueTime } from '../publish/dumps/nightly-dumps.ts';
import { runDump, type DumpOutcome } from '../publish/dumps/run-dump.ts';
import { readConfig } from '../platform/config.ts';
import { createDb, createPool } from '../platform/db/client.ts';
import { resolveServices } from '../embedded/connect.ts';
import { createLogger } from '../platform/logger.ts';
import { jsonOption, printProgress, printResult, runProgram, type OutputOptions } from './output.ts';
import { stopOnSignal } from '../platform/processes/stop-on-signal.ts';

/** Reading the order of all brands with five million products is the longest statement, and takes part of it. */
const STATEMENT_TIMEOUT_MS = 600_000;
const SAY_EVERY = 100_000;
const EXIT_REFUSED = 2;
const EXIT_BUSY = 3;

interface Options extends OutputOptions {
  acceptShrunken?: true;
  ifDue?: true;
}

const command = new Command('dump')
  .description('Writes the whole catalogue to files, as of one moment, and publishes them.')
  .option('--accept-shrunken', 'also when it has 5 % fewer rows, or a column less, than the one before')
  .option('--if-due', 'only if the one of DUMP_AT is not made yet: what the API calls')
  .addOption(jsonOption())
  .action(run);

async function run(options: Options): Promise<void> {
  const config = readConfig();
  const logger = createLogger('dump', config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL);
  const services = await resolveServices(config, logger);
  const pool = createPool({
    url: services.databaseUrl,
    applicationName: 'factshelf-dump',
    max: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    connectMs: 10_000,
    // A migration may hold a table for a while.
    patienceMs: 60_000,
    logger,
  });
  const root = findDumpRoot(config);
  try {
    const outcome = await runDump({
      db: createDb(pool),
      root,
      requestedBy: options.ifDue ? 'schedule' : 'command',
      dueSince: options.ifDue && config.DUMP_AT !== 'off' ? findDueTime(config.DUMP_AT) : undefined,
      acceptsShrunken: options.acceptShrunken ?? false,
      signal: stopOnSignal(),
      onProgress(count) {
        if (count % SAY_EVERY === 0) printProgress(options, `${formatCount(count)} products`);
      },
    });
    report(outcome, root, options);
  } finally {
    await pool.end();
    await services.stop();
    if (process.connected) process.disconnect();
  }
}

function report(outcome: DumpOutcome, root: string, options: OutputOptions): void {
  if (outcome.state === 'published') {
    const { name, tables, cursor } = outcome.manifest;
    const rows = tables.map((table) => ({ name: table.name, rows: table.rows }));
    printResult(options, { state: outcome.state, folder: `${root}/${name}`, name, cursor, tables: rows }, [
      `${root}/${name}`,
      ...tables.map((table) => `  ${table.name}: ${formatCount(table.rows)} rows`),
      `  the change feed goes on from ${cursor}`,
    ]);
    return;
  }
  if (outcome.state === 'refused') {
    process.exitCode = EXIT_REFUSED;
    printResult(options, { state: outcome.state, reasons: outcome.reasons }, []);
    const reasons = outcome.reasons.join(' ');
    process.stderr.write(`Not published, the one before stays: ${reasons} --accept-shrunken publishes it.\n`);
    return;
  }
  process.exitCode = EXIT_BUSY;
  printResult(options, { state: outcome.state }, []);
  process.stderr.write(outcome.state === 'busy' ? 'A dump is under way already.\n' : 'No dump is due.\n');
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}

await runProgram(command);
