import { COUNTRY_CODES, findCountryByCode } from '../../data/countries.ts';
import {
  chooseNameLanguage,
  listNamedCodes,
  nameCode,
  nameCountry,
  type GivenNames,
  type NamedList,
  type NameLanguage,
} from '../../data/names/names.ts';
import { classOfAdditive } from '../../data/names/additive-classes.ts';
import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import { LANGUAGE_HEADERS, languageQuery, readWantedLanguages } from '../products/wanted-languages.ts';
import { codeNamesParamsSchema, codeNamesSchema } from './name-contract.ts';
import { listGivenNames } from './name-store.ts';

export function nameRoutes({ db }: { db: Db }) {
  return [
    route({
      method: 'get',
      path: '/names/{list}',
      operationId: 'listCodeNames',
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
