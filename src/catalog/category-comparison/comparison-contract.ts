import { z } from 'zod';
import { thumbnailSchema } from '../products/picture-contract.ts';
import { productSchema } from '../products/product-contract.ts';

const facts = productSchema.shape;

/** The nutrients that are compared, in the order of a label. */
export const COMPARED_NUTRIENTS = [
  'energy_kcal',
  'fat_g',
  'saturated_fat_g',
  'carbohydrates_g',
  'sugars_g',
  'fiber_g',
  'proteins_g',
  'salt_g',
] as const;

/** Fewer products are not representative of a category, and fewer stated amounts not of a nutrient. */
export const LEAST_PRODUCTS = 10;

const comparedNutrientSchema = z
  .object({
    amount: z.number().meta({ description: 'Of this product, for 100 g or 100 ml', example: 56.3 }),
    median: z.number().meta({ description: 'Of the category, for as much', example: 51.2 }),
    difference_pct: z
      .int()
      .nullable()
      .meta({ description: 'How far the amount is above the median; null if that is 0', example: 10 }),
    percentile: z.int().min(0).max(95).multipleOf(5).meta({
      description: 'At least so many of a hundred products of the category have no more of it',
      example: 70,
    }),
    products: z.int().meta({ description: 'Products that state the amount', example: 214 }),
  })
  .meta({ id: 'ComparedNutrient' });

const betterProductSchema = z
  .object({
    id: z.uuid(),
    gtin: z.string().nullable(),
    name: z.string(),
    name_lang: z.string().nullable(),
    brand: z.string().nullable(),
    category_path: z.string(),
    nutri_score: facts.nutri_score,
    net_content_value: facts.net_content_value,
    net_content_unit: facts.net_content_unit,
    thumbnail: thumbnailSchema,
  })
  .meta({ id: 'BetterProduct' });

export const comparisonSchema = z
  .object({
    product_id: z.uuid(),
    category_code: z.string().nullable().meta({
      description:
        'The nearest category, of the product itself or above, with at least 10 products; null: none, and nothing is compared',
      example: 'chocolate-spreads',
    }),
    category_products: z.int().nullable().meta({ example: 231 }),
    unit: z.enum(['g', 'ml']).nullable().meta({ description: 'Amounts are for 100 of it' }),
    nutrients: z.partialRecord(z.enum(COMPARED_NUTRIENTS), comparedNutrientSchema).meta({
      description: 'Those that this product and at least 10 others of the category state',
    }),
    better_in_category: z.array(betterProductSchema).meta({
      description:
        'Up to 4 products of the category with a picture and a better Nutri-Score, those with the most similar name first',
    }),
    counted_at: z.iso.datetime().nullable().meta({
      description: 'When the category was counted: a small one minutes ago, a large one up to a day',
    }),
  })
  .meta({ id: 'Comparison' });

export type Comparison = z.output<typeof comparisonSchema>;
export type BetterProduct = z.output<typeof betterProductSchema>;
