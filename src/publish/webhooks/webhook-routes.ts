import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import type { CheckedCaller } from '../../platform/http/callers/caller.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import { describeWrite, type Write } from '../../platform/http/idempotency/run-once.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { routesOf } from '../../platform/http/route.ts';
import type { Author } from '../../platform/audit/audit-store.ts';
import {
  changeWebhook,
  createWebhook,
  noSuchWebhook,
  removeWebhook,
  replayDelivery,
  rotateSecret,
} from './change-webhooks.ts';
import { describeDelivery, describeWebhook } from './describe-webhook.ts';
import { listDeliveries } from './delivery-store.ts';
import type { Networks } from '../../platform/outbound/may-connect.ts';
import {
  deletedWebhookSchema,
  deliveryPageSchema,
  deliverySchema,
  newWebhookSchema,
  webhookChangeSchema,
  webhookListSchema,
  webhookSchema,
  webhookWithSecretSchema,
} from './webhook-contract.ts';
import { formatSecret } from './webhook-secret.ts';
import type { AdmitChange } from '../../access/accounts/account-dependencies.ts';
import { findWebhook, listWebhooks, type StoredWebhook } from './webhook-store.ts';

interface WebhookDependencies {
  db: Db;
  /** Networks that webhooks may call besides public addresses. */
  webhookNetworks: Networks;
  accounts: { admitChange: AdmitChange };
}

const route = routesOf({ tag: 'Webhooks', needsKey: true, cacheControl: 'no-store' });
const id = pathId('Id of the webhook', '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38');
const params = z.object({ id });
const deliveryParams = z.object({
  id,
  delivery: pathId('Id of the delivery', '5f0f1f6e-9a51-4c8e-8b1b-1c2d3e4f5a6b'),
});

/** The routes with which an account manages its own webhooks. Webhooks of other accounts are answered 404. */
export function webhookRoutes({ db, webhookNetworks, accounts }: WebhookDependencies) {
  return [
    route('post', '/webhooks', 'createWebhook', {
      summary: 'Create a webhook: changes are sent to your address',
      description:
        'Five for an account, changed at most 50 times a day. Signed as [Standard Webhooks](https://www.standardwebhooks.com) specifies; the secret is shown ' +
        'once. First a `webhook.challenge` is sent. Answer it with 2xx and `data.challenge` as the whole body: ' +
        'no other event is delivered before. The challenge is retried by the schedule, and sent again by a replay.',
      body: newWebhookSchema,
      response: webhookWithSecretSchema,
      status: 201,
      errors: ['invalid_api_key', 'rate_limited', 'invalid_state'],
      takesIdempotencyKey: true,
      handler: ({ body, caller, requestId, once }) => {
        const { accountId, author } = holderOf(caller, requestId);
        const write: Write<StoredWebhook> = async (keep) => {
          await accounts.admitChange(accountId, 'key');
          return await createWebhook(db, accountId, body, { permitted: webhookNetworks, author, keep });
        };
        return once(describeWrite(write, describeWithSecret));
      },
    }),
    route('get', '/webhooks', 'listWebhooks', {
      summary: 'Your webhooks and their state',
      response: webhookListSchema,
      errors: ['invalid_api_key', 'rate_limited'],
      handler: async ({ caller }) => {
        const items = await listWebhooks(db, holderOf(caller).accountId);
        return { items: items.map((webhook) => describeWebhook(webhook)) };
      },
    }),
    route('get', '/webhooks/{id}', 'getWebhook', {
      summary: 'One of your webhooks',
      params,
      response: webhookSchema,
      errors: ['invalid_api_key', 'rate_limited', 'not_found'],
      handler: async ({ params: { id: webhookId }, caller }) =>
        describeWebhook(await requireOwn(db, webhookId, holderOf(caller).accountId)),
    }),
    route('patch', '/webhooks/{id}', 'changeWebhook', {
      summary: 'Change its address or events, switch it off or on',
      description:
        'After a change of the address, and when it is switched on, it has to answer a new challenge. It gets ten a day at most.',
      params,
      body: webhookChangeSchema,
      response: webhookSchema,
      errors: ['invalid_api_key', 'rate_limited', 'not_found', 'invalid_state'],
      handler: async ({ params: { id: webhookId }, body, caller, requestId }) => {
        const { accountId, author } = holderOf(caller, requestId);
        await accounts.admitChange(accountId, 'key');
        const name = { id: webhookId, accountId };
        return describeWebhook(await changeWebhook(db, name, body, webhookNetworks, author));
      },
    }),
    route('delete', '/webhooks/{id}', 'deleteWebhook', {
      summary: 'Delete a webhook and its deliveries',
      params,
      response: deletedWebhookSchema,
      errors: ['invalid_api_key', 'rate_limited', 'not_found'],
      handler: async ({ params: { id: webhookId }, caller, requestId }) => {
        const { accountId, author } = holderOf(caller, requestId);
        await removeWebhook(db, { id: webhookId, accountId }, author);
        return { id: webhookId, deleted: true as const };
      },
    }),
    route('post', '/webhooks/{id}/secret', 'rotateWebhookSecret', {
      summary: 'Get a new secret; for a day deliveries are signed with both',
      params,
      response: webhookWithSecretSchema,
      errors: ['invalid_api_key', 'rate_limited', 'not_found'],
      handler: async ({ params: { id: webhookId }, caller, requestId }) => {
        const { accountId, author } = holderOf(caller, requestId);
        await accounts.admitChange(accountId, 'key');
        return describeWithSecret(await rotateSecret(db, { id: webhookId, accountId }, author));
      },
    }),
    route('get', '/webhooks/{id}/deliveries', 'listWebhookDeliveries', {
      summary: 'Sent and pending deliveries, newest first; kept for 30 days',
      params,
      query: z.object(pagingQuery),
      response: deliveryPageSchema,
      errors: ['invalid_api_key', 'rate_limited', 'not_found'],
      handler: async ({ params: { id: webhookId }, query, caller }) => {
        await requireOwn(db, webhookId, holderOf(caller).accountId);
        const { items, total } = await listDeliveries(db, webhookId, query);
        return { items: items.map(describeDelivery), ...query, total };
      },
    }),
    route('post', '/webhooks/{id}/deliveries/{delivery}/replay', 'replayWebhookDelivery', {
      summary: 'Send a delivery again, at once and under the same id',
      params: deliveryParams,
      response: deliverySchema,
      errors: ['invalid_api_key', 'rate_limited', 'not_found', 'invalid_state'],
      handler: async ({ params: { id: webhookId, delivery }, caller, requestId }) => {
        const { accountId, author } = holderOf(caller, requestId);
        return describeDelivery(await replayDelivery(db, { id: webhookId, accountId }, delivery, author));
      },
    }),
  ];
}

function holderOf(
  caller: CheckedCaller | undefined,
  requestId?: string,
): { accountId: string; author: Author } {
  // The router’s guard has refused callers without a key.
  if (caller?.kind !== 'key') throw new Error('webhooks were reached without a key');
  const { accountId } = caller;
  return { accountId, author: { actor: `account:${accountId}`, ...(requestId ? { requestId } : {}) } };
}

async function requireOwn(db: Db, webhookId: string, accountId: string): Promise<StoredWebhook> {
  const webhook = await findWebhook(db, { id: webhookId, accountId });
  if (!webhook) throw noSuchWebhook();
  return webhook;
}

function describeWithSecret(webhook: StoredWebhook) {
  return { ...describeWebhook(webhook), secret: formatSecret(webhook.secret) };
}
