import { route } from '../../platform/http/route.ts';
import { dumpListSchema, dumpRunListSchema } from './dump-contract.ts';
import { listDumpNames, readManifest } from './dump-folder.ts';
import type { Db } from '../../platform/db/client.ts';
import { adminRoute } from '../../platform/http/callers/admin-route.ts';
import { listRuns } from './dump-run-store.ts';

/** @param dumpDir undefined: this service has no dumps */
export function dumpRoutes({ dumpDir }: { dumpDir?: string | undefined }) {
  return [
    route('get', '/dumps', 'listDumps', {
      tag: 'Catalogue',
      summary: 'Dumps of the whole catalogue as files, newest first',
      description:
        'All files of a dump are of one snapshot, and `/changes` continues from its `cursor`. The files are below `address`, ' +
        'without a key or a quota, with `ETag` and ranges; `/dumps/latest/{file}` redirects to the newest. `products.cc0` ' +
        'has only data from sources under CC0. `manifest.json` has this item, the columns of its tables, and the licence and ' +
        'attribution of each source.',
      response: dumpListSchema,
      unmetered: true,
      handler: async () => {
        if (dumpDir === undefined) return { items: [] };
        const names = await listDumpNames(dumpDir);
        const manifests = await Promise.all(names.map((name) => readManifest(dumpDir, name)));
        return {
          items: manifests.flatMap((manifest) => {
            if (!manifest) return [];
            const { sources: _sources, product_schema: _schema, tables, ...dump } = manifest;
            const listed = tables.map(({ columns: _columns, ...table }) => table);
            return [{ ...dump, tables: listed, address: `/dumps/${manifest.name}/` }];
          }),
        };
      },
    }),
  ];
}

const SHOWN = 20;

export function dumpAdminRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/dump-runs', 'listDumpRuns', {
      tag: 'Queues and index',
      role: 'editor',
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
