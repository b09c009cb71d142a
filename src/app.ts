import compression from 'compression';
import cors from 'cors';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { adminAccountRoutes } from './accounts/administration/admin-account-routes.ts';
import { accountRoutes, type AccountDependencies } from './accounts/account-routes.ts';
import { barcodeAdminRoutes } from './catalog/barcodes/barcode-admin-routes.ts';
import { barcodeRoutes } from './catalog/barcodes/barcode-routes.ts';
import { brandAdminRoutes } from './catalog/brands/brand-admin-routes.ts';
import { brandRoutes } from './catalog/brands/brand-routes.ts';
import { bulkRoutes } from './catalog/bulk/bulk-routes.ts';
import { categoryAdminRoutes } from './catalog/categories/category-admin-routes.ts';
import { categoryRoutes } from './catalog/categories/category-routes.ts';
import { kindAdminRoutes } from './catalog/kinds/kind-admin-routes.ts';
import { kindFieldRoutes } from './catalog/kinds/kind-field-routes.ts';
import { historyRoutes } from './catalog/history/history-routes.ts';
import { mergeRoutes } from './catalog/merge/merge-routes.ts';
import { msrpAdminRoutes } from './catalog/msrp/msrp-admin-routes.ts';
import { productAdminRoutes } from './catalog/administration/product-admin-routes.ts';
import { productRoutes } from './catalog/products/product-routes.ts';
import { sourceAdminRoutes } from './catalog/sources/source-admin-routes.ts';
import { sourceRoutes } from './catalog/sources/source-routes.ts';
import { statsRoutes } from './catalog/statistics/stats-routes.ts';
import type { ContributionLimits } from './contributions/contribution-limits.ts';
import { guardContributionRoutes } from './contributions/guard-contribution-routes.ts';
import { offerRoutes } from './contributions/offer-routes.ts';
import type { QueueCaps } from './contributions/queue-caps.ts';
import { messageRoutes } from './contributions/messages/message-routes.ts';
import { reasonRoutes } from './contributions/reasons/reason-routes.ts';
import { senderRoutes } from './contributions/senders/sender-routes.ts';
import { reviewRoutes } from './contributions/review/review-routes.ts';
import { undoRoutes } from './contributions/undo/undo-routes.ts';
import { consolePage } from './console-page.ts';
import type { Db } from './db/client.ts';
import { docsPage } from './docs-page.ts';
import { healthz, readyz, type ReadinessCheck } from './health.ts';
import { authenticate, refuseInvalidKey } from './http/callers/authenticate.ts';
import { warnOfUntrustedProxy } from './http/callers/client-address.ts';
import { checkHeaders } from './http/server/check-headers.ts';
import { describeRequest } from './http/requests/describe-request.ts';
import { errorHandler, unknownRoute } from './http/error-handler.ts';
import { mountRoutes, refuseMethod } from './http/mount-routes.ts';
import { parseQueryString } from './http/requests/query-string.ts';
import { LIMIT_HEADERS, rateLimit, type MeterCall } from './http/callers/rate-limit.ts';
import { requestId, requestIdOf } from './http/requests/request-id.ts';
import type { Route } from './http/route.ts';
import { allowRevalidation } from './http/answers/revalidation.ts';
import { securityHeaders } from './http/server/security-headers.ts';
import { storeAnswer } from './http/answers/stored-answer.ts';
import { weakenCompressedEtag } from './http/answers/weaken-etag.ts';
import type { Metrics } from './metrics.ts';
import { withDescription } from './openapi-admin.ts';
import { buildOpenApi } from './openapi.ts';
import { auditRoutes } from './operators/audit/audit-routes.ts';
import { guardAdminRoutes } from './operators/guard-admin-routes.ts';
import { recomputeRoutes } from './quality/recompute/recompute-routes.ts';
import { liveRoutes } from './operators/live/live-routes.ts';
import type { LiveStreams } from './operators/live/live-streams.ts';
import { operatorRoutes } from './operators/operator-routes.ts';
import { operatorStatsRoutes } from './operators/statistics/operator-stats-routes.ts';
import { ownAccessRoutes } from './operators/sessions/own-access-routes.ts';
import { signInRoutes } from './operators/sessions/sign-in-routes.ts';
import type { SignInDependencies } from './operators/sessions/sign-in.ts';
import { viewRoutes } from './operators/views/view-routes.ts';
import { queueAdminRoutes } from './queue/queue-admin-routes.ts';
import type { WakeUpQueue } from './queue/wake-up-queue.ts';
import { indexAdminRoutes } from './index/index-admin-routes.ts';
import { searchRoutes } from './search/search-routes.ts';
import type { SearchProducts } from './search/search-products.ts';
import { suggestionRoutes } from './suggestions/suggestion-routes.ts';

