import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { route } from '../../platform/http/route.ts';
import {
  kindFieldsQuerySchema,
  kindFieldsSchema,
  adminKindListSchema,
  adminKindSchema,
  changedTemplateSchema,
  kindParamsSchema,
  kindRenameSchema,
  newKindSchema,
  templateChangeSchema,
  templateSchema,
} from './kind-contract.ts';
import { findTemplate, listAdminKinds } from './kind-store.ts';
import { adminRoute, LONG_DEADLINE_MS } from '../../platform/http/callers/admin-route.ts';
import { changeTemplate, createKind, getTemplate, renameKind } from './change-kind.ts';

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

const tag = 'Kinds';

export function kindAdminRoutes({ db }: { db: Db }) {
  return [
    adminRoute({
      tag,
      role: 'reviewer',
      method: 'get',
      path: '/kinds',
      operationId: 'listAdminKinds',
      summary: 'All archive kinds, by name',
      response: adminKindListSchema,
      handler: async () => ({ items: await listAdminKinds(db) }),
    }),
    adminRoute({
      tag,
      role: 'admin',
      method: 'post',
      path: '/kinds',
      operationId: 'createKind',
      summary: 'Make an archive kind',
      body: newKindSchema,
      status: 201,
      response: adminKindSchema,
      errors: ['already_exists'],
      handler: ({ author, body }) => createKind(db, author, body),
    }),
    adminRoute({
      tag,
      role: 'reviewer',
      method: 'get',
      path: '/kinds/{code}/template',
      operationId: 'getTemplate',
      summary: 'The field template of a kind',
      params: kindParamsSchema,
      response: templateSchema,
      errors: ['not_found'],
      handler: ({ params: { code } }) => getTemplate(db, code),
    }),
    adminRoute({
      tag,
      role: 'admin',
      method: 'patch',
      path: '/kinds/{code}',
      operationId: 'renameKind',
      summary: 'Rename a kind; its code stays',
      params: kindParamsSchema,
      body: kindRenameSchema,
      response: adminKindSchema,
      errors: ['not_found'],
      handler: ({ author, params: { code }, body }) => renameKind(db, author, code, body.name),
    }),
    adminRoute({
      tag,
      role: 'admin',
      method: 'put',
      path: '/kinds/{code}/template',
      operationId: 'changeTemplate',
      deadlineMs: LONG_DEADLINE_MS,
      summary: 'Add, change, remove and reorder the fields of a kind',
      description:
        'Send the whole list with the version that you read. 409 `version_conflict` when the template was changed meanwhile. ' +
        'Products keep the values of a field that is removed.',
      params: kindParamsSchema,
      body: templateChangeSchema,
      response: changedTemplateSchema,
      errors: ['not_found', 'version_conflict', 'invalid_state'],
      handler: ({ author, params: { code }, body }) => changeTemplate(db, author, code, body),
    }),
  ];
}
