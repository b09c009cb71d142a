import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { routesOf } from '../../platform/http/route.ts';
import { createCachedValue } from '../statistics/cached-value.ts';
import {
  sourceListSchema,
  sourceSchema,
  adminSourceListSchema,
  adminSourceSchema,
  changedSourceSchema,
  newSourceSchema,
  sourceChangeSchema,
  sourceParamsSchema,
} from './source-contract.ts';
import { countProductsBySource, findSource, listSources, listAdminSources } from './source-store.ts';
import { adminRoutesOf, LONG_DEADLINE_MS } from '../../platform/http/callers/admin-route.ts';
import { changeSource, createSource } from './change-source.ts';

const route = routesOf({ tag: 'Catalogue' });

export function sourceRoutes({ db }: { db: Db }) {
  const readCounts = createCachedValue({
    load: () => countProductsBySource(db),
    freshMs: 30_000,
    maxAgeMs: 60_000,
  });
  return [
    route('get', '/sources', 'listSources', {
      summary: 'The sources of facts, most trusted first',
      response: sourceListSchema,
      handler: async () => {
        const [items, counts] = await Promise.all([listSources(db), readCounts()]);
        return { items: items.map((source) => ({ ...source, product_count: counts.get(source.id) ?? 0 })) };
      },
    }),
    route('get', '/sources/{id}', 'getSource', {
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

const adminRoute = adminRoutesOf({ tag: 'Sources' });

export function sourceAdminRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/sources', 'listAdminSources', {
      role: 'reviewer',
      summary: 'The sources of facts',
      response: adminSourceListSchema,
      handler: async () => ({ items: await listAdminSources(db) }),
    }),
    adminRoute('post', '/sources', 'createSource', {
      role: 'admin',
      summary: 'Add a source',
      body: newSourceSchema,
      status: 201,
      response: adminSourceSchema,
      errors: ['already_exists'],
      handler: ({ author, body }) => createSource(db, author, body),
    }),
    adminRoute('patch', '/sources/{id}', 'changeSource', {
      role: 'admin',
      deadlineMs: LONG_DEADLINE_MS,
      summary: 'Change a source; its code stays',
      description: 'A change of trust recomputes the quality of its products in the background.',
      params: sourceParamsSchema,
      body: sourceChangeSchema,
      response: changedSourceSchema,
      errors: ['not_found'],
      handler: ({ author, params: { id }, body }) => changeSource(db, author, id, body),
    }),
  ];
}
