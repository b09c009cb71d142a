import { z } from 'zod';
import { reasonField } from '../products/administration/product-admin-contract.ts';
import { shapeOf } from '../../facts/registry/fact-shapes-contract.ts';

const MAX_BULK_IDS = 500;

const shared = {
  ids: z
    .array(z.uuid().transform((id) => id.toLowerCase()))
    .min(1)
    .max(MAX_BULK_IDS)
    .meta({ description: 'A repeated id counts once' }),
  dry_run: z
    .boolean()
    .default(false)
    .meta({ description: 'Returns the result for each product without changing it' }),
};

export const bulkChangeSchema = z
  .discriminatedUnion('action', [
    z.strictObject({ action: z.literal('archive'), reason: reasonField, ...shared }),
    z.strictObject({ action: z.literal('restore'), ...shared }),
    z.strictObject({
      action: z.literal('set_category'),
      category: shapeOf('category'),
      ...shared,
    }),
    z.strictObject({
      action: z.literal('set_brand'),
      brand: shapeOf('brand').nullable(),
      ...shared,
    }),
    z.strictObject({
      action: z.literal('set_country'),
      country_of_origin: shapeOf('country_of_origin').nullable(),
      ...shared,
    }),
    z.strictObject({ action: z.literal('recompute'), ...shared }),
  ])
  .meta({ id: 'BulkChange' });

export type BulkChange = z.output<typeof bulkChangeSchema>;

export const bulkResultSchema = z
  .object({
    action: z.string(),
    dry_run: z.boolean(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    failed: z.number().int(),
    results: z.array(
      z.object({
        id: z.uuid(),
        name: z.string().nullable(),
        result: z.enum(['changed', 'unchanged', 'failed']),
        code: z.string().nullable().meta({ description: 'The code of the error', example: 'invalid_state' }),
        message: z.string().nullable(),
        version: z.number().int().nullable().meta({ description: 'The version after the change' }),
      }),
    ),
  })
  .meta({ id: 'BulkChangeResult' });

export type BulkResult = z.output<typeof bulkResultSchema>;
