import { z } from 'zod';
import { GTIN_PATTERN } from '../../facts/values/gtin.ts';

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
