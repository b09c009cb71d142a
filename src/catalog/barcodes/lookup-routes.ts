import type { Db } from '../../platform/db/client.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { productFields, productQuery } from '../products/product-contract.ts';
import { findProductsByBarcodes } from '../products/product-store.ts';
import { showInLanguage } from '../products/shown-language.ts';
import { LANGUAGE_HEADERS, languageQuery, readWantedLanguages } from '../products/wanted-languages.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import {
  lookupAnswerPartSchema,
  lookupAnswerSchema,
  lookupBodySchema,
  lookupQueryShape,
  MAX_LOOKUP_CODES,
  type LookupAnswer,
} from './lookup-contract.ts';
import { readCode } from './read-code.ts';

const COMMON = {
  path: '/products/lookup',
  tag: 'Products',
  response: lookupAnswerSchema,
  part: lookupAnswerPartSchema,
  headers: LANGUAGE_HEADERS,
  hasOwnCost: true,
} as const;
const DESCRIPTION =
  `Up to ${MAX_LOOKUP_CODES} codes at once, answered in their order, with 200 even where no code is found. Uses one call of the ` +
  'minute, and as many calls of the quota as there are well-formed codes, at least 1 (see `X-Quota-Cost`). 403 ' +
  'where fewer calls are left; then no call is used.';
/** 100 codes of the greatest length, with room for JSON syntax. */
const BODY_LIMIT_BYTES = 16_384;

export function lookupRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      ...COMMON,
      method: 'get',
      operationId: 'lookUpProducts',
      summary: 'The products with these barcodes',
      description: DESCRIPTION,
      query: productQuery.extend(lookupQueryShape),
      handler: async ({ query: { codes, fields, lang }, headers, setCost }) =>
        lookUp(db, { codes, fields, languages: readWantedLanguages(lang, headers) }, setCost),
    }),
    route({
      ...COMMON,
      method: 'post',
      operationId: 'lookUpManyProducts',
      summary: 'The same, with the barcodes in the body',
      description: DESCRIPTION,
      query: languageQuery,
      body: lookupBodySchema,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      handler: async ({ body: { codes, fields }, query: { lang }, headers, setCost }) =>
        lookUp(db, { codes, fields, languages: readWantedLanguages(lang, headers) }, setCost),
    }),
  ];
}

/** Looks codes up, after the quota was charged. */
async function lookUp(
  db: Db,
  {
    codes,
    fields,
    languages,
  }: { codes: readonly string[]; fields: readonly string[] | undefined; languages: readonly string[] },
  setCost: (calls: number) => Promise<void>,
): Promise<LookupAnswer> {
  const readCodes = codes.map(readCode);
  // A repeated code is answered, and sent, as often as it is given.
  const wellFormed = readCodes.filter(({ gtin14s }) => gtin14s.length > 0);
  await setCost(Math.max(1, wellFormed.length));
  const gtin14s = new Set(readCodes.flatMap((read) => read.gtin14s));
  const products = await findProductsByBarcodes(db, [...gtin14s], fields);
  return {
    items: readCodes.map((read) => {
      const found = read.gtin14s.find((gtin14) => products.has(gtin14));
      const product = found === undefined ? undefined : products.get(found);
      const gtin14 = found ?? read.gtin14s.at(-1);
      return {
        code: read.code,
        gtin: gtin14 === undefined ? null : displayGtin(gtin14),
        result: product ? 'found' : read.refusal ? 'invalid' : 'not_found',
        reason: product ? null : (read.refusal?.reason ?? null),
        product: product ? productFields.pick(showInLanguage(product, languages), fields) : null,
      };
    }),
  };
}
