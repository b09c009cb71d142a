import { z } from 'zod';
import { productChangeShape } from '../../catalog/difference/product-change-contract.ts';
import { freeFormOrNull } from '../../platform/http/free-form.ts';

export const undoBodySchema = z.strictObject({});

const undone = z.enum(['approved', 'rejected']).meta({ description: 'The decision that is taken back' });

export const undoneSchema = z
  .object({
    id: z.uuid(),
    status: z.enum(['pending']),
    undone,
    product_id: z.uuid().nullable().meta({ description: 'Of an approval: the restored product' }),
    is_product_removed: z.boolean().meta({ description: 'The approval had created it' }),
    ...productChangeShape,
  })
  .meta({ id: 'UndoneDecision' });

export const undoBulkBodySchema = z.strictObject({
  bulk_id: z.uuid().meta({ description: 'From the answer of the bulk decision' }),
  cursor: z
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: '`cursor` of the call before: the decisions before it are taken back' }),
});

export const undoBulkResultSchema = z
  .object({
    bulk_id: z.uuid(),
    done: z.number().int().meta({ description: 'By this call' }),
    refused: z.number().int(),
    results: z.array(
      z.object({
        id: z.uuid(),
        name: z.string().nullable(),
        result: z.enum(['done', 'refused']),
        code: z.string().nullable().meta({ description: 'Error code of a refused one' }),
        message: z.string().nullable(),
        details: freeFormOrNull,
      }),
    ),
    cursor: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'Call again with it; null: every decision of the bulk was looked at' }),
    remaining: z.number().int().meta({ description: 'Not looked at yet' }),
  })
  .meta({ id: 'UndoBulkResult' });

/** `details.fields` of a refusal: a value that another source or operator has claimed since. */
export interface ChangedPlace {
  field: string;
  name: string;
  key: string | null;
  /** Newest first. `actor` as in the audit log, or `source:<code>` of an import. */
  by: { actor: string; email: string | null; action: string; at: string; submission_id: string | null }[];
}

export type Undone = z.output<typeof undoneSchema>;
export type UndoBulkBody = z.output<typeof undoBulkBodySchema>;
export type UndoBulkResult = z.output<typeof undoBulkResultSchema>;
