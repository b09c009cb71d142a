import { v7 as uuidV7 } from 'uuid';
import { parseGtin } from '../../facts/values/gtin.ts';
import type { Db } from '../../platform/db/client.ts';
import { ApiError, tooManyCalls } from '../../platform/http/api-error.ts';
import {
  MAX_BACKFLOW_ITEMS,
  type BackflowItem,
  type BackflowReason,
  type BackflowResult,
  type CheckedItem,
} from './backflow-contract.ts';
import {
  findBackflowCaps,
  findReachedCap,
  keepWaiting,
  saveBackflowSubmission,
  type BackflowCaps,
  type BackflowSubmission,
} from './backflow-store.ts';
import { hashSubmission } from './submission-content.ts';
import { FULL_QUEUE_RETRY_S } from './queue-caps.ts';
import { refuseBlocked } from '../senders/block-sender.ts';
import { findCategoryCodes, loadBarcodeStandings, type BarcodeStanding } from './submission-store.ts';

type Verdict = Omit<BackflowResult['results'][number], 'index' | 'gtin'>;

/** A longer text cannot be a barcode and is not echoed. */
const LONGEST_ECHO = 40;
const MAX_ATTEMPTS = 3;

interface BackflowSender {
  accountId: string;
  requestId: string;
  /** Aborted when the caller disconnects. Items accepted until then stay. */
  signal: AbortSignal;
  /** Maximum of pending back-flow of all accounts. */
  mostInQueue: number;
}

/** Ends a batch at the first item that a cap refuses. */
class CapReached extends Error {
  readonly cap: 'per_day' | 'pending' | 'queue';
  constructor(cap: CapReached['cap']) {
    super(`the cap ${cap} is reached`);
    this.cap = cap;
  }
}

/**
 * Judges products from a shop one by one: invalid, known already, pending already, or accepted into the review queue.
 * No product changes. If another sender's submission has the barcode, the item is kept and takes its place if that
 * one is rejected.
 * @throws ApiError `invalid_request` for an empty batch, `payload_too_large` for more than 100 items, `forbidden` for
 * a tier that may not send or a blocked sender, `rate_limited` at a cap: `details.result` has the results of the
 * items before
 */
export async function takeBackflow(
  db: Db,
  items: CheckedItem[],
  sender: BackflowSender,
): Promise<BackflowResult> {
  if (items.length === 0) throw new ApiError('invalid_request', 'The batch has no items.');
  if (items.length > MAX_BACKFLOW_ITEMS) {
    throw new ApiError('payload_too_large', `A batch has at most ${MAX_BACKFLOW_ITEMS} items.`, {
      details: { limit: MAX_BACKFLOW_ITEMS },
    });
  }
  const { isBlocked, ...caps } = await findBackflowCaps(db, sender.accountId);
  if (isBlocked) throw refuseBlocked();
  if (caps.perDay === 0 || caps.pending === 0) {
    throw new ApiError('forbidden', `Accounts of the tier ${caps.tier} may not send back-flow.`);
  }
  const known: Judging = { ...(await loadKnown(db, items)), caps, held: [] };
  const results: BackflowResult['results'] = [];
  let reached: CapReached | undefined;
  try {
    for (const [index, checked] of items.entries()) {
      sender.signal.throwIfAborted();
      const gtin = 'item' in checked ? checked.item.gtin : checked.gtin;
      const verdict =
        'item' in checked
          ? await judgeItem(db, checked.item, known, sender)
          : refuse(findGtinReason(gtin) ?? 'invalid_field', checked.message);
      results.push({ index, gtin: gtin !== null && gtin.length <= LONGEST_ECHO ? gtin : null, ...verdict });
    }
  } catch (error) {
    if (!(error instanceof CapReached)) throw error;
    reached = error;
  }
  if (known.held.length > 0) await keepWaiting(db, sender.accountId, known.held, caps);
  const result = buildResult(items.length, results);
  if (reached) throw buildRefusal(reached.cap, caps, result);
  return result;
}

