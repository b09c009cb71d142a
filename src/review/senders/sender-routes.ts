import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import { findAccountEmail } from '../../access/accounts/account-store.ts';
import { noSuchSubmission } from '../decisions/require-open-submission.ts';
import { findSubmission } from '../decisions/review-store.ts';
import { blockSender, unblockSender, type BlockSubject } from './block-sender.ts';
import { describeSender, keyOf } from './find-sender.ts';
import type { SenderKey } from './sender-block-store.ts';
import { senderBlockBodySchema, senderBlockSchema, senderDetailSchema } from './sender-contract.ts';

const ID = '0199c8a1-3f2e-7b64-9d21-5a7c0e4f1b38';

/** A sender is blocked through a submission. Admins, who alone see accounts, may block an account directly. */
const PLACES = [
  { entity: 'submission', of: 'OfSubmission', path: '/submissions/{id}', reader: 'reviewer', role: 'editor' },
  { entity: 'account', of: 'OfAccount', path: '/accounts/{id}', reader: 'admin', role: 'admin' },
] as const;

/** Routes that show a sender's record, and block or unblock the sender. */
export function senderRoutes({ db }: { db: Db }) {
  return PLACES.flatMap(({ entity, of, path, reader, role }) => {
    const adminRoute = adminRoutesOf({ tag: entity === 'account' ? 'Accounts' : 'Review' });
    const params = z.object({ id: pathId(`Id of the ${entity}`, ID) });
    const find = async (id: string): Promise<{ key: SenderKey; subject: BlockSubject }> => ({
      key: entity === 'account' ? await findAccountKey(db, id) : await findSenderKey(db, id),
      subject: { entity, entityId: id },
    });
    return [
      adminRoute('get', `${path}/sender`, `getSender${of}`, {
        params,
        role: reader,
        summary: 'A sender’s record, and the approved submissions that a block leaves unchanged',
        response: senderDetailSchema,
        errors: ['not_found', 'invalid_state'],
        handler: async ({ params: { id } }) => {
          const sender = await describeSender(db, (await find(id)).key);
          if (!sender) throw new ApiError('not_found', 'Its account is gone.');
          return sender;
        },
      }),
      ...(['block', 'unblock'] as const).map((verb) =>
        adminRoute('post', `${path}/sender/${verb}`, `${verb}Sender${of}`, {
          params,
          role,
          summary:
            verb === 'block'
              ? 'Refuse further submissions of a sender; reject those that wait with the `bulk_id` of the answer'
              : 'Accept its submissions again; rejected ones stay rejected until that is undone',
          body: senderBlockBodySchema,
          response: senderBlockSchema,
          errors: ['not_found', 'invalid_state'],
          handler: async ({ params: { id }, author }) => {
            const { key, subject } = await find(id);
            return await (verb === 'block' ? blockSender : unblockSender)(db, key, subject, author);
          },
        }),
      ),
    ];
  });
}

async function findSenderKey(db: Db, id: string): Promise<SenderKey> {
  const submission = await findSubmission(db, id);
  if (!submission) throw noSuchSubmission();
  const key = keyOf(submission.row);
  if (!key) {
    throw new ApiError('invalid_state', 'Nothing is stored about the sender of this submission.', {
      details: { reason: 'unknown_sender' },
    });
  }
  return key;
}

async function findAccountKey(db: Db, accountId: string): Promise<SenderKey> {
  if ((await findAccountEmail(db, accountId)) === undefined) {
    throw new ApiError('not_found', `There is no account ${accountId}.`);
  }
  return { accountId };
}
