import compression from 'compression';
import express, { type Express } from 'express';
import { pinoHttp } from 'pino-http';
import { dumpFiles } from './publish/dumps/dump-files.ts';
import { demoPictureFiles } from './demo/demo-picture-files.ts';
import { digitalLinkResolver } from './catalog/scan/digital-link-resolver.ts';
import { createGivenNames } from './catalog/names/given-names.ts';
import { createSitemap } from './catalog/sitemap/sitemap.ts';
import { guardContributorRoutes } from './review/submissions/guard-contributor-routes.ts';
import { consolePage } from './console-page.ts';
import { healthz, readyz } from './platform/health.ts';
import { authenticate, refuseInvalidKey, keyGuard } from './platform/http/callers/authenticate.ts';
import { warnOfUntrustedProxy } from './platform/http/callers/client-address.ts';
import { checkHeaders, allowEveryOrigin } from './platform/http/server/check-headers.ts';
import { describeRequest } from './platform/http/requests/describe-request.ts';
import { errorHandler, unknownRoute } from './platform/http/error-handler.ts';
import { createRunOnce, RUN_ONCE } from './platform/http/idempotency/run-once.ts';
import { mountRoutes, refuseMethod } from './platform/http/mount-routes.ts';
import { PUBLIC_URL } from './platform/http/requests/public-root.ts';
import { parseQueryString } from './platform/http/requests/query-string.ts';
import { readJsonBody } from './platform/http/requests/json-body.ts';
import type { Route } from './platform/http/route.ts';
import { WEBHOOK_BODIES } from './publish/webhooks/webhook-events-contract.ts';
import { queueBoard } from './platform/job-queue/queue-board.ts';
import { mcpEndpoint } from './mcp/mcp-endpoint.ts';
import { refuseForeignPages } from './mcp/foreign-pages.ts';
import { rateLimit } from './platform/http/callers/rate-limit.ts';
import { requestId, requestIdOf } from './platform/http/requests/request-id.ts';
import { securityHeaders } from './platform/http/server/security-headers.ts';
import { COMPRESSION } from './platform/http/answers/send-text.ts';
import { StoredAnswer } from './platform/http/answers/stored-answer.ts';
import { weakenCompressedEtag, allowRevalidation } from './platform/http/answers/etags.ts';
import { apiCatalog } from './platform/openapi/api-catalog.ts';
import { buildOpenApi31 } from './platform/openapi/openapi-31.ts';
import { buildOpenApi } from './platform/openapi/openapi.ts';
import { sourcePictureFiles } from './pages/source-pictures/source-picture-files.ts';
import { pictureFiles } from './review/pictures/picture-files.ts';
import { refuseWrites } from './follow/refuse-writes.ts';
import { findSessionCaller } from './access/accounts/sessions/account-session.ts';
import { listTiers } from './access/tiers/tier-store.ts';
import { findSignedIn, guardAdminRoutes } from './access/operators/guard-admin-routes.ts';
import { oidcPages } from './access/operators/oidc/oidc-pages.ts';
import { OIDC_PATH } from './access/operators/oidc/oidc-provider.ts';
import { pages } from './pages/pages.tsx';
import { dialectEndpoints } from './compatible/dialect-endpoints.ts';
import { describeDialect } from './compatible/describe-dialect.ts';
import {
  accountPageRoutes,
  adminRoutes,
  contributorRoutes,
  listDialects,
  publicRoutes,
  type AppDependencies,
} from './routes.ts';

/** Operators' requests may take longer than public reads: merges, bulk decisions. */
const ADMIN_DEADLINE_MS = 10_000;

/** The largest call is a submission. */
const MCP_BODY_BYTES = 65_536;

