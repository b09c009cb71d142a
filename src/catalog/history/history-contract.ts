import { z } from 'zod';
import { anyValue, freeFormOrNull } from '../../http/free-form.ts';
import { pageOf } from '../../http/paging.ts';
import { productChangeShape } from '../difference/product-change-contract.ts';
import { versionField } from '../administration/product-admin-contract.ts';

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
          field: z.string().meta({ description: 'As it is decided about', example: 'net_content' }),
          name: z.string().meta({ description: 'Wire name', example: 'net_content_value' }),
          before: anyValue,
          after: anyValue,
        }),
      )
      .meta({ description: 'The facts that were changed' }),
    can_revert: z.boolean().meta({ description: 'Its changes can be taken back, field by field' }),
    source: z.string().nullable().meta({ description: 'Code of the source that said it' }),
    submission_id: z.uuid().nullable().meta({ description: 'The contribution it came with' }),
    reverted_seq: z.number().int().nullable().meta({ description: 'The row whose changes it took back' }),
    undone_submission_id: z
      .uuid()
      .nullable()
      .meta({ description: 'The contribution whose approval it took back' }),
    other_product: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta({ description: 'Of a merge, or of one that was taken back: the other product' }),
    unmerge_id: z.uuid().nullable().meta({
      description: 'Of a merge that stands: the product that went by it, which `unmerge` is asked of',
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
      .meta({ description: 'Of a row of the history' }),
    fields: z
      .array(z.string().max(60))
      .min(1)
      .max(50)
      .meta({ description: '`field` of its changes', example: ['brand'] }),
  })
  .meta({ id: 'ProductRevert' });

export const revertPreviewSchema = z
  .object({
    product_id: z.uuid(),
    version: versionField.meta({ description: 'Of the product as it is' }),
    changed_since: z.array(z.string()).meta({
      description: 'Of the fields those that are not as the row left them: what was said later would go too',
      example: ['brand'],
    }),
    ...productChangeShape,
  })
  .meta({ id: 'ProductRevertPreview' });

export type RevertPreview = z.output<typeof revertPreviewSchema>;
export type HistoryEntry = z.output<typeof historyEntrySchema>;
export type RevertBody = z.output<typeof revertSchema>;
