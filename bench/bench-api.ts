import { Readable } from 'node:stream';
import express from 'express';
import { createKeyCheck } from '../src/access/accounts/keys/key-check.ts';
import { createLoginGuard } from '../src/access/accounts/passwords/login-guard.ts';
import { createPasswordHasher } from '../src/access/accounts/passwords/password-hash.ts';
import { createRegistrationLimits } from '../src/access/accounts/registration-limits.ts';
import { createApp } from '../src/app.ts';
import { createChangeFeed } from '../src/publish/feed/change-feed.ts';
import { ConfigError, readConfig } from '../src/platform/config.ts';
import { createAddresses } from '../src/access/limits/addresses.ts';
import { createSignInGuard } from '../src/access/operators/sessions/sign-in-guard.ts';
import { createSubmissionLimits } from '../src/access/limits/submission-limits.ts';
import { createDb, createPool } from '../src/platform/db/client.ts';
import { createHttpServer, drainHttpServer, listen } from '../src/platform/http/server/http-server.ts';
import { createLogger } from '../src/platform/logger.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { metricsPage } from '../src/platform/metrics-page.ts';
import { createPictureDecoder } from '../src/review/pictures/decoding/decode-picture.ts';
import { createSearch } from '../src/search/create-search.ts';
import { createPostgresEngine } from '../src/search/engines/postgres/postgres-engine.ts';
import { createSearchProducts } from '../src/search/search-products.ts';
import { openSearchEngine } from '../src/search/engines/open-engine.ts';
import { shutDownOnSignal } from '../src/platform/shutdown.ts';
import { SIMILARITY_SETTINGS } from '../src/search/search-limits.ts';

/** Long enough for any answer, so that the oracle's is the truth however late it comes. */
const ORACLE_PATIENCE_MS = 240_000;

/**
 * The API as src/main.ts builds it, but without rate limits. Without an index it is the oracle: the Postgres engine,
 * with as much time and as many connections as it takes.
 */
async function main(): Promise<void> {
  const config = readConfig();
  if (!config.DATABASE_URL) throw new ConfigError('DATABASE_URL: must be set');
  const metrics = createMetrics();
  const engine = await openSearchEngine(config, metrics);
  const isOracle = engine === undefined;
  const logger = createLogger(isOracle ? 'oracle' : 'api', config.LOG_LEVEL);
  const pool = createPool({
    url: config.DATABASE_URL,
    applicationName: 'factshelf-bench-api',
    ...(isOracle ? { max: 30 } : {}),
    statementTimeoutMs: isOracle ? ORACLE_PATIENCE_MS : 1_350,
    settings: SIMILARITY_SETTINGS,
    logger,
  });
  const db = createDb(pool);
  const search = createSearch({
    db,
    metrics,
    logger,
    engine,
  });
  const addresses = createAddresses(db);
  const app = createApp({
    db,
    consoleDb: db,
    searchProducts: isOracle
      ? createSearchProducts(db, createPostgresEngine(db), metrics)
      : search.searchProducts,
    suggest: search.suggest,
    metrics,
    logger,
    accounts: {
      passwords: createPasswordHasher(),
      operatorPasswords: createPasswordHasher(),
      loginGuard: createLoginGuard(undefined, addresses),
      operatorGuard: createSignInGuard(undefined, addresses),
      confirmation: undefined,
      passwordReset: undefined,
      registrationLimits: createRegistrationLimits(undefined, addresses, {
        perAddress: 10,
        perNetwork: 40,
        perSecond: 5,
      }),
      keyCheck: createKeyCheck({ db, logger }),
      addresses,
      admitChange: () => Promise.resolve(),
      submissionLimits: createSubmissionLimits(undefined, addresses),
      findUsed: () => Promise.resolve(0),
    },
    queueCaps: { public: 1_000_000, backflow: 1_000_000 },
    limits: undefined,
    changeFeed: createChangeFeed({ db }),
    webhookNetworks: [],
    liveStreams: { open: () => Readable.from([]), hearers: [], close: () => undefined },
    wakeUps: {
      wake: () => Promise.resolve(true),
      ask: () => Promise.reject(new Error('a bench has no queue')),
      close: () => Promise.resolve(),
    },
    queueBackend: 'postgres',
    searchIndex: engine,
    isCookieSecure: true,
    trustProxy: false,
    readinessChecks: [{ name: 'database', required: true, run: () => pool.query('select 1') }],
    pictureStorage: undefined,
    decodePicture: createPictureDecoder(),
    isStopping: () => false,
    examine: async () => [],
    ...(isOracle ? { requestDeadlineMs: ORACLE_PATIENCE_MS } : {}),
  });
  const server = createHttpServer(express().get('/metrics', metricsPage(metrics)).use(app));
  await listen(server, config.PORT, config.HOST);
  shutDownOnSignal(
    [
      { name: 'http', run: () => drainHttpServer(server) },
      { name: 'search', run: () => search.close() },
      { name: 'database', run: () => pool.end() },
    ],
    logger,
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
