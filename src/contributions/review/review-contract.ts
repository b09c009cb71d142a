import { z } from 'zod';
import { offeredMsrpSchema } from '../../catalog/msrp/msrp-contract.ts';
import {
  confirmedDifferentField,
  pendingTwinSchema,
  possibleDuplicateSchema,
} from '../duplicates/duplicates-contract.ts';
import { messageSchema } from '../messages/message-contract.ts';
import { factComparisonSchema, factDecisionsSchema } from '../../facts/registry/product-facts-contract.ts';
import { writtenFactsShape } from '../../facts/registry/fact-shapes-contract.ts';
import { plainText } from '../../text/text-contract.ts';
import { freeForm, freeFormOrNull } from '../../http/free-form.ts';
import { pageOf, pagingQuery } from '../../http/paging.ts';
import { productChangeShape } from '../../catalog/difference/product-change-contract.ts';
import { seenSchema } from './preview-contract.ts';

/** So long an entry is kept for whoever claimed it. */
export const CLAIM_MINUTES = 15;

const sourceName = z.enum(['public', 'backflow']);
const stateName = z.enum(['pending', 'approved', 'rejected']);
const yesOrNo = z.enum(['true', 'false']).transform((value) => value === 'true');
export const entryAge = z
  .string()
  .regex(/^[1-9]\d{0,3}[hd]$/, 'must be hours or days, such as 12h or 7d')
  .optional();

export const queueFilters = {
  state: z.enum(['pending', 'approved', 'rejected', 'all']).default('pending'),
  source: sourceName.optional(),
  account_id: z.uuid().optional().meta({ description: 'Sent as back-flow with a key of this account' }),
  kind: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be the code of a kind, or none')
    .optional()
    .meta({ description: 'Archive kind, or `none` where it is not known', example: 'food' }),
  older_than: entryAge.meta({ description: 'Came in longer ago than this', example: '7d' }),
  newer_than: entryAge.meta({ description: 'Came in within this time', example: '12h' }),
  has_gtin: yesOrNo.optional().meta({ type: 'string', enum: ['true', 'false'] }),
  claimed_by: z
    .union([z.enum(['me', 'nobody', 'others']), z.uuid()])
    .optional()
    .meta({ description: '`me`, `nobody`, `others` or the id of an operator', example: 'nobody' }),
  waiting: yesOrNo.optional().meta({
    type: 'string',
    enum: ['true', 'false'],
    description: 'Whether a question to the contributor is open',
  }),
  q: plainText(200).optional().meta({ description: 'Part of the name or brand, or of the barcode' }),
  sort: z.enum(['oldest', 'newest']).default('oldest'),
};

export const queueQuerySchema = z.object({ ...queueFilters, ...pagingQuery });
export const nextQuerySchema = z.object({
  ...queueFilters,
  after: z.uuid().optional().meta({ description: 'The entry that is being worked on' }),
});

const claimSchema = z
  .object({
    operator_id: z.uuid(),
    email: z.string(),
    claimed_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'Claim' });

