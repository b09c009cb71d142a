import { isDeepStrictEqual } from 'node:util';
import { COUNTRY_CODES, findCountryByCode } from '../../data/countries.ts';
import {
  chooseNameLanguage,
  listNamedCodes,
  nameCode,
  nameCountry,
  type GivenNames,
  type NamedList,
  type NameLanguage,
  releasedNames,
  type NamesByLanguage,
} from '../../data/names/names.ts';
import { classOfAdditive } from '../../data/names/additive-classes.ts';
import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import { LANGUAGE_HEADERS, languageQuery, readWantedLanguages } from '../products/wanted-languages.ts';
import {
  codeNamesParamsSchema,
  codeNamesSchema,
  adminCodeNamesListSchema,
  adminCodeNamesSchema,
  codeNamesChangeSchema,
  namedCodeParamsSchema,
  namedListParamsSchema,
  type AdminCodeNames,
} from './name-contract.ts';
import { listGivenNames, lockGivenNames, saveGivenNames } from './name-store.ts';
import { saveAuditEntry, type Author } from '../../platform/audit/audit-store.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';

export function nameRoutes({ db }: { db: Db }) {
  return [
    route('get', '/names/{list}', 'listCodeNames', {
      tag: 'Catalogue',
      summary: 'The codes of a list with their names in a language',
      description: 'Of additives, the frequent ones have names.',
      params: codeNamesParamsSchema,
      query: languageQuery,
      response: codeNamesSchema,
      headers: LANGUAGE_HEADERS,
      errors: ['not_found'],
      handler: async ({ params: { list }, query: { lang }, headers, setLanguage }) => {
        const language = chooseNameLanguage(readWantedLanguages(lang, headers));
        setLanguage(language);
        const items =
          list === 'countries'
            ? listCountries(language)
            : listCodes(list, language, await listGivenNames(db));
        return { language, items };
      },
    }),
  ];
}

const listCodes = (list: NamedList, language: NameLanguage, given: GivenNames) =>
  listNamedCodes(list).map((code) => ({
    code,
    name: nameCode(list, code, language, given) ?? code,
    ...(list === 'additives' && { class: classOfAdditive(code) }),
  }));

const listCountries = (language: NameLanguage) =>
  COUNTRY_CODES.map((code) => ({
    code,
    name: nameCountry(code, findCountryByCode(code) ?? code, language),
  }));

const adminRoute = adminRoutesOf({ tag: 'Names' });

export function nameAdminRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/names/{list}', 'listAdminCodeNames', {
      role: 'reviewer',
      summary: 'The codes of a list with their names',
      params: namedListParamsSchema,
      response: adminCodeNamesListSchema,
      handler: async ({ params: { list } }) => {
        const given = (await listGivenNames(db))[list] ?? {};
        return { items: listNamedCodes(list).map((code) => describe(list, code, given[code] ?? {})) };
      },
    }),
    adminRoute('put', '/names/{list}/{code}', 'nameCode', {
      role: 'editor',
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
