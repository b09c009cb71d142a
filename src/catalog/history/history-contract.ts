import { z } from 'zod';
import { anyValue, freeFormOrNull } from '../../platform/http/free-form.ts';
import { pageOf } from '../../platform/http/paging.ts';
import { productChangeShape } from '../difference/product-change-contract.ts';
import { versionField } from '../products/administration/product-admin-contract.ts';

export const historyEntrySchema = z
  .object({
    seq: z.number().int(),
    at: z.iso.datetime(),
    actor: z.string(),
    operator_email: z.string().nullable(),
    action: z.string().meta({ example: 'product.updated' }),
    changes: z
      .array(
        z.object({
          field: z
            .string()
            .meta({ description: 'The field by which decisions name it', example: 'net_content' }),
          name: z.string().meta({ description: 'Wire name', example: 'net_content_value' }),
          before: anyValue,
          after: anyValue,
        }),
      )
      .meta({ description: 'The facts that were changed' }),
    can_revert: z.boolean().meta({ description: 'Whether its changes can be reverted, field by field' }),
    source: z.string().nullable().meta({ description: 'Code of the source that supplied it' }),
    submission_id: z.uuid().nullable().meta({ description: 'The submission that supplied it' }),
    reverted_seq: z.number().int().nullable().meta({ description: 'The row whose changes it reverted' }),
    undone_submission_id: z.uuid().nullable().meta({ description: 'The submission whose approval it undid' }),
    other_product: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta({ description: 'Of a merge or an unmerge: the other product' }),
    unmerge_id: z.uuid().nullable().meta({
      description: 'Of a standing merge: the product that was archived by it, which `unmerge` restores',
    }),
    before: freeFormOrNull,
    after: freeFormOrNull,
    request_id: z.string().nullable(),
  })
  .meta({ id: 'ProductHistoryEntry' });

export const historyPageSchema = pageOf(historyEntrySchema).meta({ id: 'ProductHistory' });

export const revertSchema = z
  .strictObject({
    version: versionField,
    seq: z
      .number()
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .meta({ description: '`seq` of a row of the history' }),
    fields: z
      .array(z.string().max(60))
      .min(1)
      .max(50)
      .meta({ description: 'The fields to revert: `field` of its changes', example: ['brand'] }),
  })
  .meta({ id: 'ProductRevert' });

export const revertPreviewSchema = z
  .object({
    product_id: z.uuid(),
    version: versionField.meta({ description: 'The present version of the product' }),
    changed_since: z.array(z.string()).meta({
      description: 'The fields that were changed after the row: later values would be lost too',
      example: ['brand'],
    }),
    ...productChangeShape,
  })
  .meta({ id: 'ProductRevertPreview' });

export type RevertPreview = z.output<typeof revertPreviewSchema>;
export type HistoryEntry = z.output<typeof historyEntrySchema>;
export type RevertBody = z.output<typeof revertSchema>;
