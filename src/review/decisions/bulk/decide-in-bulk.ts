import { v7 as uuidV7 } from 'uuid';
import { z } from 'zod';
import type { ValueChange } from '../../../catalog/difference/product-change-contract.ts';
import type { Db } from '../../../platform/db/client.ts';
import { retryTransaction } from '../../../platform/db/retry-transaction.ts';
import { ApiError } from '../../../platform/http/api-error.ts';
import type { AdmittedSubmission } from '../admit-submission.ts';
import { approveInTransaction, rehearseApproval } from '../approve-submission.ts';
import { rejectInTransaction } from '../reject-submission.ts';
import { noSuchSubmission, requireOpenSubmission, type Reviewer } from '../require-open-submission.ts';
import { MAX_BULK_CHANGES, MAX_BULK_TEXT, type BulkBody, type BulkResult } from './bulk-decision-contract.ts';
import { findSubmission, findSubmissionNames } from '../review-store.ts';

type Result = BulkResult['results'][number];

const uuid = z.uuid();

const NOTHING = {
  code: null,
  message: null,
  details: null,
  product_id: null,
  product_name: null,
  is_new_product: false,
  changes: [],
  change_count: 0,
  seen: null,
};

/**
 * Decides many submissions alike, each in its own transaction, so that a refused one does not affect the others.
 * Refuses a submission that would replace a more trusted value. A dry run rolls each transaction back. With the
 * fingerprints of a dry run (`seen`), refuses a submission whose effect has changed since.
 */
export async function decideInBulk(
  db: Db,
  body: BulkBody,
  reviewer: Reviewer,
  signal: AbortSignal,
): Promise<BulkResult> {
  const results: Result[] = [];
  const judged = new Set<string>();
  const bulkId = body.dry_run ? null : uuidV7();
  const ids = body.ids.map((id) => id.toLowerCase());
  const names = await findSubmissionNames(
    db,
    ids.filter((id) => uuid.safeParse(id).success),
  );
  for (const [index, id] of ids.entries()) {
    signal.throwIfAborted();
    const name = names.get(id) ?? null;
    results.push(
      judged.has(id)
        ? { ...NOTHING, id: body.ids[index] ?? id, name, result: 'repeated' }
        : await judge(db, { id, name }, body, { ...reviewer, isBulk: true, bulkId: bulkId ?? undefined }),
    );
    judged.add(id);
  }
  const count = (result: Result['result']) => results.filter((item) => item.result === result).length;
  return {
    action: body.action,
    dry_run: body.dry_run,
    bulk_id: bulkId,
    done: count('done'),
    refused: count('refused'),
    results,
  };
}

async function judge(
  db: Db,
  submission: { id: string; name: string | null },
  body: BulkBody,
  reviewer: Reviewer,
): Promise<Result> {
  try {
    if (!uuid.safeParse(submission.id).success) throw noSuchSubmission();
    const admitted = await decide(db, submission.id, body, reviewer);
    return { ...NOTHING, ...submission, result: 'done', ...(admitted && describe(admitted, body.dry_run)) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { code, message, details = null } = error;
    return { ...NOTHING, ...submission, result: 'refused', code, message, details };
  }
}

/** Returns undefined for a rejection. */
async function decide(
  db: Db,
  id: string,
  { action, reason, dry_run: isDryRun, seen }: BulkBody,
  reviewer: Reviewer,
): Promise<AdmittedSubmission | undefined> {
  if (action === 'approve') {
    const body = { seen: seen?.[id] };
    if (isDryRun) return await rehearseApproval(db, id, body, reviewer);
    return await retryTransaction(db, (tx) => approveInTransaction(tx, id, body, reviewer));
  }
  if (isDryRun) requireOpenSubmission(await findSubmission(db, id), reviewer.operatorId);
  else await retryTransaction(db, (tx) => rejectInTransaction(tx, id, reason ?? '', reviewer));
  return undefined;
}

function describe({ product, isNew, changes, seen }: AdmittedSubmission, isDryRun: boolean): Partial<Result> {
  return {
    // The product that a dry run created has been rolled back.
    product_id: isDryRun && isNew ? null : product.id,
    product_name: product.name,
    is_new_product: isNew,
    changes: changes.slice(0, MAX_BULK_CHANGES).map(cutChange),
    change_count: changes.length,
    seen,
  };
}

function cutChange({ before, after, ...change }: ValueChange): ValueChange {
  return { ...change, before: cut(before), after: cut(after) };
}

function cut(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_BULK_TEXT ? value : `${text.slice(0, MAX_BULK_TEXT)}…`;
}
