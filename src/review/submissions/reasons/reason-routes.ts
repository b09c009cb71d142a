import type { Db } from '../../../platform/db/client.ts';
import { adminRoutesOf } from '../../../platform/http/callers/admin-route.ts';
import { changeReason, createReason, orderReasons } from './change-reasons.ts';
import {
  newReasonSchema,
  reasonChangeSchema,
  reasonListSchema,
  reasonOrderSchema,
  reasonParamsSchema,
  reasonSchema,
} from './reason-contract.ts';
import { listReasons } from './reason-store.ts';

const adminRoute = adminRoutesOf({ tag: 'Review' });

/** Routes of ready-made reasons for rejections: reviewers use them, admins edit them. */
export function reasonRoutes({ db }: { db: Db }) {
  return [
    adminRoute('get', '/reject-reasons', 'listRejectReasons', {
      role: 'reviewer',
      summary: 'Ready-made reasons of rejections',
      response: reasonListSchema,
      handler: async () => ({ items: await listReasons(db) }),
    }),
    adminRoute('post', '/reject-reasons', 'createRejectReason', {
      role: 'admin',
      summary: 'Add a reason, as the last one',
      body: newReasonSchema,
      status: 201,
      response: reasonSchema,
      errors: ['already_exists', 'invalid_state'],
      handler: ({ author, body }) => createReason(db, author, body.text),
    }),
    adminRoute('patch', '/reject-reasons/{id}', 'changeRejectReason', {
      role: 'admin',
      summary: 'Change the text of a reason, retire it or bring it back',
      description: 'What was rejected with it keeps the text that its contributor has read.',
      params: reasonParamsSchema,
      body: reasonChangeSchema,
      response: reasonSchema,
      errors: ['not_found', 'already_exists'],
      handler: ({ author, params: { id }, body }) => changeReason(db, author, id, body),
    }),
    adminRoute('put', '/reject-reasons/order', 'orderRejectReasons', {
      role: 'admin',
      summary: 'Give the reasons another order',
      body: reasonOrderSchema,
      response: reasonListSchema,
      errors: ['invalid_state'],
      handler: async ({ author, body }) => ({ items: await orderReasons(db, author, body.ids) }),
    }),
  ];
}
