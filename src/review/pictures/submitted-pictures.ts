import type { Db, Tx } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SubmittedPicture } from './submitted-picture-contract.ts';
import { listAlike, listPictures, saveState, type PictureRow } from './picture-store.ts';

/** Describes the pictures of a submission for its reviewer, compared with those of the product. */
export async function describePictures(
  db: Db | Tx,
  submissionId: string,
  productId: string | undefined,
): Promise<SubmittedPicture[]> {
  const pictures = await listPictures(db, submissionId);
  const alike = productId === undefined ? new Set() : await listAlike(db, productId, pictures);
  return pictures.map(({ id, role, width, height, sha256, state, byteSize, createdAt }) => ({
    id,
    role,
    width,
    height,
    created_at: createdAt.toISOString(),
    sha256: sha256.toString('hex'),
    state,
    bytes: byteSize,
    is_on_product: alike.has(id),
  }));
}

/** The pictures of a pending submission, divided by the operator's choice. */
export interface SubmittedPictures {
  taken: PictureRow[];
  leftOut: PictureRow[];
}

/**
 * @throws ApiError `validation_failed` for a picture of another submission; `decision_required` in a bulk, where no
 * operator has seen the pictures
 */
export async function readSubmittedPictures(
  tx: Tx,
  submissionId: string,
  { left = [], isBulk }: { left?: readonly string[] | undefined; isBulk: boolean },
): Promise<SubmittedPictures> {
  const pending = (await listPictures(tx, submissionId)).filter(({ state }) => state === 'pending');
  const unknown = left.find((id) => !pending.some((picture) => picture.id === id));
  if (unknown !== undefined) {
    throw new ApiError('validation_failed', 'The submission has no such picture to leave out.', {
      details: { fields: [{ field: 'left_pictures', code: 'unknown_picture', message: unknown }] },
    });
  }
  if (isBulk && pending.length > 0) {
    throw new ApiError('decision_required', 'It has pictures: open it, and look at them.', {
      details: { reason: 'has_pictures', fields: [] },
    });
  }
  return {
    taken: pending.filter(({ id }) => !left.includes(id)),
    leftOut: pending.filter(({ id }) => left.includes(id)),
  };
}

/** Approves the taken pictures, which are public from the commit on. Returns their SHA-256 in hexadecimal. */
export async function admitPictures(
  tx: Tx,
  { taken, leftOut }: SubmittedPictures,
  productId: string,
): Promise<string[]> {
  const ids = (pictures: readonly PictureRow[]) => pictures.map(({ id }) => id);
  await saveState(tx, ids(taken), 'approved', productId);
  await saveState(tx, ids(leftOut), 'left_out', null);
  return taken.map(({ sha256 }) => sha256.toString('hex'));
}
