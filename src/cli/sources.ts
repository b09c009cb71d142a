import path from 'node:path';
import { Command } from 'commander';
import { openImportPools } from '../import/import-pools.ts';
import { requireOwnCatalogue } from '../follow/refuse-writes.ts';
import { readConfig, type Config } from '../platform/config.ts';
import { takeLock } from '../platform/db/advisory-lock.ts';
import { createDb } from '../platform/db/client.ts';
import { resolveServices } from '../embedded/connect.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { createLogger } from '../platform/logger.ts';
import { createResolver } from '../platform/outbound/guarded-agent.ts';
import { readUpstreamSettings, UPSTREAM_CODES } from '../upstream/known-upstreams.ts';
import { planRun } from '../upstream/files/plan-run.ts';
import { runUpstreams } from '../upstream/files/run-upstream.ts';
import { createUpstreamClient, type UpstreamClient } from '../upstream/upstream-client.ts';
import { UpstreamFault } from '../upstream/upstream-fault.ts';
import { listUpstreams, UPSTREAM_LOCK, type Upstream } from '../upstream/upstream-store.ts';
import { jsonOption, printProgress, printResult, runProgram, type OutputOptions } from './output.ts';
import { stopOnSignal } from '../platform/processes/stop-on-signal.ts';

const EXIT_BUSY = 3;
const BYTES_PER_GB = 1_000_000_000;

interface Options extends OutputOptions {
  dryRun?: true;
  whole?: true;
  ifDue?: true;
}

const command = new Command('sources')
  .description('Fetches and imports what is new at the upstreams of sources.')
  .argument('[source]', `one of ${UPSTREAM_CODES.join(', ')} (default: those that are switched on)`)
  .option('--dry-run', 'show what would be fetched; fetch and save nothing')
  .option('--whole', 'import the whole file now')
  .option('--if-due', 'only those that are due: what the API calls')
  .addOption(jsonOption())
  .action(run);

async function run(source: string | undefined, options: Options): Promise<void> {
  const config = readConfig();
  const settings = readUpstreamSettings(config);
  if (source !== undefined && !(UPSTREAM_CODES as readonly string[]).includes(source))
    throw new ApiError('validation_failed', `"${source}" is none of ${UPSTREAM_CODES.join(', ')}.`);
  const logger = createLogger('sources', config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL);
  const services = await resolveServices(config, logger);
  const pools = openImportPools(services.databaseUrl, logger);
  const client = createUpstreamClient(settings.hosts, {
    permitted: config.SOURCES_ALLOWED_NETWORKS ?? [],
    resolve: createResolver(),
  });
  const signal = stopOnSignal();
  const isWanted = (upstream: Upstream) =>
    source === undefined ? (options.ifDue ? upstream.isDue : upstream.isOn) : upstream.code === source;
  try {
    const db = createDb(pools.maintenancePool);
    await requireOwnCatalogue(db);
    if (options.dryRun) {
      const wanted = (await listUpstreams(db, settings)).filter(isWanted);
      await showPlans(client, wanted, options, signal);
      return;
    }
    const lock = await takeLock(services.databaseUrl, 'factshelf-sources-lock', UPSTREAM_LOCK);
    if (!lock) {
      process.exitCode = EXIT_BUSY;
      process.stderr.write('Sources are being brought in step already.\n');
      return;
    }
    try {
      const failed = await runUpstreams(
        {
          ...pools,
          settings,
          fetching: { client, folder: findFolder(config), mostBytes: config.SOURCES_MOST_GB * BYTES_PER_GB },
          logger,
          onStep: ({ code }, step) => printProgress(options, `${code}: ${step.name}`),
        },
        isWanted,
        options.whole ?? false,
        AbortSignal.any([signal, lock.lost]),
      );
      await report(
        (await listUpstreams(db, settings)).filter(({ isOn, code }) => isOn || code === source),
        failed,
        options,
      );
    } finally {
      await lock.release();
    }
  } finally {
    await client.close();
    await pools.close();
    await services.stop();
    if (process.connected) process.disconnect();
  }
}

const findFolder = (config: Config) =>
  path.resolve(config.SOURCES_DIR ?? path.join(config.DATA_DIR, 'sources'));

async function showPlans(
  client: UpstreamClient,
  upstreams: readonly Upstream[],
  options: Options,
  signal: AbortSignal,
): Promise<void> {
  const plans = [];
  for (const upstream of upstreams) {
    const { code } = upstream;
    try {
      const { steps, reason } = await planRun(client, upstream, options.whole ?? false, signal);
      const files = [];
      for (const { kind, name, url } of steps)
        files.push({
          kind,
          name,
          url,
          bytes: (await client.findSize(url, signal).catch(() => undefined)) ?? null,
        });
      plans.push({ source: code, files, reason: reason ?? null, error: null });
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error;
      plans.push({ source: code, files: [], reason: null, error: error.message });
    }
  }
  printResult(options, { plans }, [
    'Nothing was fetched: this is what a run would do.',
    ...plans.flatMap(({ source, files, reason, error }) => [
      `${source}: ${error ?? (files.length === 0 ? 'nothing is missing' : `${files.length} files`)}${reason === null ? '' : ` (${reason})`}`,
      ...files.map(
        ({ url, bytes }) =>
          `  ${url}, ${bytes === null ? 'size unknown' : `${bytes.toLocaleString('en')} bytes`}`,
      ),
    ]),
    ...(plans.length === 0 ? ['No source is switched on: SOURCES, or the console.'] : []),
  ]);
}

async function report(
  upstreams: readonly Upstream[],
  failed: readonly string[],
  options: Options,
): Promise<void> {
  printResult(
    options,
    {
      sources: upstreams.map(({ code, error, inStepAt }) => ({ source: code, error, in_step_at: inStepAt })),
    },
    upstreams.map(({ code, error }) => `${code}: ${error ?? 'in step'}`),
  );
  if (failed.length > 0) process.exitCode = 1;
}

await runProgram(command);