const entryFields = {
  id: z.uuid(),
  source: sourceName,
  status: stateName,
  kind: z.string().nullable().meta({ description: 'Archive kind, where category or product tell it' }),
  gtin: z.string().nullable(),
  product_id: z.uuid().nullable().meta({ description: 'The product the contributor named by id' }),
  product_name: z.string().nullable().meta({ description: 'Of the product it is about, if there is one' }),
  name: z.string().nullable(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
  fields: z.array(z.string()).meta({ description: 'What is offered, by wire names' }),
  claim: claimSchema.nullable().meta({ description: 'Who works on it now' }),
  asked_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Since when it waits for an answer of the contributor' }),
  created_at: z.iso.datetime(),
  reviewed_at: z.iso.datetime().nullable(),
  reviewed_by: z.string().nullable().meta({ description: 'E-mail of the operator' }),
  reason: z.string().nullable().meta({ description: 'Why it was rejected' }),
  result_product_id: z.uuid().nullable().meta({ description: 'The product created or completed' }),
};

export const queueEntrySchema = z.object(entryFields).meta({ id: 'QueueEntry' });
export const queuePageSchema = pageOf(queueEntrySchema)
  .extend({
    total_at_least: z.boolean().meta({ description: 'Counting stopped: there may be more than `total`' }),
  })
  .meta({ id: 'QueuePage' });

export const queueCountsSchema = z
  .object({
    state: z.record(z.string(), z.number()).meta({ example: { pending: 12, approved: 340, rejected: 8 } }),
    source: z.record(z.string(), z.number()),
    kind: z.record(z.string(), z.number()).meta({ description: '`none`: not known' }),
    gtin: z.object({ with: z.number(), without: z.number() }),
    claim: z.object({ me: z.number(), others: z.number(), nobody: z.number() }),
    age: z.object({ under_1d: z.number(), under_7d: z.number(), over_7d: z.number() }),
    sender: z
      .array(z.object({ account_id: z.uuid(), email: z.string(), pending: z.number() }))
      .meta({ description: 'The ten accounts with most pending back-flow' }),
    at_least: z.array(z.enum(['kind', 'age'])).meta({
      description: 'Counting of these stopped, as there are too many entries: each may have more',
    }),
  })
  .meta({ id: 'QueueCounts' });

export const submissionDetailSchema = z
  .object({
    ...entryFields,
    can_ask: z.boolean().meta({ description: 'Its contributor has a token to answer with' }),
    messages: z.array(messageSchema).meta({ description: 'Notes, questions and answers, the oldest first' }),
    content: freeForm.meta({ description: 'As it was offered: untrusted text, to be shown as text' }),
    contact_email: z.string().nullable(),
    account: z.object({ id: z.uuid(), email: z.string() }).nullable().meta({ description: 'Of back-flow' }),
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
          description: 'Facts it has, by `field`: overriding one of them takes the role editor',
          example: ['name', 'net_content'],
        }),
      })
      .nullable()
      .meta({ description: 'The product an approval would complete; null: it would create one' }),
    comparison: z
      .array(factComparisonSchema)
      .meta({ description: 'What would become of each offered field, beside what the product has now' }),
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
      description: 'Other pending entries of the same barcode or name, the most alike first',
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
    can_undo: z.boolean().meta({ description: 'It is decided, and what a way back takes is stored' }),
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

export const claimBodySchema = z.strictObject({
  force: z.boolean().default(false).meta({ description: 'Take it from whoever has it' }),
});
export const releaseBodySchema = z.strictObject({});
export const claimAnswerSchema = z.object({
  id: z.uuid(),
  claim: claimSchema.nullable().meta({ description: 'Null: nobody works on it' }),
});

export const approveBodySchema = z.strictObject({
  target_product_id: z
    .uuid()
    .transform((id) => id.toLowerCase())
    .nullable()
    .optional()
    .meta({ description: 'The product to complete; null: create one; left out: `target` of the entry' }),
  version: z.number().int().positive().optional().meta({ description: 'Of the target, as it was shown' }),
  overrides: z
    .strictObject({ ...writtenFactsShape, msrp: offeredMsrpSchema.optional() })
    .optional()
    .meta({ description: 'What the operator says instead; null says that there is none' }),
  decisions: factDecisionsSchema.optional(),
  seen: seenSchema.optional(),
  confirmed_different: confirmedDifferentField,
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
    fields: z.array(factComparisonSchema).meta({ description: 'What became of each offered field' }),
  })
  .meta({ id: 'Approval' });

export const rejectionSchema = z
  .object({ id: z.uuid(), status: z.enum(['rejected']), reason: z.string() })
  .meta({ id: 'Rejection' });

export type QueueQuery = z.output<typeof queueQuerySchema>;
export type QueueFilters = Omit<QueueQuery, 'page' | 'size'>;
export type QueueEntry = z.output<typeof queueEntrySchema>;
export type QueueCounts = z.output<typeof queueCountsSchema>;
export type Claim = z.output<typeof claimSchema>;
export type SubmissionDetail = z.output<typeof submissionDetailSchema>;
export type ApproveBody = z.output<typeof approveBodySchema>;
export type Approval = z.output<typeof approvalSchema>;
export type Rejection = z.output<typeof rejectionSchema>;
