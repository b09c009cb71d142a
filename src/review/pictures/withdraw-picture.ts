import { lockSubmission } from '../decisions/review-store.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntry } from '../../platform/audit/audit-store.ts';
import { deletePicture, findPicture } from './picture-store.ts';
import { removeUnkept } from './remove-unkept.ts';
import { requireOwnPending, workedOn, type PictureDependencies } from './take-picture.ts';

/**
 * Deletes an undecided picture on behalf of its sender.
 * @throws ApiError `not_found`; `forbidden` for a wrong token; `invalid_state` if the submission is decided
 */
export async function withdrawPicture(
  { db, pictureStorage }: Pick<PictureDependencies, 'db' | 'pictureStorage'>,
  { submissionId, pictureId, token }: { submissionId: string; pictureId: string; token: string },
  requestId: string,
): Promise<void> {
  const sha256 = await retryTransaction(db, async (tx) => {
    const submission = await lockSubmission(tx, submissionId);
    if (submission === 'locked') throw workedOn();
    requireOwnPending(submission?.row, { token });
    const picture = await findPicture(tx, submissionId, pictureId);
    if (!picture) throw new ApiError('not_found', 'The submission has no picture with this id.');
    await deletePicture(tx, pictureId);
    await saveAuditEntry(
      tx,
      { actor: 'anonymous', requestId },
      {
        action: 'submission.picture_withdrawn',
        entityId: submissionId,
        before: { picture: picture.sha256.toString('hex') },
      },
    );
    return picture.sha256;
  });
  await removeUnkept({ db, pictureStorage }, [sha256]);
}
