import { saveAuditEntry } from '../platform/audit/audit-store.ts';
import type { ImportReport } from '../import/import-report.ts';
import { isLockHeld } from '../platform/db/advisory-lock.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { retryTransaction } from '../platform/db/retry-transaction.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { adminRoutesOf } from '../platform/http/callers/admin-route.ts';
import type { UpstreamSettings } from './known-upstreams.ts';
import {
  upstreamChangeSchema,
  upstreamListSchema,
  upstreamParamsSchema,
  upstreamRequestSchema,
  upstreamSchema,
  type UpstreamEntry,
  type UpstreamRunEntry,
} from './upstream-contract.ts';
import {
  listRuns,
  listUpstreams,
  saveUpstream,
  UPSTREAM_LOCK,
  type Upstream,
  type UpstreamRun,
} from './upstream-store.ts';

const SHOWN = 30;
const adminRoute = adminRoutesOf({ tag: 'Sources' });

export function upstreamRoutes({ db, upstreams: settings }: { db: Db; upstreams: UpstreamSettings }) {
  const find = async (on: Db | Tx, code: string): Promise<Upstream> => {
    const found = (await listUpstreams(on, settings)).find((one) => one.code === code);
    if (!found) throw new ApiError('not_found', 'No upstream of this source is known.');
    return found;
  };
  return [
    adminRoute('get', '/upstreams', 'listUpstreams', {
      role: 'editor',
      summary: 'Where files of sources come from, how far each was imported, and the last files',
      response: upstreamListSchema,
      handler: async () => ({
        is_running: await isLockHeld(db, UPSTREAM_LOCK),
        items: (await listUpstreams(db, settings)).map(show),
        runs: (await listRuns(db, SHOWN)).map(showRun),
      }),
    }),
    adminRoute('patch', '/upstreams/{source}', 'changeUpstream', {
      role: 'admin',
      summary: 'Switches a source on or off, or changes its address',
      description: 'What is chosen here stays, whatever the settings say; null goes back to them.',
      params: upstreamParamsSchema,
      body: upstreamChangeSchema,
      response: upstreamSchema,
      errors: ['not_found', 'validation_failed'],
      handler: ({ author, params, body }) =>
        retryTransaction(db, async (tx) => {
          const before = await find(tx, params.source);
          if (body.address) requireAllowedHost(body.address, settings);
          await saveUpstream(tx, before.code, {
            ...(body.is_on !== undefined && { isOn: body.is_on }),
            ...(body.address !== undefined && { address: body.address }),
            ...(body.whole_days !== undefined && { wholeDays: body.whole_days }),
            nextAt: new Date(),
          });
          const after = await find(tx, params.source);
          await saveAuditEntry(tx, author, {
            action: 'upstream.changed',
            entity: 'upstream',
            entityId: before.code,
            before: chosen(before),
            after: chosen(after),
          });
          return show(after);
        }),
    }),
    adminRoute('post', '/upstreams/{source}/runs', 'requestUpstreamRun', {
      role: 'admin',
      summary: 'Asks for a run within ten seconds: of what is missing, or of the whole file',
      params: upstreamParamsSchema,
      body: upstreamRequestSchema,
      response: upstreamSchema,
      errors: ['not_found', 'invalid_state'],
      handler: ({ author, params, body }) =>
        retryTransaction(db, async (tx) => {
          const { code, isOn } = await find(tx, params.source);
          if (!isOn) throw new ApiError('invalid_state', 'The source is switched off: switch it on first.');
          await saveUpstream(tx, code, { requested: body.kind });
          const after = await find(tx, code);
          await saveAuditEntry(tx, author, {
            action: 'upstream.requested',
            entity: 'upstream',
            entityId: code,
            after: body,
          });
          return show(after);
        }),
    }),
  ];
}

/** @throws ApiError `validation_failed` */
function requireAllowedHost(address: string, { hosts }: UpstreamSettings): void {
  const { hostname } = new URL(address);
  if (hosts.has(hostname)) return;
  throw new ApiError(
    'validation_failed',
    `Files may not be fetched from ${hostname}: add it to SOURCES_HOSTS first.`,
  );
}

const chosen = ({ isOn, address, wholeDays }: Upstream) => ({
  is_on: isOn,
  address,
  whole_days: wholeDays,
});

function show(upstream: Upstream): UpstreamEntry {
  const { code, position, release, wholeAt, inStepAt, nextAt, requested, error, failures } = upstream;
  return {
    source: code,
    ...chosen(upstream),
    position: position === null ? null : new Date(position * 1_000).toISOString(),
    release,
    whole_at: wholeAt?.toISOString() ?? null,
    in_step_at: inStepAt?.toISOString() ?? null,
    next_at: nextAt.toISOString(),
    requested,
    error,
    failures,
  };
}

function showRun(run: UpstreamRun): UpstreamRunEntry {
  const report = run.report as Partial<ImportReport> | null;
  return {
    id: run.id,
    source: run.sourceCode,
    kind: run.kind,
    file: run.file,
    state: run.state,
    bytes: run.bytes,
    rows: run.rows,
    saved: (report?.created ?? 0) + (report?.updated ?? 0) + (report?.completed ?? 0),
    refused: { ...report?.refusedRows, ...report?.refusedBarcodes },
    error: run.error,
    started_at: run.startedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
  };
}
