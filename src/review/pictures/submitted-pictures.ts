import type { Db, Tx } from '../../platform/db/client.ts';
import type { ProductFacts } from '../../facts/registry/fact-list.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { SubmittedPicture } from './submitted-picture-contract.ts';
import { listAlike, listPictures, saveState, showAsFact } from './picture-store.ts';

/** The pictures of a submission as its reviewer sees them, beside the product that they would go to. */
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

/**
 * The pictures of a pending submission as a fact, without those left out; undefined when there are no pictures.
 * @throws ApiError `validation_failed` for one that the submission does not have; `decision_required` in a bulk, where no operator has
 *   looked at them
 */
export async function readSubmittedPictures(
  tx: Tx,
  submissionId: string,
  { left = [], isBulk }: { left?: readonly string[] | undefined; isBulk: boolean },
): Promise<ProductFacts['contributed_pictures'] | undefined> {
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
  const taken = pending.filter(({ id }) => !left.includes(id));
  return taken.length > 0 ? Object.fromEntries(taken.map(showAsFact)) : undefined;
}

/** They are public from the commit on; the others are left out. The SHA-256 of each, in hexadecimal. */
export async function admitPictures(
  tx: Tx,
  submissionId: string,
  productId: string,
  left: readonly string[] = [],
): Promise<string[]> {
  const pending = (await listPictures(tx, submissionId)).filter(({ state }) => state === 'pending');
  const taken = pending.filter(({ id }) => !left.includes(id));
  const ids = (pictures: typeof pending) => pictures.map(({ id }) => id);
  await saveState(tx, ids(taken), 'approved', productId);
  await saveState(tx, ids(pending.filter(({ id }) => left.includes(id))), 'left_out', null);
  return taken.map(({ sha256 }) => sha256.toString('hex'));
}
