import type { Logger } from 'pino';
import type { IndexedEngine } from './search/search-engine.ts';
import { describeRefusals } from './follow/refuse-writes.ts';
import { adminAccountRoutes } from './review/account-administration/admin-account-routes.ts';
import type { AccountDependencies } from './access/accounts/account-dependencies.ts';
import { accountRoutes } from './access/accounts/account-routes.ts';
import { ownAccountRoutes } from './access/accounts/sessions/own-account-routes.ts';
import { tierRoutes } from './access/tiers/tier-routes.ts';
import type { AskUpstream } from './catalog/barcodes/find-by-codes.ts';
import { barcodeAdminRoutes, barcodeRoutes } from './catalog/barcodes/barcode-routes.ts';
import { lookupRoutes } from './catalog/barcodes/lookup-routes.ts';
import type { ChangeFeed } from './publish/feed/change-feed.ts';
import { changeRoutes } from './publish/feed/change-routes.ts';
import { dumpRoutes, dumpAdminRoutes } from './publish/dumps/dump-routes.ts';
import { brandAdminRoutes, brandRoutes } from './catalog/brands/brand-routes.ts';
import { bulkRoutes } from './catalog/bulk/bulk-routes.ts';
import { exportRoutes } from './publish/export/export-routes.ts';
import { productListRoutes } from './search/product-list/product-list-routes.ts';
import { deleteClaimsOf } from './review/decisions/review-store.ts';
import { categoryAdminRoutes, categoryRoutes } from './catalog/categories/category-routes.ts';
import { nameAdminRoutes, nameRoutes } from './catalog/names/name-routes.ts';
import { createGivenNames } from './catalog/names/given-names.ts';
import { kindAdminRoutes, kindFieldRoutes } from './catalog/kinds/kind-routes.ts';
import { historyRoutes } from './catalog/history/history-routes.ts';
import type { Misses } from './catalog/misses/miss-counter.ts';
import { missAdminRoutes } from './catalog/misses/miss-admin-routes.ts';
import { mergeRoutes } from './catalog/merge/merge-routes.ts';
import { msrpAdminRoutes } from './catalog/msrp/msrp-admin-routes.ts';
import { productAdminRoutes } from './catalog/products/administration/product-admin-routes.ts';
import { productRoutes } from './catalog/products/product-routes.ts';
import { scanRoutes } from './catalog/scan/scan-routes.ts';
import { sourceAdminRoutes, sourceRoutes } from './catalog/sources/source-routes.ts';
import { statsRoutes } from './catalog/statistics/stats-routes.ts';
import type { Addresses } from './access/limits/addresses.ts';
import type { SubmissionLimits } from './access/limits/submission-limits.ts';
import { submissionRoutes } from './review/submissions/submission-routes.ts';
import type { QueueCaps } from './review/submissions/queue-caps.ts';
import { messageRoutes } from './review/submissions/messages/message-routes.ts';
import { reasonRoutes } from './review/submissions/reasons/reason-routes.ts';
import { ruleRoutes } from './review/rules/rule-routes.ts';
import { senderRoutes } from './review/senders/sender-routes.ts';
import type { PictureCache } from './pages/source-pictures/picture-cache.ts';
import { pictureAdminRoutes } from './review/pictures/picture-admin-routes.ts';
import { pictureRoutes } from './review/pictures/picture-routes.ts';
import type { PictureDependencies } from './review/pictures/take-picture.ts';
import { reviewRoutes } from './review/decisions/review-routes.ts';
import { undoRoutes } from './review/undo/undo-routes.ts';
import type { Dialect } from './compatible/dialect-endpoints.ts';
import { buildOffError } from './compatible/open-food-facts/off-error.ts';
import { offRoutes } from './compatible/open-food-facts/off-routes.ts';
import { SESSION_COOKIE } from './compatible/open-food-facts/off-versions.ts';
import { offWriteRoutes, ownWriteOf } from './compatible/open-food-facts/writing/off-write-routes.ts';
import { buildUpcError, upcitemdbRoutes } from './compatible/upcitemdb/upcitemdb-routes.ts';
import { callOwnEndpoints } from './compatible/own-endpoints.ts';
import type { Db } from './platform/db/client.ts';
import type { ReadinessCheck } from './platform/health.ts';
import type { MeterCall } from './platform/http/callers/rate-limit.ts';
import type { Route } from './platform/http/route.ts';
import type { Metrics } from './platform/metrics.ts';
import { withDescription } from './platform/openapi/openapi-admin.ts';
import { erasureRoutes } from './erasure/erasure-routes.ts';
import { auditRoutes } from './platform/audit/audit-routes.ts';
import { recomputeRoutes } from './quality/recompute/recompute-routes.ts';
import { liveRoutes } from './access/operators/live/live-routes.ts';
import type { LiveStreams } from './access/operators/live/live-streams.ts';
import { operatorRoutes } from './access/operators/operator-routes.ts';
import { operatorStatsRoutes } from './review/statistics/operator-stats-routes.ts';
import { ownAccessRoutes } from './access/operators/sessions/own-access-routes.ts';
import type { OidcProvider } from './access/operators/oidc/oidc-provider.ts';
import { refusePasswords } from './access/operators/sessions/refuse-passwords.ts';
import { signInRoutes } from './access/operators/sessions/sign-in-routes.ts';
import type { SignInDependencies } from './access/operators/sessions/sign-in.ts';
import type { Finding } from './doctor/doctor-contract.ts';
import { doctorRoutes } from './doctor/doctor-routes.ts';
import type { WakeUpQueue } from './platform/job-queue/wake-up-queue.ts';
import { indexAdminRoutes } from './search/index/index-admin-routes.ts';
import { explainAdminRoutes } from './search/explain/explain-admin-routes.ts';
import { searchRoutes } from './search/search-routes.ts';
import type { SearchProducts } from './search/search-products.ts';
import type { Suggest } from './search/suggest/suggest.ts';
import { suggestRoutes } from './search/suggest/suggest-routes.ts';
import { suggestionRoutes } from './review/suggested-facts/suggestion-routes.ts';
import type { UpstreamSettings } from './upstream/known-upstreams.ts';
import { upstreamRoutes } from './upstream/upstream-routes.ts';
import type { Networks } from './platform/outbound/may-connect.ts';
import { webhookAdminRoutes } from './publish/webhooks/webhook-admin-routes.ts';
import { webhookRoutes } from './publish/webhooks/webhook-routes.ts';

