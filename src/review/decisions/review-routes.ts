import { z } from 'zod';
import type { Db } from '../../platform/db/client.ts';
import { pathId } from '../../platform/http/path-id.ts';
import { adminRoutesOf } from '../../platform/http/callers/admin-route.ts';
import type { SearchProducts } from '../../search/search-products.ts';
import { approveSubmission, previewApproval } from './approve-submission.ts';
import { assignBodySchema, assignmentSchema } from '../queue/assign-contract.ts';
import {
  claimNext,
  claimSubmission,
  releaseSubmission,
  assignSubmissions,
} from '../queue/claim-submission.ts';
import { decideInBulk } from './bulk/decide-in-bulk.ts';
import { describeSubmission } from './describe-submission.ts';
import { countQueue } from '../queue/queue-count-store.ts';
import { findNextId } from '../queue/next-submission-store.ts';
import { listQueue } from '../queue/queue-store.ts';
import { rejectMatchingBodySchema, rejectMatchingResultSchema } from './bulk/reject-matching-contract.ts';
import { rejectMatching } from './bulk/reject-matching.ts';
import { rejectSubmission } from './reject-submission.ts';
import { reviewerOf } from './require-open-submission.ts';
import { approvalPreviewSchema } from './preview-contract.ts';
import {
  approvalSchema,
  approveBodySchema,
  nextSubmissionSchema,
  rejectBodySchema,
  rejectionSchema,
  submissionDetailSchema,
} from './review-contract.ts';
import {
  claimAnswerSchema,
  claimBodySchema,
  nextQuerySchema,
  queueCountsSchema,
  queueFilters,
  queuePageSchema,
  queueQuerySchema,
  releaseBodySchema,
  takeNextBodySchema,
  claimedSubmissionSchema,
  CLAIM_MINUTES,
} from '../queue/queue-contract.ts';
import { bulkBodySchema, bulkResultSchema } from './bulk/bulk-decision-contract.ts';

interface ReviewDependencies {
  db: Db;
  searchProducts: SearchProducts;
}

const adminRoute = adminRoutesOf({ role: 'reviewer', tag: 'Review' });
/** Long, because 500 decisions are 500 transactions. */
const BULK_DEADLINE_MS = 60_000;
const params = z.object({ id: pathId('Id of the submission', '01890a5d-ac96-774b-bcce-b302099a8057') });

