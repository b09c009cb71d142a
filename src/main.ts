import { createAccounts } from './access/accounts/create-accounts.ts';
import { createApp } from './app.ts';
import { keepCategoriesCounted } from './catalog/category-comparison/count-categories.ts';
import { createMissCounter } from './catalog/misses/miss-counter.ts';
import { createChangeFeed } from './publish/feed/change-feed.ts';
import { examine } from './doctor/examine.ts';
import { listGrowingFolders } from './doctor/machine.ts';
import { findDumpRoot } from './publish/dumps/dump-folder.ts';
import { measureDumpState } from './publish/dumps/dump-run-store.ts';
import { startNightlyDumps } from './publish/dumps/nightly-dumps.ts';
import { measureStampLag } from './publish/feed/change-stamp-store.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { eraseContactsDaily } from './review/submissions/erase-old-contacts.ts';
import { createFollowCheck, measureFollow } from './follow/follow-health.ts';
import { findFollow } from './follow/follow-store.ts';
import { createWriteCheck } from './platform/db/check-writes.ts';
import { measureQueueAge } from './review/queue/queue-count-store.ts';
import { checkCountsDaily, countPending } from './review/submissions/submission-count-store.ts';
import { createDb, createPool } from './platform/db/client.ts';
import {
  countReplicaReads,
  createReplicaCheck,
  measureReplica,
} from './platform/db/replica/replica-health.ts';
import { POOL_SIZES } from './platform/db/pool-sizes.ts';
import { createReadReplica } from './platform/db/replica/read-replica.ts';
import { listenForNotifications } from './platform/db/notifications/notification-listener.ts';
import { createHttpServer, drainHttpServer, listen } from './platform/http/server/http-server.ts';
import { serveStatus } from './platform/http/server/status-server.ts';
import { completeEnvironment } from './platform/late-settings.ts';
import { createLimits } from './access/limits/create-limits.ts';
import { createLogger } from './platform/logger.ts';
import {
  createMetrics,
  measureChangeFeed,
  measureDisks,
  measureDumps,
  measureIndexLag,
  measurePools,
  measureReviewQueue,
  measureWebhooks,
} from './platform/metrics.ts';
import { createMetricsApp } from './platform/scrapes/metrics-page.ts';
import { createLiveStreams } from './access/operators/live/live-streams.ts';
import { createOidcProvider } from './access/operators/oidc/oidc-provider.ts';
import { createPictureDecoder } from './review/pictures/decoding/decode-picture.ts';
import { cleanPicturesDaily } from './review/pictures/remove-unkept.ts';
import { fetchPicture } from './pages/source-pictures/fetch-picture.ts';
import { isPictureOfProduct } from './pages/source-pictures/picture-of-product.ts';
import { createPictureCache } from './pages/source-pictures/picture-cache.ts';
import { openPictureStorage } from './review/pictures/storage/open-storage.ts';
import { runRules } from './review/rules/run-rules.ts';
import { startQualityWorker } from './quality/recompute/quality-worker.ts';
import { createWakeUpQueue } from './platform/job-queue/wake-up-queue.ts';
import { createSearch } from './search/create-search.ts';
import { openSearchEngine } from './search/engines/open-engine.ts';
import { measureBacklog } from './search/index/outbox-store.ts';
import { measureOldestDue } from './publish/webhooks/due-delivery-store.ts';
import { shutDownOnSignal } from './platform/shutdown.ts';
import { startTracing } from './platform/tracing/start-tracing.ts';
import { openUpstreams } from './upstream/open-upstreams.ts';
import { SIMILARITY_SETTINGS } from './search/search-limits.ts';
import { logAuditHead } from './platform/audit/audit-store.ts';

/** The time for shutdown after the listener is closed: 5 s for started requests, plus each step. */
const STOP_PATIENCE_MS = 7_000;

