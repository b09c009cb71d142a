import { z } from 'zod';
import { pathId } from '../../../platform/http/path-id.ts';
import { rejectReason } from '../../decisions/review-contract.ts';

/** Active and retired reasons together. */
export const MAX_REASONS = 100;

export const reasonSchema = z
  .object({
    id: z.uuid(),
    text: z.string().meta({ description: 'What the contributor reads', example: 'This is not a product.' }),
    retired_at: z.iso.datetime().nullable().meta({ description: 'Since when it is no longer used' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'RejectReason' });

export const reasonListSchema = z
  .object({ items: z.array(reasonSchema).meta({ description: 'In their order; retired ones last' }) })
  .meta({ id: 'RejectReasonList' });

export const reasonParamsSchema = z.object({
  id: pathId('Id of the reason', '0199f2a0-0000-7000-8000-000000000001'),
});

export const newReasonSchema = z.strictObject({ text: rejectReason }).meta({ id: 'NewRejectReason' });

export const reasonChangeSchema = z
  .strictObject({ text: rejectReason, retired: z.boolean() })
  .partial()
  .meta({ id: 'RejectReasonChange' });

export const reasonOrderSchema = z
  .strictObject({ ids: z.array(z.uuid().transform((id) => id.toLowerCase())).max(MAX_REASONS) })
  .meta({ id: 'RejectReasonOrder', description: 'Each that is not retired, once' });

export type Reason = z.output<typeof reasonSchema>;
export type ReasonChange = z.output<typeof reasonChangeSchema>;
