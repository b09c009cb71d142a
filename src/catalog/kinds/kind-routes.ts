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
import { adminRoutesOf, LONG_DEADLINE_MS } from '../../platform/http/callers/admin-route.ts';
import { changeTemplate, createKind, getTemplate, renameKind } from './change-kind.ts';

export function kindFieldRoutes({ db }: { db: Db }) {
  return [
    route('get', '/kind-fields', 'getKindFields', {
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

const adminRoute = adminRoutesOf({ tag: 'Kinds' });

export function kindAdminRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/kinds', 'listAdminKinds', {
      role: 'reviewer',
      summary: 'All archive kinds, by name',
      response: adminKindListSchema,
      handler: async () => ({ items: await listAdminKinds(db) }),
    }),
    adminRoute('post', '/kinds', 'createKind', {
      role: 'admin',
      summary: 'Make an archive kind',
      body: newKindSchema,
      status: 201,
      response: adminKindSchema,
      errors: ['already_exists'],
      handler: ({ author, body }) => createKind(db, author, body),
    }),
    adminRoute('get', '/kinds/{code}/template', 'getTemplate', {
      role: 'reviewer',
      summary: 'The field template of a kind',
      params: kindParamsSchema,
      response: templateSchema,
      errors: ['not_found'],
      handler: ({ params: { code } }) => getTemplate(db, code),
    }),
    adminRoute('patch', '/kinds/{code}', 'renameKind', {
      role: 'admin',
      summary: 'Rename a kind; its code stays',
      params: kindParamsSchema,
      body: kindRenameSchema,
      response: adminKindSchema,
      errors: ['not_found'],
      handler: ({ author, params: { code }, body }) => renameKind(db, author, code, body.name),
    }),
    adminRoute('put', '/kinds/{code}/template', 'changeTemplate', {
      role: 'admin',
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
