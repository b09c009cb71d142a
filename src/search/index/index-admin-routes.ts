import type { IndexedEngine } from '../search-engine.ts';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import { saveAuditEntry } from '../../platform/audit/audit-store.ts';
import {
  indexStatusSchema,
  parkedPageSchema,
  parkedQuerySchema,
  rebuildListSchema,
  rebuildSchema,
  reconcileSchema,
  type IndexStatus,
  type RebuildEntry,
  type ReconcileEntry,
} from './index-admin-contract.ts';
import { findLastLagSample } from './index-lag-store.ts';
import { listParkedProducts, measureBacklog, unparkMarks } from './outbox-store.ts';
import { findOpenRebuild, listRebuilds, requestRebuild, type Rebuild } from './rebuild-store.ts';
import { findLastReconcile, requestReconcile, type Reconcile } from './reconcile-store.ts';

const adminRoute = adminRoutesOf({ tag: 'Queues and index' });
const REBUILDS_SHOWN = 20;
const INDEXER_SILENT_MS = 30_000;

interface IndexAdminDependencies {
  db: Db;
  metrics: Metrics;
  /** Undefined if Postgres is the engine. */
  searchIndex: Pick<IndexedEngine, 'name' | 'check'> | undefined;
}

/** The routes with which operators watch the index: its lag, parked products, rebuilds and comparisons. */
export function indexAdminRoutes(deps: IndexAdminDependencies) {
  const { db } = deps;
  return [
    adminRoute('get', '/index/status', 'getIndexStatus', {
      role: 'editor',
      summary: 'The state of the index, the indexer and the engine as they are now',
      response: indexStatusSchema,
      handler: () => describeStatus(deps),
    }),
    adminRoute('get', '/index/parked', 'listParkedProducts', {
      role: 'editor',
      summary: 'Products whose document the engine refuses, longest waiting first',
      query: parkedQuerySchema,
      response: parkedPageSchema,
      handler: async ({ query: { page, size } }) => {
        const { items, total } = await listParkedProducts(db, { limit: size, offset: (page - 1) * size });
        return {
          items: items.map(({ productId, name, error, markedAt }) => ({
            product_id: productId,
            name,
            error,
            marked_at: markedAt.toISOString(),
          })),
          page,
          size,
          total,
        };
      },
    }),
    adminRoute('post', '/index/parked/retry', 'retryParkedProducts', {
      role: 'editor',
      summary: 'Give every parked product another try',
      response: indexStatusSchema,
      handler: async ({ author }) => {
        await db.transaction(async (tx) => {
          await unparkMarks(tx);
          await saveAuditEntry(tx, author, { action: 'index.parked_retried' });
        });
        return describeStatus(deps);
      },
    }),
    adminRoute('get', '/index/rebuilds', 'listIndexRebuilds', {
      role: 'editor',
      summary: 'The last rebuilds of the index, newest first',
      response: rebuildListSchema,
      handler: async () => ({ items: (await listRebuilds(db, REBUILDS_SHOWN)).map(buildRebuildEntry) }),
    }),
    adminRoute('post', '/index/rebuilds', 'requestIndexRebuild', {
      role: 'admin',
      summary: 'Build a new index beside the live one; searches go on meanwhile',
      response: rebuildSchema,
      status: 201,
      errors: ['invalid_state'],
      handler: async ({ author }) => {
        const rebuild = await db.transaction(async (tx) => {
          const requested = await requestRebuild(tx, author.actor);
          if (!requested) throw new ApiError('invalid_state', 'A rebuild is under way already.');
          const entityId = String(requested.id);
          await saveAuditEntry(tx, author, { action: 'index.rebuild_requested', entityId });
          return requested;
        });
        return buildRebuildEntry(rebuild);
      },
    }),
    adminRoute('post', '/index/reconciles', 'requestIndexReconcile', {
      role: 'editor',
      summary: 'Compare the index with the catalogue now; every difference is repaired',
      response: reconcileSchema,
      status: 201,
      handler: async ({ author }) => {
        const reconcile = await db.transaction(async (tx) => {
          const requested = await requestReconcile(tx, author.actor);
          const entityId = String(requested.id);
          await saveAuditEntry(tx, author, { action: 'index.reconcile_requested', entityId });
          return requested;
        });
        return buildReconcileEntry(reconcile);
      },
    }),
  ];
}

async function describeStatus({ db, metrics, searchIndex }: IndexAdminDependencies): Promise<IndexStatus> {
  const [backlog, sample, reconcile, rebuild, isAvailable, breakers] = await Promise.all([
    measureBacklog(db),
    findLastLagSample(db),
    findLastReconcile(db),
    findOpenRebuild(db),
    searchIndex?.check().then(
      () => true,
      () => false,
    ) ?? true,
    metrics.breakerOpen.get(),
  ]);
  return {
    engine: {
      name: searchIndex?.name ?? 'postgres',
      is_available: isAvailable,
      breakers_open: breakers.values
        .filter(({ value }) => value > 0)
        .map(({ labels }) => String(labels.breaker)),
    },
    indexer: {
      is_running: sample !== undefined && Date.now() - sample.at.getTime() < INDEXER_SILENT_MS,
      last_seen_at: sample?.at.toISOString() ?? null,
    },
    dirty: backlog.dirty,
    parked: backlog.parked,
    lag_seconds: backlog.lagSeconds,
    drift: reconcile ? (reconcile.missing ?? 0) + (reconcile.stale ?? 0) + (reconcile.ghost ?? 0) : null,
    last_reconcile: reconcile ? buildReconcileEntry(reconcile) : null,
    open_rebuild: rebuild ? buildRebuildEntry(rebuild) : null,
  };
}

const instantOf = (at: Date | null) => at?.toISOString() ?? null;

function buildRebuildEntry(rebuild: Rebuild): RebuildEntry {
  return {
    id: rebuild.id,
    state: rebuild.state,
    total: rebuild.total,
    done: rebuild.done,
    error: rebuild.error,
    requested_by: rebuild.requestedBy,
    requested_at: rebuild.requestedAt.toISOString(),
    started_at: instantOf(rebuild.startedAt),
    finished_at: instantOf(rebuild.finishedAt),
  };
}

function buildReconcileEntry(reconcile: Reconcile): ReconcileEntry {
  return {
    id: reconcile.id,
    requested_by: reconcile.requestedBy,
    requested_at: reconcile.requestedAt.toISOString(),
    started_at: instantOf(reconcile.startedAt),
    finished_at: instantOf(reconcile.finishedAt),
    products: reconcile.products,
    missing: reconcile.missing,
    stale: reconcile.stale,
    ghost: reconcile.ghost,
    error: reconcile.error,
  };
}
