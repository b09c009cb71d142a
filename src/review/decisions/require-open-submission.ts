import { ApiError } from '../../platform/http/api-error.ts';
import type { Operator, Role } from '../../platform/http/callers/operator.ts';
import type { Author } from '../../platform/audit/audit-store.ts';
import { buildSummary, type SubmissionRow } from '../queue/queue-store.ts';

export interface Reviewer {
  operatorId: string;
  role: Role;
  author: Author;
  /** The decision is one of many that are made, and can be taken back, together. */
  bulkId?: string | undefined;
  /** The submission is decided in bulk: no operator has looked at it by itself. */
  isBulk?: boolean;
  /** The rule that decides for the operator, who has switched it on. */
  rule?: { id: string; name: string };
}

/** For the audit row of a decision that a rule has made. */
export function describeRule({ rule, operatorId }: Reviewer): object {
  return rule ? { rule: rule.name, on_behalf_of: operatorId } : {};
}

export function reviewerOf({ operator, author }: { operator: Operator; author: Author }): Reviewer {
  return { operatorId: operator.id, role: operator.role, author };
}

export const noSuchSubmission = () => new ApiError('not_found', 'There is no submission with this id.');

/**
 * Returns the submission if this operator may decide it.
 * @throws ApiError `not_found`; `invalid_state` when it is decided already, or another operator works on it
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
