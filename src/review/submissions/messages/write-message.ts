import type { Db } from '../../../platform/db/client.ts';
import { retryTransaction } from '../../../platform/db/retry-transaction.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import { saveAuditEntry, type Author } from '../../../platform/audit/audit-store.ts';
import { noSuchSubmission, requireOpenSubmission } from '../../decisions/require-open-submission.ts';
import { lockSubmission } from '../../decisions/review-store.ts';
import type { Message } from './message-contract.ts';
import { countMessages, saveAsked, saveMessage } from './message-store.ts';

const MAX_MESSAGES = 100;

interface Writer {
  operatorId: string;
  author: Author;
}

/**
 * Saves a note for other operators, on a submission in any state.
 * @throws ApiError `not_found`, `invalid_state` (locked by a decision, or too many messages)
 */
export async function writeNote(db: Db, id: string, text: string, writer: Writer): Promise<Message> {
  return await write(db, id, 'note', text, writer);
}

/**
 * Asks the contributor, who reads the question in the submission's status. The submission waits for the answer, at
 * most `ANSWER_DAYS`. A new question replaces the last one.
 * @throws ApiError `not_found`, `invalid_state` (decided, claimed by another operator, or its sender cannot answer)
 */
export async function askContributor(db: Db, id: string, text: string, writer: Writer): Promise<Message> {
  return await write(db, id, 'question', text, writer);
}

async function write(
  db: Db,
  id: string,
  kind: 'note' | 'question',
  text: string,
  { operatorId, author }: Writer,
): Promise<Message> {
  return await retryTransaction(db, async (tx) => {
    const submission = await lockSubmission(tx, id);
    if (kind === 'question') {
      const { row } = requireOpenSubmission(submission, operatorId);
      if (row.answerTokenHash === null) {
        throw new ApiError(
          'invalid_state',
          'Its sender has no token to answer with: it came as back-flow, or before tokens existed.',
          {
            details: { reason: 'no_token' },
          },
        );
      }
    } else if (submission === undefined) throw noSuchSubmission();
    else if (submission === 'locked') {
      throw new ApiError('invalid_state', 'Another operator is deciding this submission at this moment.');
    }
    if ((await countMessages(tx, id)) >= MAX_MESSAGES) {
      throw new ApiError('invalid_state', `A submission has at most ${MAX_MESSAGES} messages.`);
    }
    const message = await saveMessage(tx, { submissionId: id, kind, text, operatorId });
    if (kind === 'question') await saveAsked(tx, id);
    await saveAuditEntry(tx, author, {
      action: kind === 'question' ? 'submission.asked' : 'submission.noted',
      entity: 'submission',
      entityId: id,
      after: { text },
    });
    return message;
  });
}
