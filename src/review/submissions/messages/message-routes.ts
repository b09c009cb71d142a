import { z } from 'zod';
import type { Db } from '../../../platform/db/client.ts';
import { pathId } from '../../../platform/http/path-id.ts';
import { adminRoute } from '../../../platform/http/callers/admin-route.ts';
import { ANSWER_DAYS, messageSchema, newMessageSchema } from './message-contract.ts';
import { askContributor, writeNote } from './write-message.ts';

const params = z.object({ id: pathId('Id of the submission', '01890a5d-ac96-774b-bcce-b302099a8057') });
const REVIEW = {
  role: 'reviewer',
  tag: 'Review',
  method: 'post',
  params,
  body: newMessageSchema,
  response: messageSchema,
  status: 201,
  errors: ['not_found', 'invalid_state'],
} as const;

/** Routes for operators' notes about a submission, and questions to its sender. */
export function messageRoutes({ db }: { db: Db }) {
  return [
    adminRoute({
      ...REVIEW,
      errors: [...REVIEW.errors],
      path: '/submissions/{id}/notes',
      operationId: 'writeNote',
      summary: 'Note something for the other operators',
      handler: ({ params: { id }, body: { text }, operator, author }) =>
        writeNote(db, id, text, { operatorId: operator.id, author }),
    }),
    adminRoute({
      ...REVIEW,
      errors: [...REVIEW.errors],
      path: '/submissions/{id}/questions',
      operationId: 'askContributor',
      summary: `Ask the contributor; the submission waits until the answer is there, ${ANSWER_DAYS} days at most`,
      handler: ({ params: { id }, body: { text }, operator, author }) =>
        askContributor(db, id, text, { operatorId: operator.id, author }),
    }),
  ];
}
