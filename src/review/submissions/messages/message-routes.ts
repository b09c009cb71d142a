import { z } from 'zod';
import type { Db } from '../../../platform/db/client.ts';
import { pathId } from '../../../platform/http/path-id.ts';
import { adminRoutesOf } from '../../../platform/http/callers/admin-route.ts';
import { ANSWER_DAYS, messageSchema, newMessageSchema } from './message-contract.ts';
import { askContributor, writeNote } from './write-message.ts';

const params = z.object({ id: pathId('Id of the submission', '01890a5d-ac96-774b-bcce-b302099a8057') });
const adminRoute = adminRoutesOf({
  role: 'reviewer',
  tag: 'Review',
  status: 201,
  errors: ['not_found', 'invalid_state'],
});

/** Routes for operators' notes about a submission, and questions to its sender. */
export function messageRoutes({ db }: { db: Db }) {
  return [
    adminRoute('post', '/submissions/{id}/notes', 'writeNote', {
      summary: 'Note something for the other operators',
      params,
      body: newMessageSchema,
      response: messageSchema,
      handler: ({ params: { id }, body: { text }, operator, author }) =>
        writeNote(db, id, text, { operatorId: operator.id, author }),
    }),
    adminRoute('post', '/submissions/{id}/questions', 'askContributor', {
      summary: `Ask the contributor; the submission waits until the answer is there, ${ANSWER_DAYS} days at most`,
      params,
      body: newMessageSchema,
      response: messageSchema,
      handler: ({ params: { id }, body: { text }, operator, author }) =>
        askContributor(db, id, text, { operatorId: operator.id, author }),
    }),
  ];
}
