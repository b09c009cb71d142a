import { z } from 'zod';

const count = z.number().int().min(0);
const source = z.enum(['public', 'backflow']);

/** Facts whose presence is counted. Each applies to products of some kinds only. */
export const COVERAGE_FIELDS = [
  'brand',
  'category',
  'barcode',
  'net_content',
  'country_of_origin',
  'nutriments',
  'nutrition_basis',
  'ingredients_text',
  'nutri_score',
  'attributes',
  'image',
  'msrp',
] as const;

const coverage = z.array(
  z.object({
    field: z.enum(COVERAGE_FIELDS),
    applies_to: z
      .enum(['all', 'food', 'other'])
      .meta({ description: 'The archive kinds of the products; `other`: any but food' }),
    products: count.meta({ description: 'Products in use that the field applies to' }),
    filled: count.meta({ description: 'Of these, how many have it' }),
    share: z.number().min(0).max(1).nullable().meta({ description: 'filled / products; null for none' }),
  }),
);

export const operatorStatsSchema = z
  .object({
    queue: z.object({
      by_state: z.array(
        z.object({ status: z.enum(['pending', 'approved', 'rejected']), source, entries: count }),
      ),
      pending_by_age: z
        .array(
          z.object({
            source,
            under_1_hour: count,
            under_1_day: count,
            under_7_days: count,
            under_30_days: count,
            older: count,
          }),
        )
        .meta({ description: 'Each submission in the first bucket that it fits' }),
      oldest_pending_at: z.iso.datetime().nullable(),
    }),
    quality: z
      .array(
        z.object({
          kind: z.string(),
          products: count,
          average: z.number().min(0).max(1).nullable(),
          buckets: z
            .array(count)
            .length(10)
            .meta({ description: 'Products with a score in [0, 0.1), [0.1, 0.2), … [0.9, 1]' }),
        }),
      )
      .meta({ description: 'Of the products in use, by archive kind' }),
    coverage,
    generated_at: z.iso.datetime().meta({ description: 'At most a minute ago' }),
  })
  .meta({ id: 'OperatorStats' });

export type OperatorStats = z.output<typeof operatorStatsSchema>;
export type CoverageKinds = OperatorStats['coverage'][number]['applies_to'];
export type CoverageField = (typeof COVERAGE_FIELDS)[number];
