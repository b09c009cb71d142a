import { ConfigError, readConfig } from '../src/platform/config.ts';
import { createWriteCheck } from '../src/platform/db/check-writes.ts';
import { createDb, createPool } from '../src/platform/db/client.ts';
import { POOL_SIZES } from '../src/platform/db/pool-sizes.ts';
import { drainHttpServer } from '../src/platform/http/server/http-server.ts';
import { serveStatus } from '../src/platform/http/server/status-server.ts';
import { completeEnvironment } from '../src/platform/late-settings.ts';
import { createLogger } from '../src/platform/logger.ts';
import { createMailer } from '../src/platform/mail/mailer.ts';
import { measurePools } from '../src/platform/metrics.ts';
import { SEARCH_INDEX } from '../src/search/index/search-index.ts';
import { shutDownOnSignal } from '../src/platform/shutdown.ts';
import { startTracing } from '../src/platform/tracing/start-tracing.ts';
import { startChangeKeeper } from './changes/keep-changes.ts';
import { startStamper } from './changes/stamp-changes.ts';
import { openIndexEngine } from '../src/search/engines/open-engine.ts';
import { createIndexerMetrics } from './indexer-metrics.ts';
import { startIndexer } from './run-indexer.ts';
import { createStatusApp } from './status-pages.ts';
import { createResolver } from '../src/platform/outbound/guarded-agent.ts';
import { startDeliveries } from './webhooks/start-deliveries.ts';

/** With the engine's time, up to 1.5 s, this keeps the index within 3 s of Postgres even without wake-ups. */
const SWEEP_MS = 1_000;
/** With more lag than this, the index is degraded. */
const READY_LAG_SECONDS = 30;

/** The indexer process: creates every dependency here, once, and passes it on as an argument. */
async function main(): Promise<void> {
  const config = readConfig(await completeEnvironment());
  const tracing = await startTracing('factshelf-indexer', config);
  const logger = createLogger('indexer', config.LOG_LEVEL, process.stdout, tracing.logFields);
  tracing.reportTo(logger);
  if (!config.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_URL: must be set to run the indexer alone; `npm start` brings a database of its own',
    );
  }
  const metrics = createIndexerMetrics();
  const pool = createPool({
    url: config.DATABASE_URL,
    applicationName: 'factshelf-indexer',
    max: POOL_SIZES.indexer,
    statementTimeoutMs: 60_000,
    logger,
  });
  measurePools(metrics.registry, { indexer: pool });
  const db = createDb(pool, tracing.findTraceparent);
  const stamper = startStamper({ db, databaseUrl: config.DATABASE_URL, sweepMs: SWEEP_MS, logger });
  const changeKeeper = startChangeKeeper({ db, logger });
  const { SMTP_URL: smtpUrl, MAIL_FROM: mailFrom } = config;
  const deliveries = startDeliveries({
    db,
    databaseUrl: config.DATABASE_URL,
    redisUrl: config.REDIS_URL,
    sweepMs: SWEEP_MS,
    permitted: config.WEBHOOK_ALLOWED_NETWORKS ?? [],
    resolve: createResolver(),
    mailer: smtpUrl && mailFrom ? createMailer({ url: smtpUrl, from: mailFrom }) : undefined,
    tracing,
    onAttempt: (outcome) => metrics.webhookAttempts.inc({ outcome }),
    logger,
  });
  const engine = await openIndexEngine(config);
  if (!engine) {
    logger.info('MEILI_URL is not set: searches are answered by Postgres, and there is no index to keep');
  }
  const indexer =
    engine &&
    startIndexer({
      db,
      databaseUrl: config.DATABASE_URL,
      redisUrl: config.REDIS_URL,
      engine,
      tracing,
      indexUid: SEARCH_INDEX,
      sweepMs: SWEEP_MS,
      metrics,
      logger,
    });
  let stopping = false;
  const checkLag = async () => {
    const { values } = await metrics.lagSeconds.get();
    const lag = Math.max(0, ...values.map(({ value }) => value));
    if (lag > READY_LAG_SECONDS) throw new Error(`the index is ${Math.round(lag)} s behind`);
  };
  const status = await serveStatus(
    createStatusApp({
      metrics,
      checks: [
        { name: 'database', required: true, run: () => pool.query('select 1') },
        { name: 'database_writes', required: false, run: createWriteCheck(pool) },
        ...(engine
          ? [
              { name: 'search_engine', required: false, run: engine.check },
              { name: 'index_lag', required: false, run: checkLag },
            ]
          : []),
      ],
      isStopping: () => stopping,
      logger,
    }),
    { port: config.INDEXER_PORT, host: config.HOST, setting: 'INDEXER_PORT' },
    logger,
  );
  shutDownOnSignal(
    [
      { name: 'readiness', run: () => (stopping = true) },
      { name: 'indexer', run: () => indexer?.close() },
      { name: 'status', run: () => status && drainHttpServer(status) },
      { name: 'webhooks', run: () => deliveries.close() },
      { name: 'change_feed', run: () => stamper.close() },
      { name: 'kept_changes', run: () => changeKeeper.close() },
      { name: 'database', run: () => pool.end() },
      { name: 'traces', run: () => tracing.close() },
    ],
    logger,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
