import type { Addresses } from '../../../access/limits/addresses.ts';
import { readGtin } from '../../../catalog/barcodes/read-code.ts';
import { findProducts, findProductsByBarcodes } from '../../../catalog/products/product-store.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import type { FindCaller } from '../../../platform/http/callers/authenticate.ts';
import { describeWrite, type KeepAnswer } from '../../../platform/http/idempotency/run-once.ts';
import { parseBody } from '../../../platform/http/requests/parse-input.ts';
import type { PictureRole } from '../../../facts/registry/fact-list.ts';
import {
  requirePicture,
  takePicture,
  type PictureDependencies,
} from '../../../review/pictures/take-picture.ts';
import { refuseBlocked } from '../../../review/senders/block-sender.ts';
import { findBlock } from '../../../review/senders/sender-block-store.ts';
import { requireRoomForSubmission, type QueueCaps } from '../../../review/submissions/queue-caps.ts';
import {
  newSubmissionSchema,
  type TakenSubmission,
} from '../../../review/submissions/submission-contract.ts';
import type { TakenPicture } from '../../../review/pictures/submitted-picture-contract.ts';
import { findCategoryCodes, findPendingOf } from '../../../review/submissions/submission-store.ts';
import { takeSubmission } from '../../../review/submissions/take-submission.ts';
import type { OuterInput } from '../../own-endpoints.ts';
import { offCodeOf } from '../off-product.ts';
import { buildSubmission, categoryCodesOf, type WrittenTo } from './build-submission.ts';
import type { WrittenFields } from './written-fields.ts';

export interface WriteDependencies extends PictureDependencies {
  queueCaps: QueueCaps;
  accounts: { addresses: Addresses; keyCheck: { findCaller: FindCaller } };
}

export interface SentSubmission {
  id: string;
  status: 'pending';
  answer_token?: string;
}

/** The product that a request names, by a barcode, or by our id where it has none. */
interface Named {
  /** As it is answered. */
  code: string;
  named: WrittenTo['named'];
  gtin14?: string;
  productId?: string;
}

/** The account that sends, and its request. */
interface Sender extends Pick<OuterInput, 'address' | 'requestId' | 'signal'> {
  accountId: string;
}

export interface SentPicture {
  id: string;
  submissionId: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @throws ApiError `invalid_request` without a code, `invalid_gtin` */
export function readNamed(given: unknown): Named {
  const text = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  if (text === '') throw new ApiError('invalid_request', 'code is required: the barcode of the product.');
  const code = text.toLowerCase();
  if (UUID.test(code)) return { code, named: { product_id: code }, productId: code };
  const { gtin14 } = readGtin(text);
  return { code: offCodeOf(gtin14), named: { gtin: text }, gtin14 };
}

/**
 * Returns the account of the key in a header or the address, else of the key that was sent as the password.
 * @throws ApiError `invalid_api_key`
 */
export async function requireSender(
  { accounts }: WriteDependencies,
  { caller }: OuterInput,
  password: unknown,
): Promise<string> {
  const known =
    caller?.kind !== 'key' && typeof password === 'string' && password !== ''
      ? await accounts.keyCheck.findCaller(password)
      : caller;
  if (known?.kind === 'key') return known.accountId;
  // Apps compare this text.
  throw new ApiError('invalid_api_key', 'no user credentials', {
    details: { hint: 'Send a key of this service: as a Bearer token, in the address, or as the password.' },
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/**
 * Adds what the fields say to the review queue, as a submission of the account. The same sent again is the submission that waits.
 * @throws ApiError as `takeSubmission` does, and `validation_failed` for a value that cannot be
 */
export async function sendFields(
  deps: WriteDependencies,
  { named, gtin14, productId }: Named,
  fields: WrittenFields,
  sender: Sender,
  keep: KeepAnswer<SentSubmission>,
): Promise<SentSubmission> {
  const { db } = deps;
  const found = gtin14
    ? await findProductsByBarcodes(db, [gtin14], ['name_lang'])
    : await findProducts(db, [productId ?? ''], ['name_lang']);
  const [product] = found.values();
  const categories = await findCategoryCodes(db, categoryCodesOf(fields));
  const nameLang = product && product.name_lang;
  return await send(deps, buildSubmission(fields, { named, nameLang, categories }), sender, keep);
}

async function send(
  { db, queueCaps, accounts }: WriteDependencies,
  body: Record<string, unknown>,
  { accountId, address, requestId }: Sender,
  keep: KeepAnswer<SentSubmission>,
): Promise<SentSubmission> {
  const { addresses } = accounts;
  await requireRoomForSubmission(db, queueCaps, await addresses.isGood(address));
  try {
    const sender = { addressName: await addresses.nameOf(address), accountId, requestId };
    const parsed = parseBody(newSubmissionSchema, body);
    const write = (keepTaken: KeepAnswer<TakenSubmission>) => takeSubmission(db, parsed, sender, keepTaken);
    return await describeWrite(write, describe)(keep);
  } catch (error) {
    const pendingId =
      error instanceof ApiError && error.code === 'duplicate_submission'
        ? error.details?.['submission_id']
        : undefined;
    if (typeof pendingId !== 'string') throw error;
    return { id: pendingId, status: 'pending' };
  }
}

const describe = ({ id, status, answer_token }: TakenSubmission) => ({ id, status, answer_token });

/**
 * Adds a picture to the account's pending submission for this product, else to a new one, which a product that is known can have.
 * @throws ApiError as `takePicture` and `takeSubmission` do, `forbidden` for a blocked sender
 */
export async function sendPicture(
  deps: WriteDependencies,
  { named, gtin14, productId }: Named,
  { bytes, role }: { bytes: Buffer; role: PictureRole },
  sender: Sender,
  keep: KeepAnswer<SentPicture>,
): Promise<SentPicture> {
  requirePicture(bytes);
  const { accountId, address, signal } = sender;
  if (await findBlock(deps.db, { accountId })) throw refuseBlocked();
  const wanted = gtin14 === undefined ? { productId: productId ?? '' } : { gtin14 };
  const keepNothing = () => Promise.resolve();
  const submissionId =
    (await findPendingOf(deps.db, accountId, wanted)) ??
    (await send(deps, { ...named, note: 'Pictures without facts' }, sender, keepNothing)).id;
  const isGood = await deps.accounts.addresses.isGood(address);
  const upload = { submissionId, proof: { accountId }, bytes, role, address, isGood, signal };
  const write = (keepTaken: KeepAnswer<TakenPicture>) => takePicture(deps, upload, keepTaken);
  return await describeWrite(write, ({ id }) => ({ id, submissionId }))(keep);
}
