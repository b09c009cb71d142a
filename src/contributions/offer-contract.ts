import { z } from 'zod';
import { countMinorDigits, isCountryCode, isCurrencyCode } from '../catalog/iso-codes.ts';
import { NUTRIMENT_KEYS } from '../catalog/nutriments-contract.ts';
import { plainLine, plainText } from '../http/plain-text.ts';
import { webAddress } from '../http/web-address.ts';

const MOST_ATTRIBUTES = 60;
/** More of anything is in no pack; an amount has 14 digits, 4 of them decimals. */
const LARGEST_NUMBER = 1_000_000_000;

const amount = z.number().min(0).max(LARGEST_NUMBER);

export const offeredNutriments = z
  .strictObject(
    Object.fromEntries(NUTRIMENT_KEYS.map((key) => [key, amount.optional()])) as Record<
      (typeof NUTRIMENT_KEYS)[number],
      z.ZodOptional<typeof amount>
    >,
  )
  .meta({ description: 'Amounts for the basis; each key ends in its unit', example: { fat_g: 30.9 } });

const attributeValue = z.union([plainText(500), z.number(), z.boolean()]);

export const offeredAttributes = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, 'must be lower-case letters, digits and _, at most 60'),
    attributeValue,
  )
  .refine(
    (value) => Object.keys(value).length <= MOST_ATTRIBUTES,
    `must have at most ${MOST_ATTRIBUTES} keys`,
  )
  .meta({
    type: 'object',
    maxProperties: MOST_ATTRIBUTES,
    description: 'What the kind of product is described by, see /kind-fields: texts, numbers, true or false',
    example: { model: 'K380', weight_g: 423 },
  });

export const offeredMsrp = z
  .strictObject({
    amount: amount.meta({ description: 'With no more decimals than the currency has', example: 3.99 }),
    currency: z
      .string()
      .refine(isCurrencyCode, 'must be an ISO 4217 code in use')
      .meta({ description: 'ISO 4217', example: 'EUR' }),
    region: z
      .string()
      .refine((code) => code === 'GLOBAL' || isCountryCode(code), 'must be an ISO 3166-1 code or GLOBAL')
      .default('GLOBAL')
      .meta({ description: 'ISO 3166-1 alpha-2, or GLOBAL', example: 'FR' }),
    effective_date: z.iso
      .date()
      .refine((day) => day >= '1900-01-01' && day < '2101-01-01', 'must be in the years 1900 to 2100')
      .optional()
      .meta({ description: 'The day from which the price is suggested' }),
    source_url: webAddress.optional().meta({ description: 'Where the manufacturer says so; never fetched' }),
    note: plainText(1_000).optional(),
  })
  .refine(
    ({ amount: value, currency }) =>
      !isCurrencyCode(currency) || Number(value.toFixed(countMinorDigits(currency))) === value,
    { path: ['amount'], error: 'has more decimals than the currency' },
  );

/** The facts that anybody may offer, by their wire names; each may be left out. */
export const offeredFacts = {
  name: plainLine(200)
    .refine((value) => /[\p{L}\p{N}]/u.test(value), 'must hold a letter or a digit')
    .optional()
    .meta({ description: 'As on the pack', example: 'Hazelnut spread' }),
  brand: plainLine(120).optional(),
  category: z
    .string()
    .regex(/^[a-z0-9-]{1,200}$/, 'must be a code of /categories')
    .optional()
    .meta({ description: 'A code of /categories', example: 'hazelnut-spreads' }),
  net_content_value: z.number().positive().max(LARGEST_NUMBER).optional().meta({ example: 400 }),
  net_content_unit: z.enum(['g', 'kg', 'ml', 'l', 'pcs', 'm']).optional(),
  country_of_origin: plainLine(80).optional().meta({ description: 'In English', example: 'France' }),
  nutriments: offeredNutriments.optional(),
  nutrition_basis: z.enum(['100g', '100ml', 'serving']).optional(),
  nutri_score: z.enum(['a', 'b', 'c', 'd', 'e']).optional(),
  ingredients_text: plainText(5_000).optional(),
  attributes: offeredAttributes.optional(),
  msrp: offeredMsrp.optional().meta({ description: 'A price the manufacturer suggests: for reference only' }),
};
