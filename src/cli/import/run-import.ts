import { Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../../platform/config.ts';
import { createDb } from '../../platform/db/client.ts';
import { databaseErrorOf } from '../../platform/db/database-error.ts';
import { resolveServices } from '../../embedded/connect.ts';
import { describeFailure } from '../../embedded/describe-failure.ts';
import { requireOwnCatalogue } from '../../follow/refuse-writes.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { importFile } from '../../import/import-file.ts';
import { openImportPools } from '../../import/import-pools.ts';
import { createReport, formatReport } from '../../import/import-report.ts';
import type { Importer } from '../../import/importer.ts';
import { createOffImporter } from '../../import/open-food-facts/off-importer.ts';
import { productTypeOf } from '../../import/open-food-facts/off-product-type.ts';
import type { Mapping } from '../../import/own-file/mapping-contract.ts';
import { createOwnImporter } from '../../import/own-file/own-importer.ts';
import { MappingError, readMapping } from '../../import/own-file/read-mapping.ts';
import { previewFile } from '../../import/preview-file.ts';
import type { Refusal } from '../../import/read-records.ts';
import { ImportFileError } from '../../import/reading/file-row.ts';
import { findSize, isZip } from '../../import/reading/open-file.ts';
import { formatTaxonomyReport, importTaxonomy } from '../../import/taxonomy/import-taxonomy.ts';
import { openDatabaseSession, type DatabaseSession } from '../../import/usda/database-session.ts';
import { createUsdaImporter } from '../../import/usda/usda-importer.ts';
import { createLogger } from '../../platform/logger.ts';
import { inSnakeCase, jsonOption, printResult, type OutputOptions } from '../output.ts';
import { formatPreview, showPreview } from './import-preview.ts';
import { createImportProgress } from './import-progress.ts';
import { createRefusalFile, placeRefusalFile } from './refusal-file.ts';

/** The exit code that shells report after SIGINT. */
const INTERRUPTED = 130;

interface ImportArguments extends OutputOptions {
  source?: string;
  mapping?: string;
  taxonomy?: string;
  dryRun?: true;
  limit?: number;
  refused?: string;
  skipWithoutBarcode?: true;
}

/** The process that runs the import, or a test double. */
export type Surroundings = Pick<NodeJS.Process, 'env' | 'stdout' | 'stderr'>;

/** Runs `npm run import` with these arguments and returns the exit code. An error is one line on `stderr`. */
export async function runImport(args: string[], surroundings: Surroundings): Promise<number> {
  let isComplete = true;
  const command = new Command('import')
    .description(
      'Imports a file: an export of Open Food Facts or one of its sisters, the ZIP of FoodData Central, or with ' +
        '--mapping one of your own; plain or gzip.',
    )
    .argument('[file]', 'the file')
    .option('--mapping <file>', 'what the columns of a file of your own are (YAML or JSON)')
    .option(
      '--taxonomy <file>',
      'first make the categories of this taxonomy (categories.txt or categories.json)',
    )
    .option('--dry-run', 'show the first rows as they would be saved and what would be refused; save nothing')
    .option('--source <code>', 'the source that supplies it (default: by the form of the file)')
    .option('--limit <rows>', 'read no more rows than this', readCount)
    .option('--refused <file>', 'where refused rows are listed (default: in DATA_DIR)')
    .option('--skip-without-barcode', 'leave out products whose barcode is refused')
    .addOption(jsonOption())
    .action(async (file: string | undefined, given: ImportArguments) => {
      isComplete = await importOrPreview(file, given, surroundings);
    });

  try {
    await command.parseAsync(args, { from: 'user' });
    return isComplete ? 0 : INTERRUPTED;
  } catch (error) {
    // Removes control characters of the file, which could control the terminal.
    surroundings.stderr.write(`${reasonOf(error).replaceAll(/[^\P{Cc}\n]/gu, ' ')}\n`);
    return 1;
  }
}

/** Returns whether everything was read; an interrupted import stops between two batches. */
async function importOrPreview(
  file: string | undefined,
  given: ImportArguments,
  { env, stdout, stderr }: Surroundings,
): Promise<boolean> {
  if (file === undefined && given.taxonomy === undefined) {
    throw new ImportFileError('Say which file is to be imported, or with --taxonomy which categories.');
  }
  const size = await findSize(file ?? given.taxonomy ?? '');
  const mapping = given.mapping === undefined ? undefined : await readMapping(given.mapping);
  const config = readConfig(env);
  const logger = createLogger('import', config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL);
  const services = await resolveServices(config, logger);
  const pools = openImportPools(services.databaseUrl, logger);
  const { pool, maintenancePool } = pools;
  const refusals = createRefusalFile(given.refused ?? (await placeRefusalFile(config.DATA_DIR)));
  const progress = createImportProgress(stderr, size);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const report = createReport();
  const result: Record<'taxonomy' | 'preview' | 'import' | 'refused_file', unknown> = {
    taxonomy: null,
    preview: null,
    import: null,
    refused_file: null,
  };
  const say = (text: string) => {
    if (!given.json) stdout.write(`${text}\n`);
  };
  try {
    await requireOwnCatalogue(createDb(pool));
    if (given.taxonomy !== undefined) {
      const { archiveKind } = productTypeOf(given.source ?? '');
      const taxonomy = { path: given.taxonomy, archiveKind, isDryRun: given.dryRun ?? false };
      const made = await importTaxonomy(createDb(maintenancePool), taxonomy);
      result.taxonomy = inSnakeCase(made);
      say(formatTaxonomyReport(made, taxonomy.isDryRun));
    }
    if (file === undefined) return true;
    const importer = await chooseImporter(file, given, mapping, () => openDatabaseSession(maintenancePool));
    const db = createDb(pool);
    const reading = {
      path: file,
      importer,
      limit: given.limit,
      skipsWithoutBarcode: given.skipWithoutBarcode ?? false,
      onRefusal: (refusal: Refusal) => refusals.write(refusal),
      onProgress: (counts: { rows: number; bytes: number }) => progress.update(counts),
      signal: interruption.signal,
    };
    if (given.dryRun) {
      const preview = await previewFile({ ...reading, db, sourceCode: given.source });
      progress.stop();
      result.preview = showPreview(preview, importer);
      say(formatPreview(preview, importer));
      return true;
    }
    await importFile({
      ...reading,
      db,
      maintenanceDb: createDb(maintenancePool),
      report,
      sourceCode: given.source,
      onUntidied(error) {
        progress.stop();
        stderr.write(`The tables were not vacuumed, autovacuum will: ${describeFailure(error)}\n`);
      },
    });
    return report.isComplete;
  } finally {
    progress.stop();
    // Also reported for a failed run, unless it failed before it began.
    if (report.durationSeconds > 0) {
      result.import = inSnakeCase(report);
      say(formatReport(report));
      if (!report.isComplete)
        say('Interrupted: what was saved is whole, and the next run goes on from there.');
    }
    process.removeListener('SIGINT', interrupt).removeListener('SIGTERM', interrupt);
    await pools.close();
    await services.stop();
    const refusedCount = await refusals.close();
    if (refusedCount > 0) {
      result.refused_file = refusals.path;
      say(`Refused rows, barcodes and numbers, by line: ${refusals.path}`);
    }
    if (Object.values(result).some((part) => part !== null)) printResult(given, result, [], stdout);
  }
}

/** Chooses by the mapping, or otherwise by the file's content. */
async function chooseImporter(
  file: string,
  given: ImportArguments,
  mapping: Mapping | undefined,
  open: () => Promise<DatabaseSession>,
): Promise<Importer> {
  if (mapping) {
    if (given.source !== undefined && given.source !== mapping.source.code) {
      throw new ImportFileError(`The mapping names the source "${mapping.source.code}": leave --source out.`);
    }
    return createOwnImporter(mapping);
  }
  if (await isZip(file)) return createUsdaImporter(open);
  return createOffImporter({ sourceCode: given.source });
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

function reasonOf(error: unknown): string {
  // The messages of these errors are complete.
  if (error instanceof ImportFileError || error instanceof MappingError || error instanceof ApiError) {
    return error.message;
  }
  if (databaseErrorOf(error)?.code === '42P01') return 'The database has no tables yet: npm run db:migrate';
  return describeFailure(error);
}
