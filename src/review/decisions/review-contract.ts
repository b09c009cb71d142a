import { z } from 'zod';
import { newMsrpSchema } from '../../facts/values/msrp-contract.ts';
import {
  confirmedDifferentField,
  pendingTwinSchema,
  possibleDuplicateSchema,
} from '../submissions/duplicates/duplicates-contract.ts';
import { submissionFields, sourceName, suggestedField } from '../queue/queue-contract.ts';
import { messageSchema } from '../submissions/messages/message-contract.ts';
import { senderSchema } from '../senders/sender-contract.ts';
import { factComparisonSchema, factDecisionsSchema } from '../../facts/registry/product-facts-contract.ts';
import { writtenFactsShape } from '../../facts/registry/fact-shapes-contract.ts';
import { MOST_PICTURES, submittedPictureSchema } from '../pictures/submitted-picture-contract.ts';
import { plainText } from '../../platform/text/text-contract.ts';
import { freeForm, freeFormOrNull } from '../../platform/http/free-form.ts';
import { productChangeShape } from '../../catalog/difference/product-change-contract.ts';
import { seenSchema } from './preview-contract.ts';

export const submissionDetailSchema = z
  .object({
    ...submissionFields,
    suggested: suggestedField,
    can_ask: z.boolean().meta({ description: 'Its contributor has a token to answer with' }),
    messages: z.array(messageSchema).meta({ description: 'Notes, questions and answers, the oldest first' }),
    content: freeForm.meta({ description: 'As it was submitted: untrusted text, to be shown as text' }),
    contact_email: z.string().nullable(),
    account: z.object({ id: z.uuid(), email: z.string() }).nullable().meta({ description: 'Of back-flow' }),
    sender: senderSchema.nullable().meta({ description: 'Null: nothing is stored about its sender' }),
    barcode: z
      .object({
        gtin: z.string(),
        gtin14: z.string(),
        type: z.enum(['gtin8', 'gtin12', 'gtin13', 'gtin14']).nullable(),
        pack_level: z.enum(['each', 'case']).nullable(),
        verdict: z.enum(['ok', 'warning', 'refused']),
        reason: z.string().nullable().meta({ example: 'demonstration' }),
        message: z.string().nullable(),
      })
      .nullable(),
    target: z
      .object({
        id: z.uuid(),
        name: z.string(),
        brand: z.string().nullable(),
        status: z.enum(['draft', 'active', 'archived']),
        version: z.number().int(),
        quality_score: z.number(),
        matched_by: z.enum(['gtin', 'product_id']),
        held_fields: z.array(z.string()).meta({
          description: 'Facts it has, by `field`: overriding one of them needs the role editor',
          example: ['name', 'net_content'],
        }),
      })
      .nullable()
      .meta({ description: 'The product an approval would complete; null: it would create one' }),
    comparison: z
      .array(factComparisonSchema)
      .meta({ description: 'What an approval would do with each submitted field, beside the current value' }),
    unusable: z
      .array(
        z.object({
          field: z.string().meta({
            description: 'As in `comparison` and in `decisions`, where `keep` leaves it out',
            example: 'brand',
          }),
          name: z.string().meta({ description: 'Its wire name', example: 'brand' }),
          value: z.unknown().nonoptional(),
          message: z.string().meta({ example: 'must have a letter or a digit' }),
        }),
      )
      .meta({
        description:
          'What was taken once and cannot be used now, such as a category that is gone: an approval overrides it, ' +
          'leaves it out by a decision to `keep`, or is refused',
      }),
    possible_duplicates: z
      .array(possibleDuplicateSchema)
      .meta({ description: 'Products that may be the same one, the most alike first' }),
    pending_twins: z.array(pendingTwinSchema).meta({
      description: 'Other pending submissions of the same barcode or name, the most alike first',
    }),
    other_entries: z
      .array(
        z.object({
          id: z.uuid(),
          source: sourceName,
          name: z.string().nullable(),
          created_at: z.iso.datetime(),
        }),
      )
      .meta({ description: 'Pending, for the same barcode' }),
    pictures: z.array(submittedPictureSchema).meta({ description: 'In the order in which they came' }),
    can_undo: z.boolean().meta({ description: 'It is decided, and the decision can be undone' }),
    history: z.array(
      z.object({
        seq: z.number().int(),
        at: z.iso.datetime(),
        action: z.string(),
        actor: z.string(),
        operator_email: z.string().nullable(),
        after: freeFormOrNull,
      }),
    ),
  })
  .meta({ id: 'SubmissionDetail' });

export const nextSubmissionSchema = z.object({
  submission: submissionDetailSchema.nullable().meta({ description: 'Null: that was the last one' }),
});

export const approveBodySchema = z.strictObject({
  target_product_id: z
    .uuid()
    .transform((id) => id.toLowerCase())
    .nullable()
    .optional()
    .meta({ description: 'The product to complete; null: create one; left out: `target` of the submission' }),
  version: z.number().int().positive().optional().meta({ description: 'Of the target, as it was shown' }),
  overrides: z
    .strictObject({ ...writtenFactsShape, msrp: newMsrpSchema.optional() })
    .optional()
    .meta({ description: 'The operator’s value instead; null: the product has no value' }),
  decisions: factDecisionsSchema.optional(),
  seen: seenSchema.optional(),
  confirmed_different: confirmedDifferentField,
  left_pictures: z
    .array(z.uuid())
    .max(MOST_PICTURES)
    .optional()
    .meta({ description: 'Pictures of the submission that are not taken over' }),
});

export const rejectReason = plainText(500);
export const rejectBodySchema = z.strictObject({ reason: rejectReason });

export const approvalSchema = z
  .object({
    id: z.uuid(),
    status: z.enum(['approved']),
    product_id: z.uuid(),
    is_new_product: z.boolean(),
    product_version: z.number().int(),
    quality_score: z.number(),
    changes: productChangeShape.changes,
    source_changes: productChangeShape.source_changes,
    fields: z.array(factComparisonSchema).meta({ description: 'What became of each submitted field' }),
  })
  .meta({ id: 'Approval' });

export const rejectionSchema = z
  .object({ id: z.uuid(), status: z.enum(['rejected']), reason: z.string() })
  .meta({ id: 'Rejection' });

export type SubmissionDetail = z.output<typeof submissionDetailSchema>;
export type ApproveBody = z.output<typeof approveBodySchema>;
export type Approval = z.output<typeof approvalSchema>;
export type Rejection = z.output<typeof rejectionSchema>;
