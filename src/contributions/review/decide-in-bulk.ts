import { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import { retryTransaction } from '../../db/retry-transaction.ts';
import { ApiError } from '../../http/api-error.ts';
import { approveInTransaction, type Reviewer } from './approve-submission.ts';
import { rejectInTransaction } from './reject-submission.ts';
import { noSuchSubmission } from './require-open-entry.ts';
import type { BulkBody, BulkResult } from './review-contract.ts';

type Result = BulkResult['results'][number];

const uuid = z.uuid();

/** Rolls a dry run back with what it came to. */
class DryRunEnd extends Error {
  readonly productId: string | null;
  constructor(productId: string | null) {
    super('the dry run ends');
    this.productId = productId;
  }
}

/**
 * Decides many entries the same way, each in a transaction of its own, so that one that is refused leaves the others
 * alone. Where a better trusted value would be replaced nothing is decided: such an entry is refused. A dry run does
 * the same and rolls each back.
 */
export async function decideInBulk(
  db: Db,
  body: BulkBody,
  reviewer: Reviewer,
  signal: AbortSignal,
): Promise<BulkResult> {
  const results: Result[] = [];
  const judged = new Set<string>();
  for (const given of body.ids) {
    signal.throwIfAborted();
    const id = given.toLowerCase();
    results.push(
      judged.has(id) ? { ...NOTHING, id: given, result: 'repeated' } : await judge(db, id, body, reviewer),
    );
    judged.add(id);
  }
  const count = (result: Result['result']) => results.filter((item) => item.result === result).length;
  return {
    action: body.action,
    dry_run: body.dry_run,
    done: count('done'),
    refused: count('refused'),
    results,
  };
}

async function judge(db: Db, id: string, body: BulkBody, reviewer: Reviewer): Promise<Result> {
  try {
    return { ...NOTHING, id, result: 'done', product_id: await decide(db, id, body, reviewer) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { code, message, details = null } = error;
    return { ...NOTHING, id, result: 'refused', code, message, details };
  }
}

async function decide(db: Db, id: string, body: BulkBody, reviewer: Reviewer): Promise<string | null> {
  if (!uuid.safeParse(id).success) throw noSuchSubmission();
  try {
    return await retryTransaction(db, async (tx) => {
      const productId = await decideInTransaction(tx, id, body, reviewer);
      if (body.dry_run) throw new DryRunEnd(productId);
      return productId;
    });
  } catch (error) {
    if (error instanceof DryRunEnd) return error.productId;
    throw error;
  }
}

const NOTHING = { code: null, message: null, details: null, product_id: null };

async function decideInTransaction(
  tx: Tx,
  id: string,
  { action, reason, dry_run: isDryRun }: BulkBody,
  reviewer: Reviewer,
): Promise<string | null> {
  if (action === 'reject') {
    await rejectInTransaction(tx, id, reason ?? '', reviewer);
    return null;
  }
  const { product_id: productId, is_new_product: isNew } = await approveInTransaction(tx, id, {}, reviewer);
  // The one a dry run has made is gone again.
  return isDryRun && isNew ? null : productId;
}