/** The API process: creates every dependency here, once, and passes it on as an argument. */
async function main(): Promise<void> {
  const config = readConfig(await completeEnvironment());
  if (!config.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_URL: must be set to run the API alone; `npm start` brings a database of its own',
    );
  }
  const tracing = await startTracing('factshelf-api', config);
  const logger = createLogger('api', config.LOG_LEVEL, process.stdout, tracing.logFields);
  tracing.reportTo(logger);
  const metrics = createMetrics();
  const reading = {
    max: POOL_SIZES.reads,
    // With the client's own timeout, no read takes longer than 1.5 s when the server hangs.
    statementTimeoutMs: 1_350,
    settings: SIMILARITY_SETTINGS,
    logger,
  };
  const pool = createPool({ url: config.DATABASE_URL, applicationName: 'factshelf-api', ...reading });
  const replica = config.DATABASE_READ_URL
    ? createReadReplica({
        url: config.DATABASE_URL,
        primary: pool,
        replicaUrl: config.DATABASE_READ_URL,
        maxLagMs: config.DATABASE_READ_MAX_LAG_MS,
        onRead: countReplicaReads(metrics.registry),
        ...reading,
      })
    : undefined;
  if (replica) measureReplica(metrics.registry, replica);
  // Operators’ requests take longer and wait for locks: they have their own connections, so that no public read waits for them.
  const consolePool = createPool({
    url: config.DATABASE_URL,
    applicationName: 'factshelf-console',
    max: POOL_SIZES.console,
    // Half of the deadline of a request that touches very many products.
    statementTimeoutMs: 30_000,
    patienceMs: 5_000,
    settings: SIMILARITY_SETTINGS,
    logger,
  });
  measurePools(metrics.registry, {
    api: pool,
    console: consolePool,
    ...(replica && { replica: replica.pool }),
  });
  const db = createDb(pool, tracing.findTraceparent);
  const consoleDb = createDb(consolePool, tracing.findTraceparent);
  const engine = await openSearchEngine(config, metrics);
  if (engine) measureIndexLag(metrics.registry, () => measureBacklog(db));
  measureChangeFeed(metrics.registry, () => measureStampLag(db));
  const dumpDir = config.DUMP_DIR === undefined ? undefined : findDumpRoot(config);
  if (dumpDir !== undefined) measureDumps(metrics.registry, () => measureDumpState(db));
  measureWebhooks(metrics.registry, () => measureOldestDue(db));
  measureFollow(metrics.registry, () => findFollow(db));
  const queueCaps = { public: config.SUBMISSIONS_MOST_PENDING, backflow: config.BACKFLOW_MOST_PENDING };
  measureReviewQueue(
    metrics.registry,
    queueCaps,
    () => countPending(db),
    () => measureQueueAge(db),
  );
  measureDisks(metrics.registry, listGrowingFolders(config));
  const search = createSearch({
    db: replica?.db ?? db,
    metrics,
    logger,
    engine,
  });
  const misses = config.COUNT_MISSES ? createMissCounter({ db: consoleDb, metrics, logger }) : undefined;
  const upstreams = openUpstreams(config, config.DATABASE_URL, { db: consoleDb, metrics, logger });
  const limits = await createLimits({
    databaseUrl: config.DATABASE_URL,
    redisUrl: config.REDIS_URL,
    ceilings: { address: config.KEYS_PER_ADDRESS, network: config.KEYS_PER_NETWORK },
    metrics,
    logger,
  });
  const accounts = createAccounts({
    db,
    redisUrl: config.REDIS_URL,
    registrations: {
      perAddress: config.REGISTRATIONS_PER_ADDRESS,
      perNetwork: config.REGISTRATIONS_PER_NETWORK,
      perSecond: config.REGISTRATIONS_PER_SECOND,
    },
    mail:
      config.SMTP_URL && config.MAIL_FROM && config.PUBLIC_URL
        ? { smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, publicUrl: config.PUBLIC_URL }
        : undefined,
    logger,
  });
  const liveStreams = createLiveStreams({ db: consoleDb, logger });
  const changeFeed = createChangeFeed({ db });
  const pictureStorage = await openPictureStorage(config);
  const decodePicture = createPictureDecoder({ onCostly: accounts.submissionLimits.holdPictures });
  const rules = runRules(consoleDb, logger);
  const background = [
    cleanPicturesDaily({ db: consoleDb, pictureStorage }, logger),
    eraseContactsDaily(consoleDb, logger),
    checkCountsDaily(consoleDb, logger),
    keepCategoriesCounted(consoleDb, logger),
    logAuditHead({ db, logger }),
    rules,
  ];
  const wakeUps = createWakeUpQueue({
    redisUrl: config.REDIS_URL,
    databaseUrl: config.DATABASE_URL,
    logger,
  });
  let stopping = false;
  const app = createApp({
    db,
    readDb: replica?.db,
    consoleDb,
    searchProducts: search.searchProducts,
    misses,
    suggest: search.suggest,
    metrics,
    logger,
    accounts: { ...accounts, findUsed: limits.findAccountUsage },
    queueCaps,
    limits: limits.meter,
    suggestLimits: limits.suggestMeter,
    pageLimits: limits.pageMeter,
    wakeUps,
    liveStreams,
    changeFeed,
    upstreams: upstreams.settings,
    askUpstream: upstreams.ask,
    webhookNetworks: config.WEBHOOK_ALLOWED_NETWORKS ?? [],
    searchIndex: engine,
    isCookieSecure: config.COOKIE_SECURE,
    oidc: createOidcProvider(config),
    isPasswordOff: !config.PASSWORD_SIGN_IN,
    trustProxy: config.TRUST_PROXY,
    readinessChecks: [
      { name: 'database', required: true, run: () => pool.query('select 1') },
      { name: 'database_writes', required: false, run: createWriteCheck(pool) },
      createFollowCheck(db),
      ...(replica ? [createReplicaCheck(replica)] : []),
      ...limits.checks,
      ...(engine ? [{ name: 'search_engine', required: false, run: () => engine.check() }] : []),
    ],
    isStopping: () => stopping,
    examine: () => examine(config, consoleDb),
    publicUrl: config.PUBLIC_URL,
    offHost: config.OFF_HOST,
    pictureStorage,
    decodePicture,
    pictureCache:
      config.IMAGE_CACHE_DIR === undefined
        ? undefined
        : createPictureCache({
            folder: config.IMAGE_CACHE_DIR,
            mostBytes: config.IMAGE_CACHE_BYTES,
            fetchPicture: async (address) =>
              (await isPictureOfProduct(db, address)) ? fetchPicture(address) : undefined,
            decodePicture,
            logger,
          }),
    dumpDir,
    sharedCacheSeconds: config.CDN_CACHE_SECONDS,
  });
  const server = createHttpServer(app, {
    onRefused: (reason) => metrics.connectionsRefused.inc({ reason }),
  });
  await listen(server, config.PORT, config.HOST);
  const metricsServer = await serveStatus(
    createMetricsApp(metrics, logger, () => wakeUps.ask((queue) => queue.exportPrometheusMetrics())),
    { port: config.METRICS_PORT, host: config.METRICS_HOST, setting: 'METRICS_PORT' },
    logger,
  );
  const qualityWorker = startQualityWorker({ db: consoleDb, logger });
  const listener = listenForNotifications({
    databaseUrl: config.DATABASE_URL,
    subscriptions: [
      accounts.keyChanges,
      ...liveStreams.subscriptions,
      ...changeFeed.subscriptions,
      ...rules.subscriptions,
      ...qualityWorker.subscriptions,
    ],
    logger,
    saysOutage: true,
  });
  const dumps =
    dumpDir === undefined || config.DUMP_AT === 'off'
      ? undefined
      : startNightlyDumps({
          db: consoleDb,
          dumpDir,
          databaseUrl: config.DATABASE_URL,
          at: config.DUMP_AT,
          logger,
        });
  upstreams.keepInStep();
  logger.info({ host: config.HOST, port: config.PORT }, 'listening');
  shutDownOnSignal(
    [
      { name: 'readiness', run: () => (stopping = true) },
      // Streams never end by themselves.
      { name: 'live_streams', run: () => liveStreams.close() },
      { name: 'change_feed', run: () => changeFeed.close() },
      { name: 'http', run: () => drainHttpServer(server, { delayMs: config.STOP_DELAY_MS }) },
      { name: 'metrics', run: () => metricsServer && drainHttpServer(metricsServer) },
      { name: 'quality', run: () => qualityWorker.close() },
      { name: 'dumps', run: () => dumps?.close() },
      { name: 'upstreams', run: () => upstreams.close() },
      { name: 'search', run: () => search.close() },
      { name: 'misses', run: () => misses?.close() },
      { name: 'listener', run: () => listener.close() },
      { name: 'accounts', run: () => accounts.close() },
      { name: 'wake-ups', run: () => wakeUps.close() },
      { name: 'limits', run: () => limits.close() },
      // Not awaited: a run under way ends with the process, and another process does it again.
      { name: 'background', run: () => background.forEach((work) => void work.close()) },
      { name: 'replica', run: () => replica?.close() },
      { name: 'database', run: () => Promise.all([pool.end(), consolePool.end()]) },
      { name: 'traces', run: () => tracing.close() },
    ],
    logger,
    config.STOP_DELAY_MS + STOP_PATIENCE_MS,
  );
}

main().catch((error: unknown) => {
  const problem = error as NodeJS.ErrnoException;
  const known = problem instanceof ConfigError || problem.code === 'EADDRINUSE';
  console.error(known ? problem.message : problem);
  process.exit(1);
});
