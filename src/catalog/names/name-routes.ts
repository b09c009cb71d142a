import { COUNTRY_CODES, findCountryByCode } from '../../data/countries.ts';
import {
  chooseNameLanguage,
  listNamedCodes,
  nameCode,
  nameCountry,
  type NamedList,
  type NameLanguage,
} from '../../data/names/names.ts';
import { classOfAdditive } from '../../data/names/additive-classes.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { LANGUAGE_HEADERS, languageQuery, readWantedLanguages } from '../products/wanted-languages.ts';
import { codeNamesParamsSchema, codeNamesSchema } from './name-contract.ts';

export function nameRoutes(): Route[] {
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
      handler: ({ params: { list }, query: { lang }, headers, setLanguage }) => {
        const language = chooseNameLanguage(readWantedLanguages(lang, headers));
        setLanguage(language);
        const items = list === 'countries' ? listCountries(language) : listCodes(list, language);
        return Promise.resolve({ language, items });
      },
    }),
  ];
}

const listCodes = (list: NamedList, language: NameLanguage) =>
  listNamedCodes(list).map((code) => ({
    code,
    name: nameCode(list, code, language) ?? code,
    ...(list === 'additives' && { class: classOfAdditive(code) }),
  }));

const listCountries = (language: NameLanguage) =>
  COUNTRY_CODES.map((code) => ({
    code,
    name: nameCountry(code, findCountryByCode(code) ?? code, language),
  }));
