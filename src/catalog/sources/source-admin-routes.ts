import type { Db } from '../../platform/db/client.ts';
import { adminRoute, LONG_DEADLINE_MS } from '../../platform/http/callers/admin-route.ts';
import { changeSource, createSource } from './change-source.ts';
import {
  adminSourceListSchema,
  adminSourceSchema,
  changedSourceSchema,
  newSourceSchema,
  sourceChangeSchema,
  sourceParamsSchema,
} from './source-contract.ts';
import { listAdminSources } from './source-store.ts';

const tag = 'Sources';

export function sourceAdminRoutes({ db }: { db: Db }) {
  return [
    adminRoute({
      tag,
      role: 'reviewer',
      method: 'get',
      path: '/sources',
      operationId: 'listAdminSources',
      summary: 'The sources of facts',
      response: adminSourceListSchema,
      handler: async () => ({ items: await listAdminSources(db) }),
    }),
    adminRoute({
      tag,
      role: 'admin',
      method: 'post',
      path: '/sources',
      operationId: 'createSource',
      summary: 'Add a source',
      body: newSourceSchema,
      status: 201,
      response: adminSourceSchema,
      errors: ['already_exists'],
      handler: ({ author, body }) => createSource(db, author, body),
    }),
    adminRoute({
      tag,
      role: 'admin',
      method: 'patch',
      path: '/sources/{id}',
      operationId: 'changeSource',
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
