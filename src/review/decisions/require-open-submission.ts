import { ApiError } from '../../platform/http/api-error.ts';
import type { Operator, Role } from '../../platform/http/callers/operator.ts';
import type { Author } from '../../platform/audit/audit-store.ts';
import { buildSummary, type SubmissionRow } from '../queue/queue-store.ts';

export interface Reviewer {
  operatorId: string;
  role: Role;
  author: Author;
  /** Groups decisions that can be taken back together. */
  bulkId?: string | undefined;
  /** Decided in bulk: no operator has looked at this submission. */
  isBulk?: boolean;
  /** The rule that decides in the name of the operator who switched it on. */
  rule?: { id: string; name: string };
}

/** Fields for the audit row of a rule's decision. */
export function describeRule({ rule, operatorId }: Reviewer): object {
  return rule ? { rule: rule.name, on_behalf_of: operatorId } : {};
}

export function reviewerOf({ operator, author }: { operator: Operator; author: Author }): Reviewer {
  return { operatorId: operator.id, role: operator.role, author };
}

export const noSuchSubmission = () => new ApiError('not_found', 'There is no submission with this id.');

/**
 * Returns the submission if this operator may decide it.
 * @throws ApiError `not_found`; `invalid_state` if it is decided, or claimed by another operator
 */
export function requireOpenSubmission(
  submission: SubmissionRow | undefined | 'locked',
  operatorId: string,
): SubmissionRow {
  if (submission === 'locked') {
    throw new ApiError('invalid_state', 'Another operator is deciding this submission at this moment.');
  }
  if (!submission) throw noSuchSubmission();
  const { status, claim, reviewed_at, reviewed_by } = buildSummary(submission);
  if (status !== 'pending') {
    throw new ApiError('invalid_state', `This submission is ${status} already.`, {
      details: { status, reviewed_at, reviewed_by },
    });
  }
  if (claim && claim.operator_id !== operatorId) {
    throw new ApiError(
      'invalid_state',
      `${claim.email} works on this submission until ${claim.expires_at}.`,
      {
        details: { status, claim },
      },
    );
  }
  return submission;
}
