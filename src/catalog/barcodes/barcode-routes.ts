import { z } from 'zod';
import { GTIN_REFUSALS } from '../../facts/values/gtin.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { LANGUAGE_HEADERS, readWantedLanguages } from '../products/wanted-languages.ts';
import { route } from '../../platform/http/route.ts';
import { productFields, productQuery, shownProductSchema } from '../products/product-contract.ts';
import { findProductByBarcode } from '../products/product-store.ts';
import { withAbsolutePictures } from '../pictures/picture-address.ts';
import { showProduct } from '../products/shown-language.ts';
import type { Misses } from '../misses/miss-counter.ts';
import { withCodeNamesOfOne, type NamingDependencies } from '../names/name-product-codes.ts';
import { readCode } from './read-code.ts';

export function barcodeRoutes(deps: NamingDependencies & { misses?: Misses | undefined }) {
  const { db, misses } = deps;
  return [
    route({
      method: 'get',
      path: '/products/barcode/{gtin}',
      operationId: 'getProductByBarcode',
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
        for (const gtin14 of gtin14s) {
          const product = await findProductByBarcode(db, gtin14);
          if (!product) continue;
          misses?.noteBarcode(asking, gtin14s, true);
          const languages = readWantedLanguages(lang, headers);
          const shown = showProduct(withAbsolutePictures(product, root), { languages, fields });
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
