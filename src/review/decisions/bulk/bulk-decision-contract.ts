import { z } from 'zod';
import { valueChangeSchema } from '../../../catalog/difference/product-change-contract.ts';
import { freeFormOrNull } from '../../../platform/http/free-form.ts';
import { seenSchema } from '../preview-contract.ts';
import { rejectReason } from '../review-contract.ts';

const MAX_BULK_IDS = 500;
/** Limits of the changes that a bulk decision shows per submission. */
export const MAX_BULK_CHANGES = 20;
export const MAX_BULK_TEXT = 200;

export const bulkBodySchema = z
  .strictObject({
    action: z.enum(['approve', 'reject']),
    ids: z.array(z.string().max(100)).min(1).max(MAX_BULK_IDS),
    reason: rejectReason.optional().meta({ description: 'Required to reject' }),
    dry_run: z.boolean().default(false),
    seen: z.record(z.string().max(100), seenSchema).optional().meta({
      description: 'By id, from the dry run: a submission that would do something else now is refused',
    }),
  })
  .refine(({ action, reason }) => (action === 'reject') === (reason !== undefined), {
    path: ['reason'],
    error: 'belongs to a rejection, and a rejection has one',
  });

export const bulkResultSchema = z
  .object({
    action: z.enum(['approve', 'reject']),
    dry_run: z.boolean(),
    bulk_id: z.uuid().nullable().meta({ description: 'Takes them back together; null in a dry run' }),
    done: z.number().int(),
    refused: z.number().int(),
    results: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable().meta({ description: 'As submitted, else that of its product' }),
        result: z.enum(['done', 'refused', 'repeated']).meta({
          description: 'In a dry run `done` is what would be done; `repeated`: judged further up',
        }),
        code: z.string().nullable().meta({ description: 'Error code of a refused one' }),
        message: z.string().nullable(),
        details: freeFormOrNull,
        product_id: z.uuid().nullable().meta({ description: 'Null in a dry run that would create it' }),
        product_name: z.string().nullable(),
        is_new_product: z.boolean(),
        changes: z.array(valueChangeSchema).meta({
          description: `The first ${MAX_BULK_CHANGES}; texts and lists of more than ${MAX_BULK_TEXT} characters are cut`,
        }),
        change_count: z.number().int().meta({ description: 'Of all changes' }),
        seen: seenSchema.nullable().meta({ description: 'Of an approval' }),
      }),
    ),
  })
  .meta({ id: 'BulkDecisionResult' });

export type BulkBody = z.output<typeof bulkBodySchema>;
export type BulkResult = z.output<typeof bulkResultSchema>;
