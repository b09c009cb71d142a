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
  /** Undefined: this installation takes no pictures. */
  pictureStorage: PictureStorage | undefined;
  decodePicture: DecodePicture;
  /** Where callers reach the service; without it addresses of pictures are relative to it. */
  publicUrl?: string | undefined;
}

interface PictureUpload {
  submissionId: string;
  /** The `answer_token` of the submission. */
  token: string;
  /** The file. What it is said to be does not matter. */
  bytes: Buffer;
  role: PictureRole;
  /** The bucket of the address that it comes from, and whether that has been good before (see `Addresses`). */
  address: string;
  isGood: boolean;
  /** Aborted when the caller leaves: the decoding ends. */
  signal: AbortSignal;
}

/** Of all installations of a common disk the smallest: some 4 GB. */
const MOST_WAITING = 20_000;

/**
 * Takes a picture to a pending submission: decoded in a process of its own, kept privately until an operator approves it.
 * The same file again is the same picture.
 * @throws ApiError `not_found`; `forbidden` for another token, or with `details.reason` `picture_blocked`; `invalid_state`
 *   when it is decided, or has four; `unsupported_media_type`; `invalid_request` when it is empty; `validation_failed` with
 *   `details.reason` for what cannot be decoded; `rate_limited` and `unavailable` when too many wait
 */
export async function takePicture(deps: PictureDependencies, upload: PictureUpload): Promise<TakenPicture> {
  const { db, pictureStorage: storage, decodePicture, publicUrl } = deps;
  const { submissionId, token, bytes, role, address, isGood, signal } = upload;
  if (!storage) throw new ApiError('unavailable', 'This installation takes no pictures.');
  if (bytes.length === 0) throw new ApiError('invalid_request', 'The body is empty: send the file itself.');
  if (!isPicture(bytes)) {
    throw new ApiError('unsupported_media_type', 'This is no picture in JPEG, PNG or WebP.');
  }
  requireOwnPending((await findSubmission(db, submissionId))?.row, token);
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
  // Before its row: a row never lacks its files, and files without a row are removed after a day.
  await storage.save(name, renditions).catch(storageFailed);
  return await retryTransaction(db, async (tx) => {
    const submission = await lockSubmission(tx, submissionId);
    if (submission === 'locked') throw workedOn();
    requireOwnPending(submission?.row, token);
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
    return describePicture(row);
  });
}

/** @throws ApiError `not_found`, `forbidden`, `invalid_state` */
export function requireOwnPending(row: Submission | undefined, token: string): void {
  if (!row) throw noSuchSubmission();
  if (!isAnswerToken(token, row.answerTokenHash)) {
    throw new ApiError('forbidden', 'This is not the answer_token of the submission.');
  }
  if (row.status === 'pending') return;
  throw new ApiError('invalid_state', `This submission is ${row.status} already.`, {
    details: { status: row.status },
  });
}

/** The submission is being decided, or gets another picture, at this moment. */
export function workedOn(): ApiError {
  return new ApiError('invalid_state', 'It is being worked on at this moment. Try again.');
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

/** @throws ApiError `forbidden` for one that was taken down */
function describeKnown(row: PictureRow): TakenPicture {
  if (row.state === 'taken_down') throw refuseBlockedPicture();
  return describePicture(row);
}

function describePicture({ id, role, width, height, createdAt }: PictureRow): TakenPicture {
  return { id, role, width, height, created_at: createdAt.toISOString() };
}

/** Whether a file begins as JPEG, PNG or WebP, whatever it is said to be. */
function isPicture(file: Buffer): boolean {
  const starts = (at: number, text: string) => file.toString('latin1', at, at + text.length) === text;
  return (
    starts(0, '\xff\xd8\xff') || starts(0, '\x89PNG\r\n\x1a\n') || (starts(0, 'RIFF') && starts(8, 'WEBP'))
  );
}
