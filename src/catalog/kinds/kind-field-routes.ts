import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { kindFieldsQuerySchema, kindFieldsSchema } from './kind-contract.ts';
import { findTemplate } from './kind-store.ts';

export function kindFieldRoutes({ db }: { db: Db }) {
  return [
    route({
      method: 'get',
      path: '/kind-fields',
      operationId: 'getKindFields',
      tag: 'Catalogue',
      summary: 'The attributes that products of an archive kind can have',
      query: kindFieldsQuerySchema,
      response: kindFieldsSchema,
      errors: ['not_found'],
      handler: async ({ query: { kind } }) => {
        const template = await findTemplate(db, kind);
        if (!template) throw new ApiError('not_found', 'There is no such archive kind.');
        return { kind, fields: template.fields };
      },
    }),
  ];
}
