import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { adminRoutesOf, LONG_DEADLINE_MS } from '../../platform/http/callers/admin-route.ts';
import { reviewerOf } from '../decisions/require-open-submission.ts';
import { undoBodySchema, undoBulkBodySchema, undoBulkResultSchema, undoneSchema } from './undo-contract.ts';
import { undoInBulk } from './undo-in-bulk.ts';
import { undoSubmission } from './undo-submission.ts';

const adminRoute = adminRoutesOf({ role: 'reviewer', tag: 'Review' });
const params = z.object({ id: pathId('Id of the submission', '01890a5d-ac96-774b-bcce-b302099a8057') });

/** Routes that undo decisions. */
export function undoRoutes({ db }: { db: Db }) {
  return [
    adminRoute('post', '/submissions/bulk/undo', 'undoBulkDecision', {
      summary: 'Take back the decisions of a bulk, the newest first; call again while there is a `cursor`',
      body: undoBulkBodySchema,
      response: undoBulkResultSchema,
      errors: ['not_found'],
      deadlineMs: LONG_DEADLINE_MS,
      handler: ({ body, signal, ...self }) => undoInBulk(db, body, reviewerOf(self), signal),
    }),
    adminRoute('post', '/submissions/{id}/undo', 'undoDecision', {
      summary:
        'Take a decision back: the submission is pending again, and what an approval wrote is as before',
      description:
        'For the operator who decided it, and for editors. A value that another operator has changed, confirmed or decided about ' +
        'since is never overwritten: then nothing is taken back, and `details.fields` of the 409 `invalid_state` names ' +
        'the values and who changed them. A product that the approval had created is deleted.',
      params,
      body: undoBodySchema,
      response: undoneSchema,
      errors: ['not_found', 'invalid_state', 'duplicate_submission'],
      handler: ({ params: { id }, ...self }) => undoSubmission(db, id, reviewerOf(self)),
    }),
  ];
}
