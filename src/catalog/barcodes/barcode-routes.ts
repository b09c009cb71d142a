import { z } from 'zod';
import { GTIN_REFUSALS, GTIN_PATTERN, padGtin } from '../../facts/values/gtin.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { LANGUAGE_HEADERS, readWantedLanguages } from '../products/wanted-languages.ts';
import { route } from '../../platform/http/route.ts';
import { productFields, productQuery, shownProductSchema } from '../products/product-contract.ts';
import { withAbsolutePictures } from '../pictures/picture-address.ts';
import { showProduct } from '../products/shown-language.ts';
import type { Misses } from '../misses/miss-counter.ts';
import { withCodeNamesOfOne, type NamingDependencies } from '../names/name-product-codes.ts';
import { findByCodes, type FindingDependencies } from './find-by-codes.ts';
import { readCode, readGtin } from './read-code.ts';
import type { Db } from '../../platform/db/client.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import { barcodeEditSchema, newBarcodeSchema } from './barcode-contract.ts';
import { changeBarcodes, type BarcodeChange } from './change-barcodes.ts';
import { requireProduct } from '../products/administration/edit-product.ts';
import { adminProductSchema, type AdminProduct } from '../products/administration/product-admin-contract.ts';

export function barcodeRoutes(
  deps: NamingDependencies & FindingDependencies & { misses?: Misses | undefined },
) {
  const { misses } = deps;
  return [
    route('get', '/products/barcode/{gtin}', 'getProductByBarcode', {
      tag: 'Products',
      summary: 'The product with a barcode',
      description:
        'Takes GTIN-8, 12, 13 and 14. Any of a product’s barcodes finds it, in any padding: leading zeros make no ' +
        'difference. An 8-digit UPC-E is expanded when the digits as given find nothing. If no product can have this ' +
        `barcode, \`details.reason\` of the 404 is one of ${GTIN_REFUSALS.join(', ')}.`,
      params: z.object({
        gtin: z.string().meta({ description: 'The digits of the barcode', example: '9521000000018' }),
      }),
      query: productQuery,
      response: shownProductSchema,
      part: productFields.part,
      headers: LANGUAGE_HEADERS,
      errors: ['not_found'],
      handler: async ({
        params: { gtin },
        query: { lang, fields },
        headers,
        root,
        setLanguage,
        ...asking
      }) => {
        const { gtin14s, refusal } = readCode(gtin);
        const found = await findByCodes(deps, gtin14s);
        if (found) {
          misses?.noteBarcode(asking, gtin14s, true);
          const languages = readWantedLanguages(lang, headers);
          const shown = showProduct(withAbsolutePictures(found.product, root), { languages, fields });
          setLanguage(shown.name_lang);
          return await withCodeNamesOfOne(deps, productFields.pick(shown, fields), lang);
        }
        misses?.noteBarcode(asking, gtin14s, false);
        if (!refusal) throw new ApiError('not_found', 'No product here has this barcode.');
        throw new ApiError('not_found', refusal.message, { details: { reason: refusal.reason } });
      },
    }),
  ];
}

const id = pathId('Id of the product', '600ee031-e4be-5cc9-ba9b-2d37e2456165');
const params = z.object({ id });
const barcodeParams = z.object({
  id,
  gtin: z.string().meta({ description: 'Any spelling of the barcode', example: '9521000000018' }),
});
const response = adminProductSchema;
const adminRoute = adminRoutesOf({ tag: 'Barcodes', role: 'editor' });

/** The routes that change the barcodes of a product. Each returns the changed product. */
export function barcodeAdminRoutes({ db }: { db: Db }) {
  const run = async (
    productId: string,
    change: BarcodeChange,
    { operator, author }: { operator: { id: string }; author: { actor: string } },
  ): Promise<AdminProduct> => {
    await changeBarcodes(db, { productId, operatorId: operator.id, author, change });
    return await requireProduct(db, productId);
  };
  return [
    adminRoute('post', '/products/{id}/barcodes', 'addBarcode', {
      response,
      summary: 'Adds a barcode; the first of a product is its primary one',
      params,
      body: newBarcodeSchema,
      status: 201,
      errors: ['not_found', 'invalid_gtin', 'validation_failed', 'barcode_conflict', 'invalid_state'],
      handler: async (input) => {
        const { gtin, pack_level: packLevel, region, is_primary: isPrimary } = input.body;
        const barcode = readGtin(gtin);
        return await run(input.params.id, { action: 'add', barcode, packLevel, region, isPrimary }, input);
      },
    }),
    adminRoute('patch', '/products/{id}/barcodes/{gtin}', 'editBarcode', {
      response,
      summary: 'Changes the pack level and the region of a barcode',
      params: barcodeParams,
      body: barcodeEditSchema,
      errors: ['not_found', 'validation_failed', 'invalid_state'],
      handler: async (input) => {
        const { pack_level: packLevel, region } = input.body;
        const gtin14 = readPathGtin(input.params.gtin);
        return await run(input.params.id, { action: 'describe', gtin14, packLevel, region }, input);
      },
    }),
    adminRoute('post', '/products/{id}/barcodes/{gtin}/primary', 'makeBarcodePrimary', {
      response,
      summary: 'Makes a barcode the primary one',
      params: barcodeParams,
      errors: ['not_found', 'invalid_state'],
      handler: async (input) => {
        const gtin14 = readPathGtin(input.params.gtin);
        return await run(input.params.id, { action: 'make_primary', gtin14 }, input);
      },
    }),
    adminRoute('delete', '/products/{id}/barcodes/{gtin}', 'removeBarcode', {
      response,
      summary: 'Removes a barcode; `next_primary_gtin` replaces a primary one, unless another is named',
      params: barcodeParams,
      query: z.object({
        successor: z.string().max(40).optional().meta({
          pattern: GTIN_PATTERN,
          description: 'Which barcode replaces a removed primary one',
          example: '9521000000018',
        }),
      }),
      errors: ['not_found'],
      handler: async (input) => {
        const gtin14 = readPathGtin(input.params.gtin);
        const { successor: named } = input.query;
        const successor = named === undefined ? undefined : readPathGtin(named);
        return await run(input.params.id, { action: 'remove', gtin14, successor }, input);
      },
    }),
  ];
}

/** Reads the barcode of a path. A malformed one is answered 404 with the reason. */
function readPathGtin(text: string): string {
  const padded = padGtin(text);
  if (padded.ok) return padded.gtin14;
  throw new ApiError('not_found', padded.message, { details: { reason: padded.reason } });
}
