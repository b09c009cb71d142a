import { z } from 'zod';
import { GTIN_REFUSALS, GTIN_PATTERN } from '../../facts/values/gtin.ts';
import { firstMembers } from '../../platform/http/first-members.ts';
import { productFields, shownProductSchema } from '../products/product-contract.ts';

export const MAX_LOOKUP_CODES = 100;
const MAX_CODE_CHARACTERS = 64;

const TOO_MANY = `must have from 1 to ${MAX_LOOKUP_CODES} codes`;
const code = z.string().max(MAX_CODE_CHARACTERS, `a code has at most ${MAX_CODE_CHARACTERS} characters`);
const codes = z.array(code).min(1, TOO_MANY).max(MAX_LOOKUP_CODES, TOO_MANY);

export const lookupQueryShape = {
  codes: z
    .string({ error: 'is required' })
    .min(1, 'is required')
    .transform((text) => text.split(','))
    .pipe(codes)
    .meta({
      type: 'string',
      minLength: 1,
      maxLength: MAX_LOOKUP_CODES * (MAX_CODE_CHARACTERS + 1),
      pattern: `^[^,]{0,${MAX_CODE_CHARACTERS}}(,[^,]{0,${MAX_CODE_CHARACTERS}}){0,${MAX_LOOKUP_CODES - 1}}$`,
      description: `Barcodes in any padding and ids of products, separated by commas, 1 to ${MAX_LOOKUP_CODES}`,
      example: '9521000000018,3017620422004',
    }),
};

export const lookupBodySchema = z
  .strictObject({
    codes: firstMembers(MAX_LOOKUP_CODES, codes).meta({
      description: 'Barcodes in any padding, and ids of products',
      example: ['9521000000018', '3017620422004'],
    }),
    ...productFields.body,
  })
  .meta({ id: 'ProductLookup' });

const lookedUpCodeOf = <P extends z.ZodType>(product: P) =>
  z.object({
    code: z.string().meta({ description: 'The code as it was sent', example: '09521000000018' }),
    gtin: z.string().nullable().meta({
      description:
        'Without padding; the expansion of a UPC-E; null for a malformed code. Of an id: the primary barcode',
      example: '9521000000018',
    }),
    result: z
      .enum(['found', 'not_found', 'invalid'])
      .meta({ description: '`invalid`: no product can have this barcode' }),
    reason: z.enum(GTIN_REFUSALS).nullable().meta({ description: 'Why the code is invalid' }),
    merged_into: z.uuid().nullable().meta({
      description: 'Of an id: the product was merged into this one, which `product` shows',
    }),
    product: product.nullable().meta({ description: 'Null when the code was not found' }),
  });

export const lookupAnswerSchema = z.object({ items: z.array(lookedUpCodeOf(shownProductSchema)) });
export const lookupAnswerPartSchema = z
  .object({ items: z.array(lookedUpCodeOf(productFields.part).meta({ id: 'LookedUpCode' })) })
  .meta({ id: 'ProductLookupAnswer' });

export type LookupAnswer = z.input<typeof lookupAnswerPartSchema>;

const packLevel = z.enum(['each', 'inner', 'case', 'pallet']);
const region = z
  .string()
  .regex(/^([A-Z]{2}|GLOBAL)$/, 'must be a country of ISO 3166-1 (two letters), EU or GLOBAL')
  .nullable();

export const newBarcodeSchema = z
  .strictObject({
    gtin: z.string().max(40).meta({
      pattern: GTIN_PATTERN,
      description: 'GTIN-8, 12, 13 or 14 in any padding',
      example: '9521000000018',
    }),
    pack_level: packLevel
      .optional()
      .meta({ description: '`case` for an indicator 1 to 8, else `each`, unless given' }),
    region: region.optional().meta({ description: 'Where the code is used', example: 'FR' }),
    is_primary: z.boolean().optional(),
  })
  .meta({ id: 'NewBarcode' });

export const barcodeEditSchema = z
  .strictObject({ pack_level: packLevel.optional(), region: region.optional() })
  .refine((edit) => Object.keys(edit).length > 0, 'must hold at least one field')
  .meta({ id: 'BarcodeEdit' });
