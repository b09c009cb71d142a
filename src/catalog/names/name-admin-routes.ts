import { isDeepStrictEqual } from 'node:util';
import {
  listNamedCodes,
  releasedNames,
  type NamedList,
  type NamesByLanguage,
} from '../../data/names/names.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { adminRoute } from '../../platform/http/callers/admin-route.ts';
import {
  adminCodeNamesListSchema,
  adminCodeNamesSchema,
  codeNamesChangeSchema,
  namedCodeParamsSchema,
  namedListParamsSchema,
  type AdminCodeNames,
} from './name-contract.ts';
import { listGivenNames, lockGivenNames, saveGivenNames } from './name-store.ts';

const tag = 'Names';

export function nameAdminRoutes({ db }: { db: Db }) {
  return [
    adminRoute({
      tag,
      role: 'reviewer',
      method: 'get',
      path: '/names/{list}',
      operationId: 'listAdminCodeNames',
      summary: 'The codes of a list with their names',
      params: namedListParamsSchema,
      response: adminCodeNamesListSchema,
      handler: async ({ params: { list } }) => {
        const given = (await listGivenNames(db))[list] ?? {};
        return { items: listNamedCodes(list).map((code) => describe(list, code, given[code] ?? {})) };
      },
    }),
    adminRoute({
      tag,
      role: 'editor',
      method: 'put',
      path: '/names/{list}/{code}',
      operationId: 'nameCode',
      summary: 'Give a code other names',
      params: namedCodeParamsSchema,
      body: codeNamesChangeSchema,
      response: adminCodeNamesSchema,
      errors: ['not_found'],
      handler: ({ author, params: { list, code }, body }) =>
        changeGivenNames(db, author, list, code, body.given),
    }),
  ];
}

/** @throws ApiError `not_found` */
async function changeGivenNames(
  db: Db,
  author: Author,
  list: NamedList,
  code: string,
  given: NamesByLanguage,
): Promise<AdminCodeNames> {
  if (!listNamedCodes(list).includes(code))
    throw new ApiError('not_found', 'There is no such code in this list.');
  await db.transaction(async (tx) => {
    const before = await lockGivenNames(tx, list, code);
    if (isDeepStrictEqual(before, given)) return;
    await saveGivenNames(tx, list, code, given);
    await saveAuditEntry(tx, author, {
      action: 'code_name.changed',
      entityId: `${list}/${code}`,
      before: { names: before },
      after: { names: given },
    });
  });
  return describe(list, code, given);
}

const describe = (list: NamedList, code: string, given: NamesByLanguage): AdminCodeNames => ({
  code,
  released: releasedNames(list, code),
  given,
});
