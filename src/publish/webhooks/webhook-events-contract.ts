import { z } from 'zod';
import { CHALLENGE, WEBHOOK_EVENTS } from '../../platform/db/schema/webhooks.ts';

const submission = <Status extends string>(status: Status) =>
  z.object({
    id: z.uuid().meta({ description: 'The submission' }),
    status: z.literal(status),
    reason: z.string().nullable(),
    product_id: z.uuid().nullable(),
    reviewed_at: z.iso.datetime().nullable(),
  });
const cursor = z.string().meta({ example: 'c1.5f0c1d9a7b3e.20481' });

/** `data` of each event. */
const DATA: Record<(typeof WEBHOOK_EVENTS)[number] | typeof CHALLENGE, { summary: string; data: z.ZodType }> =
  {
    [CHALLENGE]: {
      summary: 'Answer with `challenge` as the whole body to prove that the address wants events',
      data: z.object({ challenge: z.string() }),
    },
    'products.changed': {
      summary: 'Products changed: read them from `/changes`, from `from` to `to`',
      data: z.object({
        from: cursor,
        to: cursor,
        count: z.int().meta({ description: 'Changed products' }),
        products: z.array(z.uuid()).meta({ description: 'The first 100 of them' }),
      }),
    },
    'submission.approved': {
      summary: 'A submission of the account was approved',
      data: submission('approved'),
    },
    'submission.rejected': {
      summary: 'A submission of the account was rejected',
      data: submission('rejected'),
    },
    'submission.reopened': {
      summary: 'An operator took a decision back',
      data: submission('pending'),
    },
  };

/** Each event with the body of its delivery. */
export const WEBHOOK_BODIES = Object.entries(DATA).map(([event, { summary, data }]) => ({
  event,
  summary,
  body: z.object({ type: z.literal(event), timestamp: z.iso.datetime(), data }),
}));
