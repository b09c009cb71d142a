import { ApiError } from '../../platform/http/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { displayGtin, parseGtin } from '../../facts/values/gtin.ts';
import { productFields } from '../products/product-contract.ts';
import { findByCodes, type FindingDependencies } from '../barcodes/find-by-codes.ts';
import { withAbsolutePictures } from '../pictures/picture-address.ts';
import { showProduct } from '../products/shown-language.ts';
import { LANGUAGE_HEADERS, readWantedLanguages } from '../products/wanted-languages.ts';
import type { Misses } from '../misses/miss-counter.ts';
import { withCodeNamesOfOne, type NamingDependencies } from '../names/name-product-codes.ts';
import { UnreadableScan } from './read-elements.ts';
import { readScan, type ReadScan, type Symbology } from './read-scan.ts';
import { scanAnswerPartSchema, scanAnswerSchema, scanQuerySchema } from './scan-contract.ts';

export function scanRoutes(deps: NamingDependencies & FindingDependencies & { misses?: Misses | undefined }) {
  const { misses } = deps;
  return [
    route('get', '/products/scan', 'scanProduct', {
      tag: 'Products',
      summary: 'The product of a scanned code',
      description:
        'Accepts the digits of a barcode; a UPC-E of six, seven or eight digits; a GS1 Digital Link of any host; a GS1 element ' +
        'string as GS1-128, GS1 DataMatrix, GS1 QR Code and GS1 DataBar carry it, with `%1D` as separator or with brackets, ' +
        'with a symbology identifier (`]C1`) or without. For an unknown product, `details` of the 404 has `gtin` ' +
        'and `elements`, which is enough to submit it. A code that no product can have is 400: `details.reason`.',
      query: scanQuerySchema,
      response: scanAnswerSchema,
      part: scanAnswerPartSchema,
      headers: LANGUAGE_HEADERS,
      errors: ['not_found', 'not_a_trade_item'],
      handler: async ({
        query: { data, symbology, lang, fields },
        headers,
        root,
        setLanguage,
        ...asking
      }) => {
        const { form, readings, elements } = readOrRefuse(data, symbology);
        const likely = readings.at(-1);
        if (!likely) {
          throw new ApiError(
            'not_a_trade_item',
            'This is not the code of a trade item: it has no element 01.',
            {
              details: { form, gtin: null, elements },
            },
          );
        }
        const found = await findByCodes(
          deps,
          readings.map(({ gtin14 }) => gtin14),
        );
        const reading = readings.find(({ gtin14 }) => gtin14 === found?.gtin14);
        if (found && reading) {
          misses?.noteBarcode(asking, [reading.gtin14], true);
          const languages = readWantedLanguages(lang, headers);
          const shown = showProduct(withAbsolutePictures(found.product, root), { languages, fields });
          setLanguage(shown.name_lang);
          return {
            product: await withCodeNamesOfOne(deps, productFields.pick(shown, fields), lang),
            scan: { form: reading.form, gtin: displayGtin(reading.gtin14), elements },
          };
        }
        misses?.noteBarcode(asking, [likely.gtin14], false);
        const gtin = displayGtin(likely.gtin14);
        const storable = parseGtin(gtin);
        if (storable.ok) {
          throw new ApiError('not_found', 'No product here has this barcode.', {
            details: { form, gtin, elements },
          });
        }
        throw new ApiError('invalid_parameter', storable.message, {
          details: { parameter: 'data', reason: storable.reason, form, gtin, elements },
        });
      },
    }),
  ];
}

function readOrRefuse(data: string, symbology: Symbology | undefined): ReadScan {
  try {
    return readScan(data, symbology, new Date().getUTCFullYear());
  } catch (error) {
    if (!(error instanceof UnreadableScan)) throw error;
    throw new ApiError('invalid_parameter', error.message, {
      details: { parameter: 'data', reason: error.reason },
    });
  }
}
