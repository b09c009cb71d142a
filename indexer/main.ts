import { ConfigError, readConfig } from '../src/config.ts';
import { createDb, createPool } from '../src/db/client.ts';
import { createLogger } from '../src/logger.ts';
import { createMetrics } from '../src/metrics.ts';
import { createMeilisearch, SEARCH_INDEX } from '../src/search/search-index.ts';
import { shutDownOnSignal } from '../src/shutdown.ts';
import { createIndexWriter } from './index-writer.ts';
import { startIndexer } from './run-indexer.ts';

const SWEEP_MS = 2_000;
const ENGINE_TIMEOUT_MS = 10_000;

/** The indexer process: everything it needs is built here, once, and passed on as arguments. */
function main(): void {
  const config = readConfig();
  const logger = createLogger('indexer', config.LOG_LEVEL);
  if (!config.MEILI_URL) {
    logger.info('MEILI_URL is not set: searches are answered by Postgres, and there is no index to keep');
    // It stays: a process that ended would be started again by whoever watches over it.
    const idle = setInterval(() => undefined, 2 ** 30);
    shutDownOnSignal([{ name: 'idle', run: () => clearInterval(idle) }], logger);
    return;
  }
  if (!config.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_URL: must be set to run the indexer alone; `npm start` brings a database of its own',
    );
  }
  const pool = createPool({
    url: config.DATABASE_URL,
    applicationName: 'factshelf-indexer',
    max: 4,
    statementTimeoutMs: 60_000,
    logger,
  });
  const meilisearch = createMeilisearch(
    { url: config.MEILI_URL, apiKey: config.MEILI_MASTER_KEY },
    ENGINE_TIMEOUT_MS,
  );
  const indexer = startIndexer({
    db: createDb(pool),
    databaseUrl: config.DATABASE_URL,
    redisUrl: config.REDIS_URL,
    index: createIndexWriter(meilisearch, SEARCH_INDEX),
    indexUid: SEARCH_INDEX,
    sweepMs: SWEEP_MS,
    metrics: createMetrics(),
    logger,
  });
  shutDownOnSignal(
    [
      { name: 'indexer', run: () => indexer.close() },
      { name: 'database', run: () => pool.end() },
    ],
    logger,
  );
}

try {
  main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
