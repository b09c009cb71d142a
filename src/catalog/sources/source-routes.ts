import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { route } from '../../platform/http/route.ts';
import { createCachedValue } from '../statistics/cached-value.ts';
import { sourceListSchema, sourceSchema } from './source-contract.ts';
import { countProductsBySource, findSource, listSources } from './source-store.ts';

export function sourceRoutes({ db }: { db: Db }) {
  const readCounts = createCachedValue({
    load: () => countProductsBySource(db),
    freshMs: 30_000,
    maxAgeMs: 60_000,
  });
  return [
    route({
      method: 'get',
      path: '/sources',
      operationId: 'listSources',
      tag: 'Catalogue',
      summary: 'The sources of facts, most trusted first',
      response: sourceListSchema,
      handler: async () => {
        const [items, counts] = await Promise.all([listSources(db), readCounts()]);
        return { items: items.map((source) => ({ ...source, product_count: counts.get(source.id) ?? 0 })) };
      },
    }),
    route({
      method: 'get',
      path: '/sources/{id}',
      operationId: 'getSource',
      tag: 'Catalogue',
      summary: 'One source of facts with its licence',
      params: z.object({
        id: pathId(
          'Id of the source, as in the `sources` of a product',
          'bcaba19b-01cb-5bf9-b0ea-1247cb2ae953',
        ),
      }),
      response: sourceSchema,
      errors: ['not_found'],
      handler: async ({ params: { id } }) => {
        const source = await findSource(db, id);
        if (!source) throw new ApiError('not_found', 'There is no source with this id.');
        return { ...source, product_count: (await readCounts()).get(id) ?? 0 };
      },
    }),
  ];
}
