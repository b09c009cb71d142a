import { z } from 'zod';
import { rejectBodySchema } from '../review-contract.ts';
import { queueFilters } from '../../queue/queue-contract.ts';

const { source, account_id, contact_of, kind, older_than, newer_than, q } = queueFilters;

export const rejectMatchingBodySchema = z
  .strictObject({
    filter: z
      .strictObject({
        source,
        account_id,
        contact_of,
        kind,
        older_than,
        newer_than,
        has_gtin: z.boolean().optional(),
        claimed_by: z.enum(['me', 'nobody']).optional(),
        waiting: z
          .boolean()
          .optional()
          .meta({ description: 'False leaves those that wait for an answer; says nothing alone' }),
        q,
      })
      .refine(
        (filter) => Object.entries(filter).some(([name, value]) => name !== 'waiting' && value !== undefined),
        {
          error: 'must say which submissions to reject',
        },
      )
      .meta({ description: 'As in the list of the queue; of pending submissions only' }),
    reason: rejectBodySchema.shape.reason.optional().meta({ description: 'Required unless `dry_run`' }),
    up_to: z.iso
      .datetime()
      .optional()
      .meta({ description: '`up_to` of the dry run: what came in later stays. Required unless `dry_run`' }),
    bulk_id: z
      .uuid()
      .optional()
      .meta({ description: 'Of the call before: together they are taken back as one' }),
    dry_run: z.boolean().default(false),
  })
  .superRefine(({ dry_run: isDryRun, ...body }, context) => {
    for (const name of ['reason', 'up_to'] as const) {
      if (!isDryRun && body[name] === undefined) {
        context.addIssue({ code: 'custom', path: [name], message: 'is required' });
      }
    }
  });

export const rejectMatchingResultSchema = z
  .object({
    dry_run: z.boolean(),
    bulk_id: z.uuid().nullable().meta({ description: 'Takes them back together; null in a dry run' }),
    up_to: z.iso.datetime(),
    rejected: z.number().int().meta({ description: 'By this call' }),
    remaining: z.number().int().meta({ description: 'Still to be rejected: call again' }),
    claimed: z.number().int().meta({ description: 'Match, and stay: another operator works on them' }),
  })
  .meta({ id: 'RejectMatchingResult' });

export type RejectMatchingBody = z.output<typeof rejectMatchingBodySchema>;
export type RejectMatchingResult = z.output<typeof rejectMatchingResultSchema>;