/** Returns the HTTP application, in the order in which a request passes through it. It does not listen. */
export function createApp(deps: AppDependencies): Express {
  const { logger, metrics } = deps;
  const routes: Route[] = publicRoutes(deps);
  const forContributors: Route[] = contributorRoutes(deps);
  const describe = once(() => buildOpenApi(routes, forContributors));
  const dialects = listDialects([...routes, ...forContributors], deps);
  const descriptions = {
    '/api/v1/openapi.json': storeDescription(describe),
    '/openapi-3.1.json': storeDescription(() => buildOpenApi31(routes, forContributors, WEBHOOK_BODIES)),
    ...Object.fromEntries(
      dialects.map((dialect) => [
        `${dialect.prefix}/openapi.json`,
        storeDescription(() => describeDialect(dialect)),
      ]),
    ),
  };
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', deps.trustProxy);
  app.set('query parser', parseQueryString);
  app.set('etag', 'strong');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);

  app.use(requestId);
  // pino-http describes each request even if it logs nothing.
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
  app.set(PUBLIC_URL, deps.publicUrl);
  app.set(RUN_ONCE, createRunOnce({ db: deps.db, addresses: deps.accounts.addresses }));
  app.use(metrics.countRequests);
  if (deps.trustProxy === false) app.use(warnOfUntrustedProxy(logger));
  app.use((_request, response, next) => {
    // While stopping, closes connections, so that callers reconnect to another process.
    if (deps.isStopping()) response.set('Connection', 'close');
    next();
  });
  app.use(securityHeaders);
  const allowOrigins = allowEveryOrigin();
  app.use((request, response, next) =>
    CONSOLE_PATH.test(request.path) ? next() : allowOrigins(request, response, next),
  );
  app.use(checkHeaders);
  app.get('/healthz', healthz());
  app.get('/readyz', readyz(deps.readinessChecks, deps.isStopping, logger));
  // Before compression: dump files are already compressed, and are served by ranges.
  app.use('/dumps', dumpFiles(deps.dumpDir));
  app.use('/images', pictureFiles(deps));
  app.use('/pictures/from', sourcePictureFiles(deps.pictureCache));
  app.use(allowRevalidation, weakenCompressedEtag, compression(COMPRESSION));
  app.use('/pictures/demo', demoPictureFiles());
  const guardAdmin = guardAdminRoutes({
    db: deps.consoleDb,
    isSecure: deps.isCookieSecure,
    publicUrl: deps.publicUrl,
  });
  const board = queueBoard({ ...deps, db: deps.consoleDb, guards: guardAdmin({ role: 'admin' }) });
  app.use('/console/queue-board', board);
  if (deps.oidc)
    app.use(
      OIDC_PATH,
      oidcPages({
        provider: deps.oidc,
        db: deps.consoleDb,
        operatorGuard: deps.accounts.operatorGuard,
        isSecure: deps.isCookieSecure,
        logger,
        showErrors: (request, response, next) => site.showErrors(request, response, next),
      }),
    );
  app.use('/console', consolePage());
  app.use(apiCatalog(deps.publicUrl, dialects));
  for (const [path, readDescription] of Object.entries(descriptions)) {
    app.get(path, async (request, response) => {
      await readDescription().send(
        request,
        response.set('Cache-Control', 'public, max-age=300').type('json'),
      );
    });
  }
  const deadline = deps.requestDeadlineMs === undefined ? {} : { deadlineMs: deps.requestDeadlineMs };
  const read = { ...deadline, prefix: '/api/v1' };
  const unmetered = routes.filter((item) => item.unmetered);
  const metered = routes.filter((item) => !item.unmetered && !item.hasOwnLimit && !item.needsKey);
  const countedApart = routes.filter((item) => item.hasOwnLimit);
  const ofKeys = routes.filter((item) => item.needsKey);
  app.use('/api/v1', mountRoutes(unmetered, read));
  const identify = authenticate({ findCaller: deps.accounts.keyCheck.findCaller });
  app.use('/api/v1', identify, mountRoutes(ofKeys, { ...read, guard: () => keyGuard(deps.limits) }));
  const { sharedCacheSeconds = 0, suggestLimits } = deps;
  const { findCaller } = deps.accounts.keyCheck;
  // Refuses writes on a follower, whose data comes from its leader. The last guard, so that missing permissions are
  // reported first.
  const refuseOnFollower = refuseWrites(deps.db);
  const guardContributor = guardContributorRoutes({
    meter: deps.limits,
    limits: deps.accounts.submissionLimits,
  });
  const guardWrites = (item: Route) => [...guardContributor(item), ...refuseOnFollower(item)];
  for (const dialect of dialects)
    app.use(
      dialectEndpoints(dialect, {
        ...deadline,
        findCaller,
        limits: deps.limits,
        guardWrite: guardWrites,
        sharedCacheSeconds,
      }),
    );
  app.use(
    '/api/v1',
    mountRoutes(countedApart, {
      ...read,
      sharedCacheSeconds,
      guard: () => [...(suggestLimits ? [rateLimit(suggestLimits)] : []), refuseInvalidKey],
    }),
  );
  const ownCostPaths = new Set(metered.filter((item) => item.hasOwnCost).map(({ path }) => path));
  if (deps.limits)
    app.use('/api/v1', rateLimit(deps.limits, { later: { hasOwnCost: (path) => ownCostPaths.has(path) } }));
  app.use('/api/v1', refuseInvalidKey, mountRoutes(metered, { ...read, sharedCacheSeconds }));
  app.use(
    digitalLinkResolver({
      db: deps.readDb ?? deps.db,
      publicUrl: deps.publicUrl,
      guards: [identify, ...(deps.limits ? [rateLimit(deps.limits)] : []), refuseInvalidKey],
    }),
  );
  app.use(
    '/api/public',
    identify,
    mountRoutes(forContributors, { ...deadline, prefix: '/api/public', guard: guardWrites }),
  );
  app.post(
    '/mcp',
    identify,
    refuseForeignPages(deps.publicUrl),
    ...(deps.limits ? [rateLimit(deps.limits, { later: { hasOwnCost: () => true } })] : []),
    refuseInvalidKey,
    readJsonBody(MCP_BODY_BYTES),
    mcpEndpoint({ routes: [...routes, ...forContributors], guardWrite: guardWrites }),
  );
  app.use(
    '/api/admin',
    mountRoutes(adminRoutes(deps), {
      prefix: '/api/admin',
      deadlineMs: ADMIN_DEADLINE_MS,
      guard: (item) => [...guardAdmin(item), ...refuseOnFollower(item)],
    }),
  );
  const site = pages({
    routes: [...routes, ...forContributors, ...accountPageRoutes(deps)],
    guardCall: (item) =>
      forContributors.includes(item) ? guardWrites(item) : item.needsKey ? keyGuard(deps.limits) : [],
    findSessionCaller: (cookieHeader) => findSessionCaller(deps, cookieHeader),
    publicUrl: deps.publicUrl,
    sitemap: createSitemap({ db: deps.readDb ?? deps.db }),
    readGivenNames: createGivenNames(deps.readDb ?? deps.db),
    docs: {
      describe,
      endpoints: [...routes, ...forContributors],
      listTiers: () => listTiers(deps.db),
      isOperator: async (cookieHeader) =>
        (await findSignedIn(deps.consoleDb, deps.isCookieSecure, cookieHeader)) !== undefined,
    },
    guards: [identify, ...(deps.pageLimits ? [rateLimit(deps.pageLimits)] : []), refuseInvalidKey],
  });
  app.use(site.router);
  app.all(['/healthz', '/readyz', ...Object.keys(descriptions)], refuseMethod(['GET']));
  app.all('/mcp', refuseMethod(['POST']));
  app.use(unknownRoute);
  app.use(errorHandler(logger));
  return app;
}

const storeDescription = (describe: () => object) =>
  once(() => new StoredAnswer(Buffer.from(JSON.stringify(describe()))));

/** Returns a function that creates the value on first use and keeps it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The console talks to its own server only. */
const CONSOLE_PATH = /^\/(api\/admin|console)(\/|$)/;

function isProbe(request: { url?: string | undefined }): boolean {
  return request.url === '/healthz' || request.url === '/readyz';
}

/** One debug line per answered request, because metrics count them. The error handler logs failures. */
function customLogLevel(): 'debug' {
  return 'debug';
}
