import { z } from 'zod';
import { productFields, productQuery, shownProductSchema } from '../products/product-contract.ts';
import { MAX_SCAN_CHARACTERS, SCAN_FORMS, SYMBOLOGIES } from './read-scan.ts';

export const scanQuerySchema = productQuery.extend({
  data: z
    .string({ error: 'is required' })
    .min(1, 'is required')
    .max(MAX_SCAN_CHARACTERS, `must have at most ${MAX_SCAN_CHARACTERS} characters`)
    .meta({
      description: 'The text of the scanner, URL-encoded: `%1D` for a group separator',
      example: '(01)09521000000018(17)260505(10)A46',
    }),
  symbology: z
    .enum(SYMBOLOGIES, { error: `must be one of ${SYMBOLOGIES.join(', ')}` })
    .optional()
    .meta({
      description:
        'Kind of the symbol, by the names of the browser’s BarcodeDetector: `upc_e` and `ean_8` decide how 8 digits are read',
    }),
});

const scanAnswerOf = <P extends z.ZodType>(product: P) =>
  z.object({
    product,
    scan: z.object({
      form: z.enum(SCAN_FORMS).meta({ description: 'The form in which the data was read' }),
      gtin: z
        .string()
        .meta({ description: 'The code that was scanned, without padding', example: '9521000000018' }),
      elements: z.record(z.string(), z.string()).meta({
        description:
          'The other elements of the code by GS1 application identifier: dates by ISO 8601, weights and amounts with their point',
        example: { '10': 'A46', '17': '2026-05-05' },
      }),
    }),
  });

export const scanAnswerSchema = scanAnswerOf(shownProductSchema);
export const scanAnswerPartSchema = scanAnswerOf(productFields.part).meta({ id: 'ScannedProduct' });
