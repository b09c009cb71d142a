import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { createDb, createPool } from '../db/client.ts';
import { databaseErrorOf } from '../db/database-error.ts';
import { resolveServices } from '../embedded/connect.ts';
import { describeFailure } from '../embedded/describe-failure.ts';
import { createLogger } from '../logger.ts';
import { createWakeUpQueue } from '../queue/wake-up-queue.ts';
import { markAllProducts } from '../search/outbox-store.ts';

const command = new Command('reindex')
  .description('Has the indexer write every product to the search index anew. Searches go on meanwhile.')
  .action(run);

async function run(): Promise<void> {
  const config = readConfig();
  const logger = createLogger('reindex', config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL);
  const services = await resolveServices(config, logger);
  const { databaseUrl, redisUrl } = services;
  const pool = createPool({
    url: databaseUrl,
    applicationName: 'factshelf-reindex',
    max: 1,
    statementTimeoutMs: 60_000,
    logger,
  });
  const queue = createWakeUpQueue({ redisUrl, databaseUrl, logger });
  try {
    const products = await markAllProducts(createDb(pool));
    await queue.wake();
    process.stdout.write(`Marked for the indexer: ${products.toLocaleString('en')} products.\n`);
  } finally {
    await queue.close();
    await pool.end();
    await services.stop();
  }
}

command.parseAsync().catch((error: unknown) => {
  const hasNoTables = databaseErrorOf(error)?.code === '42P01';
  const reason = hasNoTables ? 'The database has no tables yet: npm run db:migrate' : describeFailure(error);
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
});
