import { createHash } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { FULL_QUEUE_RETRY_S, roomFor } from '../submissions/queue-caps.ts';
import { isAnswerToken } from '../submissions/messages/answer-token.ts';
import { noSuchSubmission } from '../decisions/require-open-submission.ts';
import { findSubmission, lockSubmission, type Submission } from '../decisions/review-store.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import type { PictureRole } from '../../facts/registry/fact-list.ts';
import { ApiError, tooManyCalls } from '../../platform/http/api-error.ts';
import type { KeepAnswer } from '../../platform/http/idempotency/run-once.ts';
import { MOST_PICTURES, type TakenPicture } from './submitted-picture-contract.ts';
import type { DecodePicture } from './decoding/decode-picture.ts';
import { buildPictureAddress } from '../../catalog/pictures/picture-address.ts';
import {
  countPictures,
  findUpload,
  isBlocked,
  lockPictures,
  savePicture,
  type PictureRow,
} from './picture-store.ts';
import { type PictureStorage, storageFailed } from './storage/picture-storage.ts';

export interface PictureDependencies {
  db: Db;
  /** Undefined: this installation accepts no pictures. */
  pictureStorage: PictureStorage | undefined;
  decodePicture: DecodePicture;
  /** Public base URL. Without it, addresses of pictures are relative. */
  publicUrl?: string | undefined;
}

interface PictureUpload {
  submissionId: string;
  proof: SenderProof;
  /** The file. Its declared type is ignored. */
  bytes: Buffer;
  role: PictureRole;
  /** Address bucket of the request, and whether it is good (see `Addresses`). */
  address: string;
  isGood: boolean;
  /** Aborted when the caller disconnects, which ends the decoding. */
  signal: AbortSignal;
}

/** About 4 GB, so that the smallest installation's disk does not fill up. */
const MOST_WAITING = 20_000;

/**
 * Adds a picture to a pending submission. It is decoded in its own process and stays private until approved. The same
 * file sent again returns the same picture.
 * @throws ApiError `not_found`; `forbidden` for a wrong token, or with `details.reason` `picture_blocked`;
 * `invalid_state` if the submission is decided or has four pictures; `unsupported_media_type`; `invalid_request` if
 * empty; `validation_failed` with `details.reason` if it cannot be decoded; `rate_limited` and `unavailable` if too
 * many wait
 */
export async function takePicture(
  deps: PictureDependencies,
  upload: PictureUpload,
  keep: KeepAnswer<TakenPicture>,
): Promise<TakenPicture> {
  const { db, pictureStorage: storage, decodePicture, publicUrl } = deps;
  const { submissionId, proof, bytes, role, address, isGood, signal } = upload;
  if (!storage) {
    throw new ApiError('unavailable', 'This installation takes no pictures.', {
      details: { reason: 'pictures_off' },
    });
  }
  requirePicture(bytes);
  requireOwnPending((await findSubmission(db, submissionId))?.row, proof);
  const uploadSha256 = createHash('sha256').update(bytes).digest();
  const known = await findUpload(db, submissionId, uploadSha256);
  if (known) return describeKnown(known);
  await requireRoom(db, submissionId, isGood);
  if (await isBlocked(db, { uploadSha256 })) throw refuseBlockedPicture();
  const { width, height, renditions, likeness } = await decodePicture(bytes, {
    sender: address,
    sha256: uploadSha256,
    signal,
  });
  if (await isBlocked(db, { uploadSha256, likeness })) throw refuseBlockedPicture();
  const sha256 = createHash('sha256').update(renditions[1200]).digest();
  const name = sha256.toString('hex');
  // Saved before the row, so that no row lacks its files. Files without a row are removed after a day.
  await storage.save(name, renditions).catch(storageFailed);
  return await retryTransaction(db, async (tx) => {
    const submission = await lockSubmission(tx, submissionId);
    if (submission === 'locked') throw workedOn();
    requireOwnPending(submission?.row, proof);
    const sentTwice = await findUpload(tx, submissionId, uploadSha256);
    if (sentTwice) return describeKnown(sentTwice);
    await requireRoom(tx, submissionId, isGood);
    await lockPictures(tx);
    if (await isBlocked(tx, { uploadSha256, likeness })) throw refuseBlockedPicture();
    const row = await savePicture(tx, {
      id: uuidV7(),
      submissionId,
      role,
      uploadSha256,
      sha256,
      likeness,
      url: buildPictureAddress(publicUrl, name),
      width,
      height,
      byteSize: Object.values(renditions).reduce((sum, one) => sum + one.length, 0),
    });
    const answer = describePicture(row);
    await keep(tx, answer);
    return answer;
  });
}

/** What shows that a caller sent a submission: its `answer_token`, or the key of the account that sent it. */
type SenderProof = { token: string } | { accountId: string };

/** @throws ApiError `not_found`, `forbidden`, `invalid_state` */
export function requireOwnPending(row: Submission | undefined, proof: SenderProof): void {
  if (!row) throw noSuchSubmission();
  const isOwn =
    'token' in proof ? isAnswerToken(proof.token, row.answerTokenHash) : row.accountId === proof.accountId;
  if (!isOwn) {
    throw new ApiError('forbidden', 'This is not the answer_token of the submission.');
  }
  if (row.status === 'pending') return;
  throw new ApiError('invalid_state', `This submission is ${row.status} already.`, {
    details: { status: row.status },
  });
}

/** The submission is locked by a decision or another upload. */
export function workedOn(): ApiError {
  return new ApiError('invalid_state', 'The submission is being decided or changed. Try again in a moment.');
}

async function requireRoom(db: Db | Tx, submissionId: string, isGood: boolean): Promise<void> {
  const { own, waiting } = await countPictures(db, submissionId);
  if (own >= MOST_PICTURES) {
    throw new ApiError('invalid_state', `A submission has at most ${MOST_PICTURES} pictures.`, {
      details: { reason: 'too_many_pictures' },
    });
  }
  if (waiting < roomFor(isGood, MOST_WAITING)) return;
  throw tooManyCalls('More pictures wait than can be reviewed. Try again in some hours.', FULL_QUEUE_RETRY_S);
}

function refuseBlockedPicture(): ApiError {
  return new ApiError('forbidden', 'This picture was taken down, and is not taken again.', {
    details: { reason: 'picture_blocked' },
  });
}

/** @throws ApiError `forbidden` if it was taken down */
function describeKnown(row: PictureRow): TakenPicture {
  if (row.state === 'taken_down') throw refuseBlockedPicture();
  return describePicture(row);
}

function describePicture({ id, role, width, height, createdAt }: PictureRow): TakenPicture {
  return { id, role, width, height, created_at: createdAt.toISOString() };
}

/** @throws ApiError `invalid_request` for an empty file, `unsupported_media_type` */
export function requirePicture(bytes: Buffer): void {
  if (bytes.length === 0) throw new ApiError('invalid_request', 'The body is empty: send the file itself.');
  if (!isPicture(bytes)) {
    throw new ApiError('unsupported_media_type', 'This is not a picture in JPEG, PNG or WebP.');
  }
}

/** Returns whether a file starts like JPEG, PNG or WebP, whatever its declared type. */
function isPicture(file: Buffer): boolean {
  const starts = (at: number, text: string) => file.toString('latin1', at, at + text.length) === text;
  return (
    starts(0, '\xff\xd8\xff') || starts(0, '\x89PNG\r\n\x1a\n') || (starts(0, 'RIFF') && starts(8, 'WEBP'))
  );
}
