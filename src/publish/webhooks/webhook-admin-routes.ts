import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import { noSuchWebhook, replayDelivery, switchOff } from './change-webhooks.ts';
import { describeDelivery, describeWebhook } from './describe-webhook.ts';
import { listDeliveries } from './delivery-store.ts';
import { deliveryPageSchema, deliverySchema, webhookListSchema, webhookSchema } from './webhook-contract.ts';
import { findWebhook, listWebhooks } from './webhook-store.ts';

const adminRoute = adminRoutesOf({ role: 'admin', tag: 'Webhooks' });
const ID = '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38';
const id = pathId('Id of the webhook', ID);
const params = z.object({ id });

/** The routes with which operators see and change the webhooks of accounts. */
export function webhookAdminRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/accounts/{id}/webhooks', 'listAccountWebhooks', {
      summary: 'The webhooks of an account and their state',
      params: z.object({ id: pathId('Id of the account', ID) }),
      response: webhookListSchema,
      handler: async ({ params: { id: accountId } }) => {
        const items = await listWebhooks(db, accountId);
        return { items: items.map((webhook) => describeWebhook(webhook)) };
      },
    }),
    adminRoute('get', '/webhooks/{id}/deliveries', 'listDeliveries', {
      summary: 'Sent and pending deliveries, newest first; kept for 30 days',
      params,
      query: z.object(pagingQuery),
      response: deliveryPageSchema,
      errors: ['not_found'],
      handler: async ({ params: { id: webhookId }, query }) => {
        if (!(await findWebhook(db, { id: webhookId }))) throw noSuchWebhook();
        const { items, total } = await listDeliveries(db, webhookId, query);
        return { items: items.map(describeDelivery), ...query, total };
      },
    }),
    adminRoute('post', '/webhooks/{id}/deliveries/{delivery}/replay', 'replayDelivery', {
      summary: 'Send a delivery again, at once and under the same id',
      params: z.object({ id, delivery: pathId('Id of the delivery', ID) }),
      response: deliverySchema,
      errors: ['not_found', 'invalid_state'],
      handler: async ({ params: { id: webhookId, delivery }, author }) =>
        describeDelivery(await replayDelivery(db, { id: webhookId }, delivery, author)),
    }),
    adminRoute('post', '/webhooks/{id}/switch-off', 'switchOffWebhook', {
      summary: 'Switch a webhook off; its owner may switch it on again',
      params,
      response: webhookSchema,
      errors: ['not_found', 'invalid_state'],
      handler: async ({ params: { id: webhookId }, author }) =>
        describeWebhook(await switchOff(db, { id: webhookId }, author)),
    }),
  ];
}
