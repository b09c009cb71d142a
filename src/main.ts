import { createAccounts } from './accounts/create-accounts.ts';
import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { createDb, createPool } from './db/client.ts';
import { createHttpServer, drainHttpServer, listen } from './http/http-server.ts';
import { createLimits } from './limits/create-limits.ts';
import { createLogger } from './logger.ts';
import { createMetrics, measureIndexLag, measurePools } from './metrics.ts';
import { createSearch } from './search/create-search.ts';
import { measureBacklog } from './search/outbox-store.ts';
import { shutDownOnSignal } from './shutdown.ts';

/** The API process: everything it needs is built here, once, and passed on as arguments. */
async function main(): Promise<void> {
  const config = readConfig();
  if (!config.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_URL: must be set to run the API alone; `npm start` brings a database of its own',
    );
  }
  const logger = createLogger('api', config.LOG_LEVEL);
  const metrics = createMetrics();
  const pool = createPool({
    url: config.DATABASE_URL,
    applicationName: 'factshelf-api',
    statementTimeoutMs: 1_500,
    logger,
  });
  measurePools(metrics.registry, { api: pool });
  const db = createDb(pool);
  if (config.MEILI_URL) measureIndexLag(metrics.registry, () => measureBacklog(db));
  const search = createSearch({
    db,
    metrics,
    logger,
    meilisearch: config.MEILI_URL ? { url: config.MEILI_URL, apiKey: config.MEILI_MASTER_KEY } : undefined,
  });
  const limits = await createLimits({
    databaseUrl: config.DATABASE_URL,
    redisUrl: config.REDIS_URL,
    metrics,
    logger,
  });
  const accounts = createAccounts({
    db,
    databaseUrl: config.DATABASE_URL,
    redisUrl: config.REDIS_URL,
    logger,
  });
  let stopping = false;
  const app = createApp({
    db,
    searchProducts: search.searchProducts,
    metrics,
    logger,
    accounts: { ...accounts, findUsed: limits.findAccountUsage },
    limits: limits.meter,
    trustProxy: config.TRUST_PROXY,
    readinessChecks: [
      { name: 'database', required: true, run: () => pool.query('select 1') },
      ...limits.checks,
      ...(search.check ? [{ name: 'search_engine', required: false, run: search.check }] : []),
    ],
    isStopping: () => stopping,
  });
  const server = createHttpServer(app);
  await listen(server, config.PORT, config.HOST);
  logger.info({ host: config.HOST, port: config.PORT }, 'listening');
  shutDownOnSignal(
    [
      { name: 'readiness', run: () => (stopping = true) },
      { name: 'http', run: () => drainHttpServer(server) },
      { name: 'search', run: () => search.close() },
      { name: 'accounts', run: () => accounts.close() },
      { name: 'limits', run: () => limits.close() },
      { name: 'database', run: () => pool.end() },
    ],
    logger,
  );
}

main().catch((error: unknown) => {
  const problem = error as NodeJS.ErrnoException;
  const known = problem instanceof ConfigError || problem.code === 'EADDRINUSE';
  console.error(known ? problem.message : problem);
  process.exit(1);
});
