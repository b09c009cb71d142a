import { z } from 'zod';

/** Submissions covered by the record of a contact address, which has no counters. */
export const MOST_OF_CONTACT = 1_000;
/** Number of approved submissions shown before a sender is blocked. */
export const MOST_APPROVED = 20;

/** Records by approval rate; `unproven` below MIN_DECIDED. */
export const RECORDS = ['good', 'fair', 'poor', 'unproven'] as const;
export const MIN_DECIDED = 10;
/** Shares of the decided submissions. */
export const GOOD_APPROVAL_RATE = 0.9;
export const POOR_APPROVAL_RATE = 0.5;

const count = z.number().int();

export const senderRecordSchema = z
  .object({
    pending: count,
    approved: count.meta({ description: 'By operators: what rules decide makes no record' }),
    rejected: count,
    taken_back: count.meta({ description: 'Decisions about its submissions that were taken back' }),
    approval_rate: z.number().nullable().meta({
      description: 'Approved share of the decided ones, 0 to 1; null: none is decided',
      example: 0.92,
    }),
    of_newest: count
      .nullable()
      .meta({ description: 'Null: the record covers all submissions; else this many of the newest' }),
  })
  .meta({ id: 'SenderRecord' });

const senderFields = {
  kind: z.enum(['account', 'contact']).meta({
    description:
      '`contact`: a stranger, by the contact address given with the submission, which is not verified',
  }),
  email: z.string(),
  blocked_at: z.iso.datetime().nullable().meta({ description: 'Since when its submissions are refused' }),
  record: senderRecordSchema,
};

export const senderSchema = z.object(senderFields).meta({ id: 'Sender' });

export const senderDetailSchema = z
  .object({
    ...senderFields,
    approved_entries: z
      .array(
        z.object({
          id: z.uuid(),
          name: z.string().nullable(),
          product_id: z.uuid().nullable(),
          reviewed_at: z.iso.datetime(),
        }),
      )
      .meta({ description: `The ${MOST_APPROVED} that came in last: blocking leaves them as they are` }),
    rejected_with_block: count.meta({
      description: 'Rejections made with the block that stand, and can be taken back with its `bulk_id`',
    }),
  })
  .meta({ id: 'SenderDetail' });

export const senderBlockBodySchema = z.strictObject({});

export const senderBlockSchema = z
  .object({
    blocked_at: z.iso.datetime().nullable().meta({ description: 'Null: its submissions are accepted again' }),
    bulk_id: z.uuid().meta({
      description:
        'For `/submissions/reject-matching`, which rejects pending ones, and `/submissions/bulk/undo`, which undoes that',
    }),
  })
  .meta({ id: 'SenderBlock' });

export type SenderRecord = z.output<typeof senderRecordSchema>;
export type Sender = z.output<typeof senderSchema>;
export type SenderDetail = z.output<typeof senderDetailSchema>;
export type SenderBlockAnswer = z.output<typeof senderBlockSchema>;
