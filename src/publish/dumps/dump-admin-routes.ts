import type { Db } from '../../platform/db/client.ts';
import type { Route } from '../../platform/http/route.ts';
import { adminRoute } from '../../platform/http/callers/admin-route.ts';
import { dumpRunListSchema } from './dump-admin-contract.ts';
import { listRuns } from './dump-run-store.ts';

const SHOWN = 20;

export function dumpAdminRoutes({ db }: { db: Db }): Route[] {
  return [
    adminRoute({
      tag: 'Queues and index',
      role: 'editor',
      method: 'get',
      path: '/dump-runs',
      operationId: 'listDumpRuns',
      summary: 'The last runs of dumps, newest first',
      response: dumpRunListSchema,
      handler: async () => ({
        items: (await listRuns(db, SHOWN)).map((run) => ({
          id: run.id,
          requested_by: run.requestedBy,
          state: run.state,
          name: run.name,
          products: run.products,
          error: run.error,
          started_at: run.startedAt.toISOString(),
          finished_at: run.finishedAt?.toISOString() ?? null,
        })),
      }),
    }),
  ];
}