function buildRefusal(cap: CapReached['cap'], caps: BackflowCaps, result: BackflowResult): ApiError {
  const words = {
    per_day: `${caps.perDay} items of an account are accepted in a day (UTC).`,
    pending: `${caps.pending} items of an account may wait at once for their review.`,
    queue: 'More items wait than can be reviewed.',
  };
  const seconds = cap === 'per_day' ? 86_400 - (Math.floor(Date.now() / 1_000) % 86_400) : FULL_QUEUE_RETRY_S;
  return tooManyCalls(
    `${words[cap]} The first ${result.results.length} items of this batch were judged, the others not: send it ` +
      `again in ${seconds} s.`,
    seconds,
    { details: { cap, result } },
  );
}

function buildResult(received: number, results: BackflowResult['results']): BackflowResult {
  const count = (result: Verdict['result']) => results.filter((item) => item.result === result).length;
  return {
    received,
    accepted: count('accepted'),
    exists: count('exists'),
    duplicate: count('duplicate'),
    invalid: count('invalid'),
    results,
  };
}

interface Known {
  categories: ReadonlySet<string>;
  barcodes: Map<string, BarcodeStanding>;
}

interface Judging extends Known {
  caps: BackflowCaps;
  /** Items whose barcode is pending from another submission. */
  held: { submission: BackflowSubmission; behindId: string }[];
}

/** Loads the data of the whole batch at once. The unique index on pending barcodes catches later changes. */
async function loadKnown(db: Db, items: readonly CheckedItem[]): Promise<Known> {
  const good = items.flatMap((checked) => ('item' in checked ? [checked.item] : []));
  return {
    categories: await findCategoryCodes(
      db,
      good.flatMap(({ category }) => category ?? []),
    ),
    barcodes: await loadBarcodeStandings(
      db,
      good.flatMap(({ gtin }) => findKey(gtin) ?? []),
    ),
  };
}

function findKey(gtin: string): string | undefined {
  const parsed = parseGtin(gtin);
  return parsed.ok ? parsed.gtin14 : undefined;
}

async function judgeItem(
  db: Db,
  { gtin, ...content }: BackflowItem,
  known: Judging,
  { accountId, requestId, mostInQueue }: BackflowSender,
): Promise<Verdict> {
  const parsed = parseGtin(gtin);
  if (!parsed.ok) return refuse(parsed.reason, parsed.message);
  if (content.category !== undefined && !known.categories.has(content.category)) {
    return refuse('invalid_field', 'category: there is no category of this code');
  }
  const { gtin14 } = parsed;
  const contentHash = hashSubmission({ gtin14, productId: null, content });
  const id = uuidV7();
  const submission = { id, source: 'backflow' as const, gtin14, content, contentHash, accountId, requestId };
  let standing = known.barcodes.get(gtin14);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (standing?.productId) return { ...NOTHING, result: 'exists', product_id: standing.productId };
    if (standing?.pendingId) {
      known.held.push({ submission, behindId: standing.pendingId });
      return { ...NOTHING, result: 'duplicate', submission_id: standing.pendingId };
    }
    if (await saveBackflowSubmission(db, submission, known.caps, mostInQueue)) {
      known.barcodes.set(gtin14, { productId: null, pendingId: id });
      return { ...NOTHING, result: 'accepted', submission_id: id };
    }
    // Another batch may have inserted the barcode first, which this finds. Otherwise a cap is reached.
    standing = (await loadBarcodeStandings(db, [gtin14])).get(gtin14);
    if (standing?.productId || standing?.pendingId) continue;
    const cap = await findReachedCap(db, accountId, known.caps, mostInQueue);
    // The sender was blocked during this batch.
    if (cap === 'blocked') throw refuseBlocked();
    if (cap) throw new CapReached(cap);
  }
  throw new ApiError('unavailable', 'An item is being reviewed at this moment. Send the batch again.');
}

const NOTHING = { reason: null, message: null, submission_id: null, product_id: null };

function refuse(reason: BackflowReason, message: string): Verdict {
  return { ...NOTHING, result: 'invalid', reason, message };
}

/** The barcode is judged first, even if other fields are invalid. */
function findGtinReason(gtin: string | null): BackflowReason | undefined {
  const parsed = gtin === null ? undefined : parseGtin(gtin);
  return parsed && !parsed.ok ? parsed.reason : undefined;
}
