import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config.ts';
import { createDb, createPool } from '../db/client.ts';
import { databaseErrorOf } from '../db/database-error.ts';
import { resolveServices } from '../embedded/connect.ts';
import { describeFailure } from '../embedded/describe-failure.ts';
import { CONNECTIONS, importFile } from '../import/import-file.ts';
import { createReport, formatReport } from '../import/import-report.ts';
import { createLogger } from '../logger.ts';
import { createImportProgress } from './import-progress.ts';
import { createRefusalFile } from './refusal-file.ts';

interface ImportArguments {
  source: string;
  limit?: number;
  refused?: string;
  skipWithoutBarcode?: true;
  originFromSold?: true;
}

const command = new Command('import')
  .description('Imports an Open Food Facts export: JSON lines or tab-separated, plain or gzip.')
  .argument('<file>', 'the export')
  .option('--source <code>', 'the source that supplies it', 'open_food_facts')
  .option('--limit <rows>', 'read no more rows than this', readCount)
  .option('--refused <file>', 'where refused rows are listed (default: in DATA_DIR)')
  .option('--skip-without-barcode', 'leave out products whose barcode is refused')
  .option('--origin-from-sold', 'for measuring only: take the only country of sale as the origin')
  .action(run);

async function run(file: string, given: ImportArguments): Promise<void> {
  const { size } = await stat(file);
  const config = readConfig();
  const logger = createLogger('import', config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL);
  const services = await resolveServices(config, logger);
  const pool = createPool({
    url: services.databaseUrl,
    applicationName: 'factshelf-import',
    max: CONNECTIONS,
    statementTimeoutMs: 60_000,
    connectMs: 30_000,
    logger,
  });
  // Opened when the rows are saved. Beside a running service the tables are in use, by autovacuum too.
  const patientPool = createPool({
    url: services.databaseUrl,
    applicationName: 'factshelf-import',
    max: 1,
    statementTimeoutMs: 30 * 60_000,
    patienceMs: 2 * 60_000,
    logger,
  });
  const timestamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const refusals = createRefusalFile(
    given.refused ?? path.join(config.DATA_DIR, `import-refused-${timestamp}.tsv`),
  );
  const progress = createImportProgress(process.stderr, size);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const report = createReport();
  try {
    await importFile({
      db: createDb(pool),
      patientDb: createDb(patientPool),
      report,
      path: file,
      sourceCode: given.source,
      limit: given.limit,
      skipsWithoutBarcode: given.skipWithoutBarcode ?? false,
      originFromSold: given.originFromSold ?? false,
      onRefusal: (refusal) => refusals.write(refusal),
      onProgress: (counts) => progress.update(counts),
      onUntidied(error) {
        progress.stop();
        process.stderr.write(`The tables are left to autovacuum to tidy up: ${describeFailure(error)}\n`);
      },
      signal: interruption.signal,
    });
    if (!report.isComplete) process.exitCode = 130;
  } finally {
    progress.stop();
    // Also of a run that failed, unless it failed before it began.
    if (report.durationSeconds > 0) process.stdout.write(`${formatReport(report)}\n`);
    if (report.durationSeconds > 0 && !report.isComplete) {
      process.stdout.write('Interrupted: what was saved is whole, and the next run goes on from there.\n');
    }
    process.removeListener('SIGINT', interrupt).removeListener('SIGTERM', interrupt);
    await pool.end();
    await patientPool.end();
    await services.stop();
    const refusedCount = await refusals.close();
    if (refusedCount > 0) process.stdout.write(`Refused rows and barcodes, by line: ${refusals.path}\n`);
  }
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

command.parseAsync().catch((error: unknown) => {
  const hasNoTables = databaseErrorOf(error)?.code === '42P01';
  const reason = hasNoTables ? 'The database has no tables yet: npm run db:migrate' : describeFailure(error);
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
});