export interface AppDependencies {
  db: Db;
  /** For operators' requests: longer statements, more patience with locks. */
  consoleDb: Db;
  searchProducts: SearchProducts;
  metrics: Metrics;
  logger: Logger;
  accounts: Omit<AccountDependencies, 'db' | 'logger'> &
    Pick<SignInDependencies, 'operatorGuard' | 'operatorPasswords'> & {
      contributionLimits: ContributionLimits;
    };
  queueCaps: QueueCaps;
  /** Undefined: nothing is counted, for tests that are about other things. */
  limits: MeterCall | undefined;
  /** What operators see and change of the queue of wake-ups. */
  wakeUps: WakeUpQueue;
  /** What consoles hear without asking. */
  liveStreams: LiveStreams;
  queueBackend: 'redis' | 'postgres';
  /** Rejects when Meilisearch cannot answer; undefined where Postgres is the engine. */
  checkEngine: (() => Promise<unknown>) | undefined;
  /** Whether the session cookie is for HTTPS only, as it should be. */
  isCookieSecure: boolean;
  trustProxy: boolean | number | string;
  readinessChecks: ReadinessCheck[];
  isStopping: () => boolean;
  /** Past it a request is answered 503 (see `mountRoutes`). */
  requestDeadlineMs?: number;
}

/** Every public endpoint below /api/v1, in the order in which it is matched. */
export function publicRoutes(
  deps: Pick<AppDependencies, 'db' | 'searchProducts' | 'accounts' | 'logger'>,
): Route[] {
  return [
    ...searchRoutes(deps),
    ...barcodeRoutes(deps),
    ...productRoutes(deps),
    ...brandRoutes(deps),
    ...categoryRoutes(deps),
    ...sourceRoutes(deps),
    ...statsRoutes(deps),
    ...kindFieldRoutes(deps),
    ...accountRoutes({ ...deps.accounts, db: deps.db, logger: deps.logger }),
  ];
}

/** Every endpoint of the console below /api/admin. */
export function adminRoutes(deps: AppDependencies): Route[] {
  const patient = { ...deps, db: deps.consoleDb };
  const operators = { ...deps.accounts, ...patient };
  return withDescription([
    ...signInRoutes(operators),
    ...ownAccessRoutes(operators),
    ...liveRoutes(deps),
    ...reviewRoutes(patient),
    ...undoRoutes(patient),
    ...messageRoutes(patient),
    ...senderRoutes(patient),
    ...reasonRoutes(patient),
    ...suggestionRoutes(patient),
    ...brandAdminRoutes(deps),
    ...categoryAdminRoutes(deps),
    ...kindAdminRoutes(deps),
    ...sourceAdminRoutes(deps),
    ...recomputeRoutes(deps),
    ...indexAdminRoutes(deps),
    ...queueAdminRoutes(deps),
    ...operatorRoutes(operators),
    ...adminAccountRoutes(operators),
    ...bulkRoutes(patient),
    ...productAdminRoutes(patient),
    ...barcodeAdminRoutes(patient),
    ...msrpAdminRoutes(patient),
    ...historyRoutes(patient),
    ...mergeRoutes(patient),
    ...auditRoutes(patient),
    ...operatorStatsRoutes(patient),
    ...viewRoutes(patient),
  ]);
}

/** What strangers and shops offer, below /api/public. */
export function contributionRoutes(deps: Pick<AppDependencies, 'db' | 'queueCaps'>): Route[] {
  return [...offerRoutes(deps)];
}