/** Routes of the review queue: lists, claims and decisions of submissions. */
export function reviewRoutes(deps: ReviewDependencies) {
  const { db } = deps;
  return [
    adminRoute('get', '/submissions', 'listSubmissions', {
      summary: 'The review queue: pending submissions, the oldest first unless `sort` says otherwise',
      query: queueQuerySchema,
      response: queuePageSchema,
      handler: async ({ query: { page, size, ...filters }, operator }) => {
        const paging = { limit: size, offset: (page - 1) * size };
        return { ...(await listQueue(db, filters, operator.id, paging)), page, size };
      },
    }),
    adminRoute('get', '/submissions/counts', 'countSubmissions', {
      summary: 'How many submissions each filter has',
      query: z.object({ state: queueFilters.state }),
      response: queueCountsSchema,
      handler: ({ query: { state }, operator }) => countQueue(db, state, operator.id),
    }),
    adminRoute('get', '/submissions/next', 'getNextSubmission', {
      summary: 'The next submission that no other operator has claimed',
      query: nextQuerySchema,
      response: nextSubmissionSchema,
      handler: async ({ query: { after, ...filters }, operator, signal }) => {
        const id = await findNextId(db, filters, operator.id, after);
        return { submission: id === undefined ? null : await describeSubmission(deps, id, signal) };
      },
    }),
    adminRoute('post', '/submissions/next', 'takeNextSubmission', {
      summary: 'Claim the next submission that no other operator has; first those that are assigned to you',
      query: z.object(queueFilters),
      body: takeNextBodySchema,
      response: claimedSubmissionSchema,
      handler: ({ query, body, operator }) => claimNext(db, query, operator.id, body),
    }),
    adminRoute('post', '/submissions/assign', 'assignSubmissions', {
      summary: 'Assign submissions to an operator; others are not led to them',
      body: assignBodySchema,
      response: assignmentSchema,
      errors: ['not_found'],
      handler: ({ body, author }) => assignSubmissions(db, body, author),
    }),
    adminRoute('post', '/submissions/bulk', 'decideInBulk', {
      summary: 'Approve or reject up to 500 submissions, each for itself',
      body: bulkBodySchema,
      response: bulkResultSchema,
      deadlineMs: BULK_DEADLINE_MS,
      handler: ({ body, signal, ...self }) => decideInBulk(db, body, reviewerOf(self), signal),
    }),
    adminRoute('post', '/submissions/reject-matching', 'rejectMatching', {
      summary: 'Reject every pending submission that a filter matches; call again while `remaining` is not 0',
      body: rejectMatchingBodySchema,
      response: rejectMatchingResultSchema,
      deadlineMs: BULK_DEADLINE_MS,
      handler: ({ body, signal, ...self }) => rejectMatching(db, body, reviewerOf(self), signal),
    }),
    adminRoute('get', '/submissions/{id}', 'getSubmissionDetail', {
      summary: 'A submission with all that is needed to decide it',
      params,
      response: submissionDetailSchema,
      errors: ['not_found'],
      handler: ({ params: { id }, signal }) => describeSubmission(deps, id, signal),
    }),
    adminRoute('post', '/submissions/{id}/claim', 'claimSubmission', {
      summary: `Tell others for ${CLAIM_MINUTES} minutes that you work on it`,
      params,
      body: claimBodySchema,
      response: claimAnswerSchema,
      errors: ['not_found', 'invalid_state'],
      handler: ({ params: { id }, body, operator }) => claimSubmission(db, id, operator.id, body.force),
    }),
    adminRoute('post', '/submissions/{id}/release', 'releaseSubmission', {
      summary: 'Give up your claim',
      params,
      body: releaseBodySchema,
      response: claimAnswerSchema,
      errors: ['not_found'],
      handler: ({ params: { id }, operator }) => releaseSubmission(db, id, operator.id),
    }),
    adminRoute('post', '/submissions/{id}/preview', 'previewApproval', {
      summary: 'What approving it with this body would change, value by value; nothing is written',
      params,
      body: approveBodySchema,
      response: approvalPreviewSchema,
      errors: ['not_found', 'invalid_state', 'version_conflict', 'barcode_conflict'],
      handler: ({ params: { id }, body, ...self }) => previewApproval(db, id, body, reviewerOf(self)),
    }),
    adminRoute('post', '/submissions/{id}/approve', 'approveSubmission', {
      summary: 'Let it into the catalogue: create or complete a product',
      description:
        'A reviewer takes or keeps what was submitted, for the product it is about or a new one, and overrides what ' +
        'the product lacks. Another `target_product_id`, and overriding a fact the product has (`target.held_fields`), ' +
        'take the role editor: 403 `forbidden`. A new product beside one that is much alike takes `confirmed_different`: ' +
        '409 `possible_duplicate` names those.',
      params,
      body: approveBodySchema,
      response: approvalSchema,
      errors: [
        'not_found',
        'invalid_state',
        'version_conflict',
        'decision_required',
        'possible_duplicate',
        'barcode_conflict',
      ],
      handler: ({ params: { id }, body, ...self }) => approveSubmission(db, id, body, reviewerOf(self)),
    }),
    adminRoute('post', '/submissions/{id}/reject', 'rejectSubmission', {
      summary: 'Turn it down; the contributor can read the reason',
      params,
      body: rejectBodySchema,
      response: rejectionSchema,
      errors: ['not_found', 'invalid_state'],
      handler: ({ params: { id }, body, ...self }) => rejectSubmission(db, id, body.reason, reviewerOf(self)),
    }),
  ];
}
