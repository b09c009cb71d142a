import { route, type Route } from '../../http/route.ts';
import { dumpListSchema } from './dump-contract.ts';
import { listDumpNames, readManifest } from './dump-folder.ts';

/** @param dumpDir undefined: this service has none */
export function dumpRoutes({ dumpDir }: { dumpDir?: string | undefined }): Route[] {
  return [
    route({
      method: 'get',
      path: '/dumps',
      operationId: 'listDumps',
      tag: 'Catalogue',
      summary: 'The whole catalogue as files, the newest first',
      description:
        'All files of a dump show one moment, and `cursor` is where `/changes` goes on from it. They are below `address`, ' +
        'without a key and a quota, with `ETag` and ranges; `/dumps/latest/{file}` leads to the newest. `products.cc0` ' +
        'has only what sources under CC0 supplied. `manifest.json` has this and the licence and attribution of each source.',
      response: dumpListSchema,
      unmetered: true,
      handler: async () => {
        if (dumpDir === undefined) return { items: [] };
        const names = await listDumpNames(dumpDir);
        const manifests = await Promise.all(names.map((name) => readManifest(dumpDir, name)));
        return {
          items: manifests.flatMap((manifest) => {
            if (!manifest) return [];
            const { sources: _sources, product_schema: _schema, ...dump } = manifest;
            return [{ ...dump, address: `/dumps/${manifest.name}/` }];
          }),
        };
      },
    }),
  ];
}
