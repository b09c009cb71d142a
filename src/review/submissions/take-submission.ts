import { v7 as uuidV7 } from 'uuid';
import { normaliseEmail } from '../../access/accounts/email-address.ts';
import { findBarcodeOwner } from '../../catalog/barcodes/barcode-store.ts';
import { displayGtin } from '../../facts/values/gtin.ts';
import { readGtin } from '../../catalog/barcodes/read-code.ts';
import type { Db } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { KeepAnswer } from '../../platform/http/idempotency/run-once.ts';
import { createAnswerToken, hashAnswerToken } from './messages/answer-token.ts';
import { hashSubmission } from './submission-content.ts';
import { refuseBlocked } from '../senders/block-sender.ts';
import { findBlock } from '../senders/sender-block-store.ts';
import type { NewSubmission, TakenSubmission } from './submission-contract.ts';
import { findCategoryCodes, findPendingContent, isProductInUse, saveSubmission } from './submission-store.ts';

const MAX_ATTEMPTS = 3;

interface Sender {
  /** See `Addresses`. */
  addressName: string;
  /** The account whose key sent it, if it is to be known. */
  accountId?: string;
  requestId: string;
}

/**
 * Adds a public submission to the review queue, and keeps the answer. No product changes.
 * @throws ApiError `invalid_gtin`, `validation_failed`, `forbidden` (blocked sender), or `duplicate_submission` if
 * the same is pending
 */
export async function takeSubmission(
  db: Db,
  body: NewSubmission,
  { addressName, accountId, requestId }: Sender,
  keep: KeepAnswer<TakenSubmission>,
): Promise<TakenSubmission> {
  const { gtin, product_id: productId = null, contact_email: email, website, ...content } = body;
  const gtin14 = gtin === undefined ? null : readGtin(gtin).gtin14;
  const contactEmail = readEmail(email);
  // Honeypot: bots fill in the hidden field. They get an answer as if the submission was saved.
  const answerToken = createAnswerToken();
  if (website) return describe(uuidV7(), gtin14, answerToken, new Date());
  if (contactEmail !== null && (await findBlock(db, { contactEmail }))) throw refuseBlocked();
  if (accountId !== undefined && (await findBlock(db, { accountId }))) throw refuseBlocked();
  await checkProduct(db, gtin14, productId, content);
  if (
    content.category !== undefined &&
    !(await findCategoryCodes(db, [content.category])).has(content.category)
  ) {
    throw refuseField('category', 'unknown_category', 'There is no category of this code; see /categories.');
  }
  const contentHash = hashSubmission({ gtin14, productId, content, accountId });
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const id = uuidV7();
    const taken = await db.transaction(async (tx) => {
      const saved = await saveSubmission(tx, {
        id,
        source: 'public',
        gtin14,
        productId,
        content,
        contentHash,
        contactEmail,
        addressHash: Buffer.from(addressName, 'hex'),
        answerTokenHash: hashAnswerToken(answerToken),
        accountId: accountId ?? null,
        requestId,
      });
      if (!saved) return undefined;
      const answer = describe(id, gtin14, answerToken, saved.createdAt);
      await keep(tx, answer);
      return answer;
    });
    if (taken) return taken;
    const pendingId = await findPendingContent(db, contentHash);
    // The other submission was decided meanwhile, so this one can be saved now.
    if (pendingId === undefined) continue;
    throw new ApiError(
      'duplicate_submission',
      'The same content has been submitted and waits for its review.',
      {
        details: { submission_id: pendingId },
      },
    );
  }
  throw new ApiError('unavailable', 'The same content is being reviewed at this moment. Try again.');
}

function describe(id: string, gtin14: string | null, answerToken: string, createdAt: Date): TakenSubmission {
  return {
    id,
    status: 'pending',
    source: 'public',
    gtin: gtin14 && displayGtin(gtin14),
    answer_token: answerToken,
    created_at: createdAt.toISOString(),
  };
}

function readEmail(email: string | undefined): string | null {
  if (email === undefined || email.trim() === '') return null;
  const address = normaliseEmail(email);
  if (address !== undefined) return address;
  throw refuseField('contact_email', 'invalid_email', 'This is not an e-mail address that can be used.');
}

/** Requires a name for a new product, or at least one fact about a known one. */
async function checkProduct(
  db: Db,
  gtin14: string | null,
  productId: string | null,
  content: Record<string, unknown>,
): Promise<void> {
  if (productId !== null && !(await isProductInUse(db, productId))) {
    throw refuseField('product_id', 'unknown_product', 'There is no product with this id.');
  }
  const ownerId = gtin14 === null ? undefined : (await findBarcodeOwner(db, gtin14))?.id;
  if (productId !== null && ownerId !== undefined && ownerId !== productId) {
    throw refuseField('product_id', 'other_product', 'The barcode is that of another product.');
  }
  const isKnown = productId !== null || ownerId !== undefined;
  if (!isKnown && content['name'] === undefined) {
    throw refuseField('name', 'required', 'A product that is not known here needs a name.');
  }
  const isNewBarcode = productId !== null && gtin14 !== null && ownerId === undefined;
  if (!isNewBarcode && Object.values(content).every((value) => value === undefined)) {
    throw refuseField(
      'name',
      'required',
      'Say at least one thing about the product: the submission is empty.',
    );
  }
}

function refuseField(field: string, code: string, message: string): ApiError {
  return new ApiError('validation_failed', message, { details: { fields: [{ field, code, message }] } });
}
