import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { LANGUAGE_HEADERS, readWantedLanguages } from '../products/wanted-languages.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { findProductByScan } from './find-product-by-scan.ts';
import { productFields, productQuery, productSchema } from '../products/product-contract.ts';
import { showInLanguage } from '../products/shown-language.ts';

export function barcodeRoutes({ db }: { db: Db }): Route[] {
  return [
    route({
      method: 'get',
      path: '/products/barcode/{gtin}',
      operationId: 'getProductByBarcode',
      tag: 'Products',
      summary: 'The product with a barcode',
      description:
        'Takes GTIN-8, 12, 13 and 14. Any of a product’s barcodes finds it, in any padding: leading zeros make no ' +
        'difference. An 8-digit UPC-E is expanded when the digits as given find nothing.',
      params: z.object({
        gtin: z.string().meta({ description: 'The digits of the barcode', example: '9521000000018' }),
      }),
      query: productQuery,
      response: productSchema,
      part: productFields.part,
      headers: LANGUAGE_HEADERS,
      errors: ['not_found'],
      handler: async ({ params: { gtin }, query: { lang, fields }, headers, setLanguage }) => {
        const result = await findProductByScan(db, gtin);
        if (result.product) {
          const shown = showInLanguage(result.product, readWantedLanguages(lang, headers));
          setLanguage(shown.name_lang);
          return productFields.pick(shown, fields);
        }
        if (!result.refusal) throw new ApiError('not_found', 'No product here has this barcode.');
        const { message, reason } = result.refusal;
        throw new ApiError('not_found', message, { details: { reason } });
      },
    }),
  ];
}
