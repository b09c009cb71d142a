import { z } from 'zod';
import { NUTRIMENT_KEYS } from './nutriments-contract.ts';
import { plainText, webAddress } from '../text/text-contract.ts';

const MOST_ATTRIBUTES = 60;

const nutrimentAmounts: z.ZodType<Record<string, number>> = z
  .strictObject(
    Object.fromEntries(NUTRIMENT_KEYS.map((key) => [key, z.number().min(0).max(1_000_000_000).optional()])),
  )
  .transform((amounts) =>
    Object.fromEntries(
      Object.entries(amounts).flatMap(([key, amount]) => (amount === undefined ? [] : [[key, amount]])),
    ),
  )
  .meta({
    type: 'object',
    description:
      'Amounts for the basis, by the keys of `GET /products/{id}/nutriments`; each key ends in its unit',
    example: { energy_kj: 2252, fat_g: 30.9, salt_g: 0.107 },
  });

const attributeValue = z.union([plainText(500), z.number(), z.boolean(), z.array(plainText(200)).max(30)]);

const attributeTable = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, 'is no name of an attribute'), attributeValue)
  .refine(
    (table) => Object.keys(table).length <= MOST_ATTRIBUTES,
    `must have at most ${MOST_ATTRIBUTES} attributes`,
  )
  .meta({
    description: 'By the keys of the kind’s field template, or others',
    example: { screen_size: 6.1 },
  });

/** The facts anyone can offer, by their wire names: each may be left out. */
export const offeredFactsShape = {
  name: plainText(200)
    .refine((name) => /[\p{L}\p{N}]/u.test(name), 'must have a letter or a digit')
    .optional(),
  brand: plainText(120).optional(),
  category: z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not the code of a category')
    .optional()
    .meta({ description: 'Code of a category', example: 'juices' }),
  net_content_value: z.number().min(0.001).max(1_000_000).optional(),
  net_content_unit: z.enum(['g', 'kg', 'ml', 'l', 'pcs', 'm']).optional(),
  country_of_origin: plainText(80)
    .optional()
    .meta({ description: 'Name of a country; stored in English', example: 'France' }),
  nutriments: nutrimentAmounts.optional(),
  nutrition_basis: z.enum(['100g', '100ml', 'serving']).optional(),
  nutri_score: z.enum(['a', 'b', 'c', 'd', 'e']).optional(),
  ingredients_text: plainText(5_000).optional(),
  attributes: attributeTable.optional(),
};

/** What an operator can write: a field left out stays as it is, null (or an empty list) empties it. */
export const writtenFactsShape = {
  name: plainText(300).optional(),
  brand: offeredFactsShape.brand.nullable(),
  category: offeredFactsShape.category.nullable(),
  net_content_value: offeredFactsShape.net_content_value.nullable(),
  net_content_unit: offeredFactsShape.net_content_unit.nullable(),
  country_of_origin: offeredFactsShape.country_of_origin.nullable(),
  nutriments: offeredFactsShape.nutriments.nullable(),
  nutrition_basis: offeredFactsShape.nutrition_basis.nullable(),
  serving_size: plainText(100).nullable().optional(),
  nutri_score: offeredFactsShape.nutri_score.nullable(),
  ingredients_text: offeredFactsShape.ingredients_text.nullable(),
  allergens: z.array(plainText(60)).max(40).optional(),
  no_nutrition_data: z
    .boolean()
    .optional()
    .meta({ description: 'For water, spices and the like: nutrition fields do not apply' }),
  attributes: offeredFactsShape.attributes.nullable(),
  images: z.array(webAddress()).max(20).optional(),
};

const factValues = z.record(z.string(), z.unknown()).meta({
  type: 'object',
  additionalProperties: true,
  example: { net_content_value: 400, net_content_unit: 'g' },
});

/** What becomes of each offered field, beside what the product has now. */
export const factComparisonSchema = z
  .object({
    field: z
      .string()
      .meta({ description: 'As in the `fields` of a product’s sources', example: 'net_content' }),
    outcome: z.enum(['taken', 'confirmed', 'kept', 'conflict', 'not_applicable']).meta({
      description:
        '`confirmed`: the product says the same, the source becomes a further supplier; `conflict`: an operator or a ' +
        'more trusted source says something else, so somebody has to decide; `kept`: it was decided to leave it; ' +
        '`not_applicable`: a fact of food, and this is none',
    }),
    current: factValues.meta({ description: 'By wire names, as the product has it now' }),
    offered: factValues,
    sources: z
      .array(z.object({ id: z.uuid(), code: z.string(), name: z.string(), trust: z.number() }))
      .meta({ description: 'Who says the current value' }),
  })
  .meta({ id: 'FactComparison' });

/** For fields in conflict, and to keep a field that would be taken. */
export const factDecisionsSchema = z
  .record(z.string().max(40), z.enum(['take', 'keep']))
  .meta({ description: 'By `field` of the comparison', example: { name: 'keep', brand: 'take' } });

export type WrittenFacts = {
  [K in keyof typeof writtenFactsShape]?: z.output<(typeof writtenFactsShape)[K]>;
};
export type FactComparison = z.output<typeof factComparisonSchema>;
export type FactDecisions = z.output<typeof factDecisionsSchema>;