export interface AppDependencies {
  db: Db;
  /** Without it, pages show a placeholder for pictures of sources. */
  pictureCache?: PictureCache | undefined;
  /** For public reads that may be slightly stale; `db` unless given. */
  readDb?: Db | undefined;
  /** For operators' requests: longer timeouts for statements and locks. */
  consoleDb: Db;
  searchProducts: SearchProducts;
  /** Undefined if nothing is counted (`COUNT_MISSES`). */
  misses?: Misses | undefined;
  suggest: Suggest;
  metrics: Metrics;
  logger: Logger;
  accounts: Omit<AccountDependencies, 'db' | 'logger'> &
    Pick<SignInDependencies, 'operatorGuard' | 'operatorPasswords'> & {
      submissionLimits: SubmissionLimits;
      addresses: Addresses;
    };
  queueCaps: QueueCaps;
  /** Undefined only in tests, which do not count calls. */
  limits: MeterCall | undefined;
  /** The limits of suggestions. */
  suggestLimits?: MeterCall;
  /** The limits of pages. */
  pageLimits?: MeterCall;
  /** The queue of wake-ups, for operators. */
  wakeUps: WakeUpQueue;
  /** Events that the server pushes to consoles. */
  liveStreams: LiveStreams;
  changeFeed: ChangeFeed;
  /** Undefined if no upstream is asked for unknown barcodes (`LOOKUP_UPSTREAM`). */
  askUpstream?: AskUpstream | undefined;
  /** What the settings say of upstreams of sources. */
  upstreams: UpstreamSettings;
  /** `WEBHOOK_ALLOWED_NETWORKS`. */
  webhookNetworks: Networks;
  /** Undefined if Postgres is the engine. */
  searchIndex: Pick<IndexedEngine, 'name' | 'check'> | undefined;
  /** Whether the session cookie requires HTTPS; false only for the console without HTTPS. */
  isCookieSecure: boolean;
  /** Undefined if operators sign in by password only. */
  oidc?: OidcProvider | undefined;
  /** `PASSWORD_SIGN_IN=off`. */
  isPasswordOff?: boolean;
  trustProxy: boolean | number | string;
  readinessChecks: ReadinessCheck[];
  isStopping: () => boolean;
  /** Returns the findings of `npm run doctor`. */
  examine: () => Promise<Finding[]>;
  /** The public address of the service; undefined to use the address of each request. */
  publicUrl?: string | undefined;
  /** Undefined if pictures are neither accepted nor served. */
  pictureStorage: PictureDependencies['pictureStorage'];
  decodePicture: PictureDependencies['decodePicture'];
  /** The folder of the dumps; undefined if none are served. */
  dumpDir?: string | undefined;
  /** `CDN_CACHE_SECONDS`; 0 unless given. */
  sharedCacheSeconds?: number;
  /** `OFF_HOST`. */
  offHost?: string | undefined;
  /** A longer request gets 503 (see `mountRoutes`). */
  requestDeadlineMs?: number;
}

