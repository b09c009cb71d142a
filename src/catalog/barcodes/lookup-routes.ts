import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import { productFields, productQuery, type Product } from '../products/product-contract.ts';
import { findMergedInto, findProducts, findProductsByBarcodes } from '../products/product-store.ts';
import { withAbsolutePictures } from '../pictures/picture-address.ts';
import { showProduct } from '../products/shown-language.ts';
import { LANGUAGE_HEADERS, languageQuery, readWantedLanguages } from '../products/wanted-languages.ts';
import type { Misses } from '../misses/miss-counter.ts';
import { withCodeNames, type NamingDependencies } from '../names/name-product-codes.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import {
  lookupAnswerPartSchema,
  lookupAnswerSchema,
  lookupBodySchema,
  lookupQueryShape,
  MAX_LOOKUP_CODES,
  type LookupAnswer,
} from './barcode-contract.ts';
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
  `Up to ${MAX_LOOKUP_CODES} barcodes and ids of products at once, answered in their order, with 200 even where none is ` +
  'found. Uses one call of the minute, and one call of the quota for each id and each well-formed code (8, 12, 13 or 14 ' +
  'digits with their check digit), at least 1 (see `X-Quota-Cost`). 403 ' +
  'where fewer calls are left; then no call is used.';
/** 100 codes of the greatest length, with room for JSON syntax. */
const BODY_LIMIT_BYTES = 16_384;

type Dependencies = NamingDependencies & { misses?: Misses | undefined };

export function lookupRoutes(deps: Dependencies) {
  return [
    route('get', '/products/lookup', 'lookUpProducts', {
      ...COMMON,
      summary: 'The products with these barcodes or ids',
      description: DESCRIPTION,
      query: productQuery.extend(lookupQueryShape),
      handler: async ({ query: { codes, fields, lang }, headers, root, setCost, ...asking }) =>
        lookUp(
          deps,
          { codes, fields, lang, languages: readWantedLanguages(lang, headers), root, asking },
          setCost,
        ),
    }),
    route('post', '/products/lookup', 'lookUpManyProducts', {
      ...COMMON,
      summary: 'The same, with the codes in the body',
      description: DESCRIPTION,
      query: languageQuery,
      body: lookupBodySchema,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      handler: async ({ body: { codes, fields }, query: { lang }, headers, root, setCost, ...asking }) =>
        lookUp(
          deps,
          { codes, fields, lang, languages: readWantedLanguages(lang, headers), root, asking },
          setCost,
        ),
    }),
  ];
}

interface Wanted {
  codes: readonly string[];
  fields: readonly string[] | undefined;
  lang: string | undefined;
  languages: readonly string[];
  root: string;
  asking: Parameters<Misses['noteBarcode']>[0];
}

/** Looks codes and ids up, after the quota was charged. */
async function lookUp(
  deps: Dependencies,
  wanted: Wanted,
  setCost: (calls: number) => Promise<void>,
): Promise<LookupAnswer> {
  const { db } = deps;
  const ids = new Map(
    wanted.codes.filter((code) => UUID.test(code)).map((code) => [code, code.toLowerCase()]),
  );
  const readCodes = new Map(
    wanted.codes.filter((code) => !ids.has(code)).map((code) => [code, readCode(code)]),
  );
  // A repeated code is answered, and charged, each time.
  const wellFormed = wanted.codes.filter((code) => readCodes.get(code)?.gtin14s.length !== 0);
  await setCost(Math.max(1, wellFormed.length));
  const show = (product: Product | undefined) =>
    product
      ? productFields.pick(showProduct(withAbsolutePictures(product, wanted.root), wanted), wanted.fields)
      : null;
  const byId = await findByIds(db, new Set(ids.values()), wanted.fields);
  const gtin14s = new Set([...readCodes.values()].flatMap((read) => read.gtin14s));
  const byBarcode = await findProductsByBarcodes(db, [...gtin14s], wanted.fields);
  const items = wanted.codes.map((code) => {
    const id = ids.get(code);
    if (id !== undefined) {
      const { product, mergedInto } = byId.get(id) ?? {};
      const result = product ? ('found' as const) : ('not_found' as const);
      const gtin = product?.gtin ?? null;
      return { code, gtin, result, reason: null, merged_into: mergedInto ?? null, product: show(product) };
    }
    const { gtin14s: keys, refusal } = readCodes.get(code) ?? readCode(code);
    const found = keys.find((gtin14) => byBarcode.has(gtin14));
    deps.misses?.noteBarcode(wanted.asking, keys, found !== undefined);
    const gtin14 = found ?? keys.at(-1);
    return {
      code,
      gtin: gtin14 === undefined ? null : displayGtin(gtin14),
      result: readResult(found, refusal),
      reason: found === undefined ? (refusal?.reason ?? null) : null,
      merged_into: null,
      product: show(found === undefined ? undefined : byBarcode.get(found)),
    };
  });
  const products = items.flatMap(({ product }) => product ?? []);
  const named = new Map(
    (await withCodeNames(deps, products, wanted.lang)).map((product, i) => [products[i], product]),
  );
  return {
    items: items.map((item) => ({ ...item, product: item.product && (named.get(item.product) ?? null) })),
  };
}

function readResult(found: string | undefined, refusal: object | undefined) {
  if (found !== undefined) return 'found' as const;
  return refusal ? ('invalid' as const) : ('not_found' as const);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns products in use by the requested ids; a merged product is returned as the one that it was merged into. */
async function findByIds(
  db: Db,
  ids: ReadonlySet<string>,
  fields: readonly string[] | undefined,
): Promise<Map<string, { product: Product | undefined; mergedInto: string | undefined }>> {
  if (ids.size === 0) return new Map();
  const merged = await findMergedInto(db, [...ids]);
  const products = await findProducts(db, [...new Set([...ids].map((id) => merged.get(id) ?? id))], fields);
  return new Map(
    [...ids].map((id) => {
      const mergedInto = merged.get(id);
      return [id, { product: products.get(mergedInto ?? id), mergedInto }];
    }),
  );
}
