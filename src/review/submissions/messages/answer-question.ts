import type { Db } from '../../../platform/db/client.ts';
import { retryTransaction } from '../../../platform/db/retry-transaction.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { saveAuditEntry } from '../../../platform/audit/audit-store.ts';
import { noSuchSubmission } from '../../decisions/require-open-submission.ts';
import { findSubmission, lockSubmission } from '../../decisions/review-store.ts';
import { isAnswerToken } from './answer-token.ts';
import type { Answer } from './message-contract.ts';
import { saveAnswered, saveMessage } from './message-store.ts';

/**
 * Saves a contributor's answer. Each question takes one answer, so that operators control how much a stranger can
 * write. The submission no longer waits.
 * @throws ApiError `not_found`; `forbidden` for a wrong token; `invalid_state` if decided, or no question is open
 */
export async function answerQuestion(
  db: Db,
  id: string,
  { token, text }: Answer,
  requestId: string,
): Promise<void> {
  await retryTransaction(db, async (tx) => {
    // The token is checked before the lock, which keeps operators from the submission.
    const found = await findSubmission(tx, id);
    if (!found) throw noSuchSubmission();
    if (!isAnswerToken(token, found.row.answerTokenHash)) {
      throw new ApiError('forbidden', 'This is not the answer_token of the submission.');
    }
    const submission = await lockSubmission(tx, id);
    if (submission === undefined) throw noSuchSubmission();
    if (submission === 'locked') {
      throw new ApiError(
        'invalid_state',
        'The submission is being decided or changed. Try again in a moment.',
      );
    }
    const { row } = submission;
    if (row.status !== 'pending' || row.askedAt === null) {
      throw new ApiError('invalid_state', 'No question is open.', { details: { status: row.status } });
    }
    await saveMessage(tx, { submissionId: id, kind: 'answer', text, operatorId: null });
    await saveAnswered(tx, id);
    await saveAuditEntry(
      tx,
      { actor: 'anonymous', requestId },
      { action: 'submission.answered', entityId: id, after: { text } },
    );
  });
}