/** Returns every public endpoint below /api/v1, in matching order. */
export function publicRoutes(
  deps: Pick<
    AppDependencies,
    | 'db'
    | 'readDb'
    | 'searchProducts'
    | 'misses'
    | 'askUpstream'
    | 'suggest'
    | 'changeFeed'
    | 'dumpDir'
    | 'webhookNetworks'
    | 'accounts'
    | 'logger'
  >,
) {
  const db = deps.readDb ?? deps.db;
  const reading = { ...deps, db, primaryDb: deps.db, readGivenNames: createGivenNames(db) };
  return [
    ...searchRoutes({ ...deps, readGivenNames: reading.readGivenNames }),
    ...suggestRoutes(deps),
    ...barcodeRoutes(reading),
    ...lookupRoutes(reading),
    ...scanRoutes(reading),
    ...productRoutes(reading),
    ...brandRoutes(reading),
    ...categoryRoutes(reading),
    ...nameRoutes(reading),
    ...sourceRoutes(reading),
    ...statsRoutes(reading),
    // Reads from the primary: a long poll is woken when a position commits, which a replica may not have yet.
    ...changeRoutes(deps),
    ...dumpRoutes(deps),
    ...kindFieldRoutes(reading),
    ...accountRoutes({ ...deps.accounts, db: deps.db, logger: deps.logger }),
    ...webhookRoutes(deps),
  ];
}

/**
 * Returns the endpoints behind the pages of an account, authenticated by the session cookie. They have no URL of
 * their own.
 */
export function accountPageRoutes(
  deps: Pick<AppDependencies, 'db' | 'accounts' | 'isCookieSecure' | 'logger'>,
) {
  return ownAccountRoutes({ ...deps.accounts, ...deps });
}

/** Returns every endpoint of the console below /api/admin. */
export function adminRoutes(deps: AppDependencies) {
  const consoleDeps = { ...deps, db: deps.consoleDb };
  const operators = { ...deps.accounts, ...consoleDeps, deleteClaimsOf };
  const routes = [
    ...signInRoutes(operators),
    ...ownAccessRoutes(operators),
    ...liveRoutes(deps),
    ...reviewRoutes(consoleDeps),
    ...pictureAdminRoutes(consoleDeps),
    ...undoRoutes(consoleDeps),
    ...messageRoutes(consoleDeps),
    ...senderRoutes(consoleDeps),
    ...reasonRoutes(consoleDeps),
    ...ruleRoutes(consoleDeps),
    ...suggestionRoutes(consoleDeps),
    ...brandAdminRoutes(deps),
    ...nameAdminRoutes(deps),
    ...categoryAdminRoutes(deps),
    ...kindAdminRoutes(deps),
    ...sourceAdminRoutes(deps),
    ...upstreamRoutes(consoleDeps),
    ...recomputeRoutes(deps),
    ...indexAdminRoutes(deps),
    ...dumpAdminRoutes(deps),
    ...doctorRoutes(deps),
    ...operatorRoutes(operators),
    ...adminAccountRoutes(operators),
    ...tierRoutes(operators),
    ...webhookAdminRoutes(consoleDeps),
    // Before the routes of one product, so that these paths are not read as product ids.
    ...bulkRoutes(consoleDeps),
    ...exportRoutes(consoleDeps),
    ...productListRoutes(consoleDeps),
    ...productAdminRoutes(consoleDeps),
    ...explainAdminRoutes(consoleDeps),
    ...missAdminRoutes(consoleDeps),
    ...barcodeAdminRoutes(consoleDeps),
    ...msrpAdminRoutes(consoleDeps),
    ...historyRoutes(consoleDeps),
    ...mergeRoutes(consoleDeps),
    ...auditRoutes(consoleDeps),
    ...erasureRoutes(operators),
    ...operatorStatsRoutes(consoleDeps),
  ];
  return withDescription(describeRefusals(deps.isPasswordOff ? refusePasswords(routes) : routes));
}

/** Returns the endpoints for submissions by the public and shops, below /api/public. */
export function contributorRoutes(
  deps: PictureDependencies & Pick<AppDependencies, 'queueCaps' | 'accounts'>,
) {
  return describeRefusals([...submissionRoutes(deps), ...pictureRoutes(deps)]);
}

/** Returns the interfaces of other services that are answered here, from what our own endpoints answer. */
export function listDialects(
  own: readonly Route[],
  deps: PictureDependencies & Pick<AppDependencies, 'queueCaps' | 'accounts' | 'offHost'>,
): Dialect[] {
  const callOwn = callOwnEndpoints(own);
  return [
    {
      prefix: '/off',
      title: 'Open Food Facts',
      routes: [...offRoutes(callOwn), ...offWriteRoutes(deps)],
      host: deps.offHost,
      keyCookie: SESSION_COOKIE,
      writesAs: ({ operationId }) => own.find((item) => item.operationId === ownWriteOf(operationId)),
      buildError: buildOffError,
    },
    {
      prefix: '/upc',
      title: 'UPCitemdb',
      routes: upcitemdbRoutes(callOwn),
      keyHeader: 'user_key',
      buildError: buildUpcError,
    },
  ];
}
