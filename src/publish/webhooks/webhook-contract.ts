import { z } from 'zod';
import { CHALLENGE, WEBHOOK_EVENTS } from '../../platform/db/schema/webhooks.ts';
import { pageOf } from '../../platform/http/paging.ts';
import { OFF_AFTER_DAYS } from './switch-off-contract.ts';

export const MOST_WEBHOOKS = 5;
const MOST_URL_CHARACTERS = 1_000;

const url = z.string().max(MOST_URL_CHARACTERS).meta({
  format: 'uri',
  description: 'https, port 443 or 8443, a public address. Redirects are not followed',
  example: 'https://shop.example.org/hooks/factshelf',
});

const events = z
  .array(z.enum(WEBHOOK_EVENTS, { error: `must be one of ${WEBHOOK_EVENTS.join(', ')}` }))
  .min(1, 'must name at least one event')
  .max(WEBHOOK_EVENTS.length)
  .refine((names) => new Set(names).size === names.length, 'must name each event once')
  .meta({ uniqueItems: true, example: ['products.changed'] });

export const newWebhookSchema = z.strictObject({ url, events }).meta({ id: 'NewWebhook' });

export const webhookChangeSchema = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    active: z.boolean().optional().meta({
      description:
        '`false` switches it off; `true` sends the challenge, and switches it on when it is answered',
    }),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must change something')
  .meta({ id: 'WebhookChange', minProperties: 1 });

const webhookFields = {
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  state: z.enum(['unverified', 'active', 'off']).meta({
    description: '`unverified` until the challenge is answered: no other event is delivered before',
  }),
  off_reason: z
    .enum(['gone', 'failing', 'owner', 'operator'])
    .nullable()
    .meta({
      description: `Why it is off: it answered 410, it failed for ${OFF_AFTER_DAYS} days, or its owner or an operator switched it off`,
    }),
  off_at: z.iso.datetime().nullable(),
  failing_since: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'The first failure since the last accepted delivery' }),
  previous_secret_ends_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Until then deliveries are also signed with the previous secret' }),
  created_at: z.iso.datetime(),
};

export const webhookSchema = z.object(webhookFields).meta({ id: 'Webhook' });

export const webhookWithSecretSchema = z
  .object({
    ...webhookFields,
    secret: z.string().meta({
      pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
      description: 'The secret that signs deliveries. It is shown only once',
    }),
  })
  .meta({ id: 'WebhookWithSecret' });

export const webhookListSchema = z.object({ items: z.array(webhookSchema) }).meta({ id: 'WebhookList' });

export const deletedWebhookSchema = z
  .object({ id: z.uuid(), deleted: z.literal(true) })
  .meta({ id: 'DeletedWebhook' });

/** Why an attempt failed. */
export const FAILURES = [
  'status',
  'redirect',
  'challenge',
  'timeout',
  'name_not_found',
  'address_refused',
  'certificate',
  'connection',
] as const;

export type Failure = (typeof FAILURES)[number];

export const deliverySchema = z
  .object({
    id: z.uuid().meta({ description: '`webhook-id` of every attempt' }),
    event: z.enum([...WEBHOOK_EVENTS, CHALLENGE]),
    status: z.enum(['pending', 'delivered', 'failed']).meta({
      description: '`failed`: no further attempt is made, except by a replay',
    }),
    data: z.record(z.string(), z.unknown()).meta({ type: 'object', description: 'As it is sent' }),
    attempts: z.int().meta({ description: 'Since it was created or replayed' }),
    next_attempt_at: z.iso.datetime().nullable(),
    last_attempt_at: z.iso.datetime().nullable(),
    last_status: z.int().nullable().meta({ description: 'HTTP status of the last answer, if there was one' }),
    last_failure: z
      .enum(FAILURES)
      .nullable()
      .meta({
        description:
          'Why the last attempt failed: `status`: not 2xx; `redirect`: 3xx; `challenge`: not the `challenge` value; ' +
          '`address_refused`: the name resolves to an address that is not public',
      }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'WebhookDelivery' });

export const deliveryPageSchema = pageOf(deliverySchema).meta({ id: 'WebhookDeliveryPage' });

export type NewWebhook = z.output<typeof newWebhookSchema>;
export type WebhookChange = z.output<typeof webhookChangeSchema>;
export type Webhook = z.output<typeof webhookSchema>;
export type Delivery = z.output<typeof deliverySchema>;