/** An operator's work may take longer than a public read: merges, bulk decisions. */
const ADMIN_DEADLINE_MS = 10_000;

/** For every origin, on every answer, and without credentials. `OPTIONS` is answered here, for any path. */
const CORS = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST'],
  exposedHeaders: ['X-Request-Id', 'ETag', 'Retry-After', 'Allow', ...LIMIT_HEADERS],
  maxAge: 86_400,
};

/** The HTTP application, top to bottom in the order a request passes through it. It never listens. */
export function createApp(deps: AppDependencies): Express {
  const { logger, metrics } = deps;
  const routes = publicRoutes(deps);
  const offers = contributionRoutes(deps);
  const openApi = storeAnswer(Buffer.from(JSON.stringify(buildOpenApi(routes, offers))));
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', deps.trustProxy);
  app.set('query parser', parseQueryString);
  app.set('etag', 'strong');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);

  app.use(requestId);
  // Described at every request, also where no such line is written.
  if (logger.isLevelEnabled('debug')) {
    app.use(
      pinoHttp({
        logger,
        genReqId: requestIdOf,
        autoLogging: { ignore: isProbe },
        customLogLevel,
        serializers: { req: describeRequest },
      }),
    );
  }
  app.use(metrics.countRequests);
  if (deps.trustProxy === false) app.use(warnOfUntrustedProxy(logger));
  app.use((_request, response, next) => {
    // A stopping process asks its callers to connect anew, elsewhere.
    if (deps.isStopping()) response.set('Connection', 'close');
    next();
  });
  app.use(securityHeaders);
  const allowEveryOrigin = cors(CORS);
  app.use((request, response, next) =>
    CONSOLE_PATH.test(request.path) ? next() : allowEveryOrigin(request, response, next),
  );
  app.use(checkHeaders);
  app.get('/healthz', healthz());
  app.get('/readyz', readyz(deps.readinessChecks, deps.isStopping, logger));
  app.use(allowRevalidation, weakenCompressedEtag, compression({ threshold: 2_048 }));
  app.use('/docs', docsPage());
  app.use('/console', consolePage());
  app.get('/api/v1/openapi.json', async (request, response) => {
    await openApi.send(request, response.set('Cache-Control', 'public, max-age=300').type('json'));
  });
  const deadline = deps.requestDeadlineMs === undefined ? {} : { deadlineMs: deps.requestDeadlineMs };
  const read = { ...deadline, prefix: '/api/v1' };
  const unmetered = routes.filter((item) => item.unmetered);
  const metered = routes.filter((item) => !item.unmetered);
  app.use('/api/v1', mountRoutes(unmetered, read));
  app.use('/api/v1', authenticate({ findCaller: deps.accounts.keyCheck.findCaller }));
  if (deps.limits) app.use('/api/v1', rateLimit(deps.limits));
  app.use('/api/v1', refuseInvalidKey, mountRoutes(metered, read));
  app.use(
    '/api/public',
    authenticate({ findCaller: deps.accounts.keyCheck.findCaller }),
    mountRoutes(offers, {
      ...deadline,
      prefix: '/api/public',
      guard: guardContributionRoutes({ meter: deps.limits, limits: deps.accounts.contributionLimits }),
    }),
  );
  app.use(
    '/api/admin',
    mountRoutes(adminRoutes(deps), {
      prefix: '/api/admin',
      deadlineMs: ADMIN_DEADLINE_MS,
      guard: guardAdminRoutes({ db: deps.consoleDb, isSecure: deps.isCookieSecure }),
    }),
  );
  app.get('/', (_request, response) => response.redirect('/docs/'));
  app.all(['/', '/healthz', '/readyz', '/api/v1/openapi.json'], refuseMethod(['GET']));
  app.use(unknownRoute);
  app.use(errorHandler(logger));
  return app;
}

/** The console talks to its own server only. */
const CONSOLE_PATH = /^\/(api\/admin|console)(\/|$)/;

function isProbe(request: { url?: string | undefined }): boolean {
  return request.url === '/healthz' || request.url === '/readyz';
}

/** Answered requests are one debug line each: the metrics count them. Failures are logged by the error handler. */
function customLogLevel(): 'debug' {
  return 'debug';
}
