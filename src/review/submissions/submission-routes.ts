import { z } from 'zod';
import type { Addresses } from '../../access/limits/addresses.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { routesOf } from '../../platform/http/route.ts';
import { backflowBatchSchema, backflowResultSchema } from './backflow-contract.ts';
import { answerQuestion } from './messages/answer-question.ts';
import { answerSchema } from './messages/message-contract.ts';
import {
  newSubmissionSchema,
  ownSubmissionsQuery,
  ownSubmissionsSchema,
  submissionStatusSchema,
  takenSubmissionSchema,
} from './submission-contract.ts';
import { findSent, type SentDependencies } from './find-sent.ts';
import { findSubmissionStatus, listOwnSubmissions } from './submission-store.ts';
import { requireRoomForSubmission, type QueueCaps } from './queue-caps.ts';
import { takeBackflow } from './take-backflow.ts';
import { takeSubmission } from './take-submission.ts';

const route = routesOf({ tag: 'Contribution' });

const params = z.object({ id: pathId('Id of the submission', '01890a5d-ac96-774b-bcce-b302099a8057') });

const NO_SUBMISSION = 'There is no submission with this id, or it is malformed.';

/** Long, because 100 items are 100 transactions. */
const BATCH_DEADLINE_MS = 10_000;

interface SubmissionDependencies extends SentDependencies {
  queueCaps: QueueCaps;
  accounts: { addresses: Addresses };
}

/** Routes to send submissions and back-flow, and to read their outcome. */
export function submissionRoutes(deps: SubmissionDependencies) {
  const { db, queueCaps, accounts, pictureStorage } = deps;
  return [
    route('post', '/submissions', 'submitFacts', {
      summary: 'Submit a product, or a correction of one',
      description:
        'No login. It is reviewed; until then no product changes. A new product needs a name; for a known ' +
        '`gtin` or `product_id` any one other field is enough. 10 a minute and 200 a day from one address, ' +
        'and four times as many from one IPv6 /48.',
      body: newSubmissionSchema,
      bodyLimitBytes: 65_536,
      response: takenSubmissionSchema,
      status: 201,
      errors: ['invalid_gtin', 'duplicate_submission', 'forbidden', 'invalid_api_key', 'rate_limited'],
      errorTexts: {
        forbidden: 'Submissions with this `contact_email` are refused: `details.reason` is `sender_blocked`.',
      },
      cacheControl: 'no-store',
      unmetered: true,
      hasOwnLimit: true,
      takesIdempotencyKey: true,
      handler: ({ body, address, requestId, once }) =>
        once(async (keep) => {
          const { addresses } = accounts;
          await requireRoomForSubmission(db, queueCaps, await addresses.isGood(address));
          const sender = { addressName: await addresses.nameOf(address), requestId };
          return await takeSubmission(db, body, sender, keep);
        }),
    }),
    route('post', '/submissions/{id}/answer', 'answerQuestion', {
      summary: 'Answer the question that an operator asked about a submission',
      description:
        'With the `answer_token` of the submission. It counts as a submission for the limits of the address.',
      params,
      body: answerSchema,
      bodyLimitBytes: 16_384,
      response: z.object({ id: z.uuid() }),
      errors: ['not_found', 'forbidden', 'invalid_state', 'invalid_api_key', 'rate_limited'],
      errorTexts: {
        not_found: NO_SUBMISSION,
        forbidden: 'This is not the `answer_token` of the submission.',
        invalid_state:
          'No question is open: it was answered, or the submission is decided. Without `details` the submission is being decided or ' +
          'changed: repeat the call after a second.',
      },
      cacheControl: 'no-store',
      unmetered: true,
      hasOwnLimit: true,
      handler: async ({ params: { id }, body, requestId }) => {
        await answerQuestion(db, id, body, requestId);
        return { id };
      },
    }),
    route('get', '/submissions', 'listOwnSubmissions', {
      summary:
        'Outcomes of the back-flow of an account and of what its apps sent as to Open Food Facts, newest first',
      description:
        'Submissions to `POST /submissions` are not listed, because that call uses no key. With a key: it counts for its limit ' +
        'per minute and uses none of its quota.',
      query: ownSubmissionsQuery,
      response: ownSubmissionsSchema,
      errors: ['invalid_api_key', 'rate_limited'],
      needsKey: true,
      handler: async ({ query: { status, page, size }, caller }) => {
        if (caller?.kind !== 'key') throw new Error('the list of an account was reached without a key');
        return { ...(await listOwnSubmissions(db, caller.accountId, { status, page, size })), page, size };
      },
    }),
    route('get', '/submissions/{id}', 'getSubmission', {
      summary: 'The status of a submission',
      description: 'With its `answer_token`, also the submitted content.',
      params,
      requestHeaders: z.object({
        'X-Answer-Token': z.string().optional().meta({ description: 'The `answer_token` of the submission' }),
      }),
      response: submissionStatusSchema,
      errors: ['not_found', 'invalid_api_key', 'rate_limited'],
      errorTexts: { not_found: NO_SUBMISSION },
      unmetered: true,
      hasOwnLimit: true,
      handler: async ({ params: { id }, headers }) => {
        const status = await findSubmissionStatus(db, id);
        if (!status) throw new ApiError('not_found', 'There is no submission with this id.');
        const token = headers['x-answer-token'];
        const sent =
          typeof token === 'string' ? await findSent({ db, pictureStorage }, id, token) : undefined;
        return sent ? { ...status, sent } : status;
      },
    }),
    route('post', '/backflow', 'sendBackflow', {
      summary: 'Submit products that the catalogue may not have yet',
      description:
        'With a key. 1 to 100 items, judged one by one and answered in their order: `invalid`, `exists` (a product ' +
        'has the barcode), `duplicate` (it is pending already, or was in this batch), else `accepted` into the review ' +
        'queue. It counts for the limit per minute of the key and uses none of its quota. An account has a number of ' +
        'items that are accepted in a day and one that may be pending, by its tier. At the first item beyond, or when ' +
        'the queue is full, the call ends with 429 and `Retry-After`; `details.cap` is `per_day`, `pending` or `queue`, ' +
        'and `details.result` is the result of the items before, as of a 200.',
      body: backflowBatchSchema,
      bodyLimitBytes: 262_144,
      deadlineMs: BATCH_DEADLINE_MS,
      response: backflowResultSchema,
      errors: ['invalid_api_key', 'forbidden', 'rate_limited'],
      errorTexts: {
        forbidden:
          'The tier of the account may not send, or its submissions are refused: then `details.reason` is `sender_blocked`.',
      },
      cacheControl: 'no-store',
      needsKey: true,
      takesIdempotencyKey: true,
      handler: ({ body, caller, requestId, signal, once }) => {
        if (caller?.kind !== 'key') throw new Error('back-flow was reached without a key');
        const sender = { accountId: caller.accountId, requestId, signal, mostInQueue: queueCaps.backflow };
        return once(() => takeBackflow(db, body.items, sender));
      },
    }),
  ];
}
