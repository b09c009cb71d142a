import { saveGoodAddress } from '../../access/limits/good-address-store.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction, rehearseTransaction } from '../../platform/db/retry-transaction.ts';
import type { FactComparison } from '../../facts/registry/product-facts-contract.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { admitPictures } from '../pictures/submitted-pictures.ts';
import { saveAuditEntries, type AuditEntry } from '../../platform/audit/audit-store.ts';
import { saveDecisionRecords, takeWaiting } from '../undo/decision-record-store.ts';
import { admitSubmission, type AdmittedSubmission } from './admit-submission.ts';
import { listMisfits, type StatedNutrition } from './nutrition-misfits.ts';
import type { ApprovalPreview } from './preview-contract.ts';
import { describeRule, requireOpenSubmission, type Reviewer } from './require-open-submission.ts';
import type { Approval, ApproveBody } from './review-contract.ts';
import { findSubmission, lockSubmission, saveDecision } from './review-store.ts';

/**
 * Approves a submission in one transaction. It creates or completes the product and saves the decision, its audit
 * rows and what undoing takes.
 * @throws ApiError `not_found`, `invalid_state` (decided, claimed by another operator, target archived),
 * `version_conflict`, `decision_required` with `details.fields`, `possible_duplicate` (a new product beside a similar
 * one), `barcode_conflict`, `validation_failed` (a new product without name, an unusable field, a contradiction),
 * `forbidden` (for a reviewer: another product, or overriding a fact that the product has)
 */
export async function approveSubmission(
  db: Db,
  id: string,
  body: ApproveBody,
  reviewer: Reviewer,
): Promise<Approval> {
  return describeApproval(
    id,
    await retryTransaction(db, (tx) => approveInTransaction(tx, id, body, reviewer)),
  );
}

export async function approveInTransaction(
  tx: Tx,
  id: string,
  body: ApproveBody,
  reviewer: Reviewer,
): Promise<AdmittedSubmission> {
  const { row } = requireOpenSubmission(await lockSubmission(tx, id), reviewer.operatorId);
  const admitted = await admitSubmission(tx, row, body, reviewer);
  const { product, isNew, difference } = admitted;
  const { author, rule } = reviewer;
  const pictures = await admitPictures(tx, admitted.pictures, product.id);
  // Locks the audit log: what reads, or waits for others, comes before.
  await saveDecision(tx, id, { status: 'approved', resultProductId: product.id }, reviewer);
  if (row.addressHash !== null && !rule) await saveGoodAddress(tx, row.addressHash);
  const waiting = row.gtin14 === null ? [] : await takeWaiting(tx, row.gtin14);
  await saveDecisionRecords(tx, reviewer, [id], {
    productId: product.id,
    productVersion: product.version,
    isNewProduct: isNew,
    difference,
    waiting,
  });
  const decided: AuditEntry = {
    action: 'submission.approved',
    entity: 'submission',
    entityId: id,
    before: { status: 'pending' },
    after: {
      status: 'approved',
      product_id: product.id,
      is_new_product: isNew,
      ...describeRule(reviewer),
      ...(body.overrides ? { overrides: body.overrides } : {}),
      ...(body.decisions ? { decisions: body.decisions } : {}),
      ...(body.confirmed_different ? { confirmed_different: body.confirmed_different } : {}),
      ...(pictures.length > 0 ? { pictures } : {}),
    },
  };
  await saveAuditEntries(tx, author, [...admitted.audit, decided]);
  return admitted;
}

/**
 * Returns what `approveSubmission` would do with the same body, by doing it and rolling back. Does not lock the
 * submission, so that a preview never makes a decision fail. Lists undecided fields and leaves them unchanged.
 * @throws ApiError as `approveSubmission`, except `decision_required`
 */
export async function previewApproval(
  db: Db,
  id: string,
  body: ApproveBody,
  reviewer: Reviewer,
): Promise<ApprovalPreview> {
  try {
    return describePreview(id, await rehearseApproval(db, id, body, reviewer), []);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'decision_required') throw error;
    const undecided = (error.details?.['fields'] ?? []) as FactComparison[];
    const names = undecided.flatMap(({ field, group }) => [field, group]);
    const kept = Object.fromEntries(names.map((name) => [name, 'keep' as const]));
    const open = { ...body, decisions: { ...body.decisions, ...kept } };
    return describePreview(id, await rehearseApproval(db, id, open, reviewer), undecided);
  }
}

export async function rehearseApproval(
  db: Db,
  id: string,
  body: ApproveBody,
  reviewer: Reviewer,
): Promise<AdmittedSubmission> {
  return await rehearseTransaction(db, async (tx) => {
    const { row } = requireOpenSubmission(await findSubmission(tx, id), reviewer.operatorId);
    return await admitSubmission(tx, row, body, reviewer);
  });
}

function describePreview(
  id: string,
  { product, isNew, versionBefore, seen, nutrition, ...admitted }: AdmittedSubmission,
  undecided: FactComparison[],
): ApprovalPreview {
  const { changes, source_changes, quality_score } = admitted;
  return {
    id,
    product: {
      id: isNew ? null : product.id,
      name: product.name,
      is_new: isNew,
      version: versionBefore ?? null,
    },
    changes,
    source_changes,
    quality_score,
    misfits: listMisfits(takeUndecided(undecided, nutrition.before) ?? nutrition.after, nutrition.before),
    fields: product.fields,
    undecided,
    seen: undecided.length > 0 ? null : seen,
  };
}

/** Returns the nutrition as it would be if undecided amounts were taken, or undefined if they are decided. */
function takeUndecided(
  undecided: FactComparison[],
  { nutriments, nutrition_basis: basis }: StatedNutrition,
): StatedNutrition | undefined {
  const offered = (name: 'nutriments' | 'nutrition_basis') =>
    undecided.find(({ field }) => field === name)?.offered[name];
  const amounts = offered('nutriments') as StatedNutrition['nutriments'];
  if (!amounts) return undefined;
  const otherBasis = offered('nutrition_basis') as string | undefined;
  // Amounts for another basis replace all others.
  if (otherBasis) return { nutriments: amounts, nutrition_basis: otherBasis };
  return { nutriments: { ...nutriments, ...amounts }, nutrition_basis: basis };
}

function describeApproval(
  id: string,
  { product, isNew, changes, source_changes }: AdmittedSubmission,
): Approval {
  return {
    id,
    status: 'approved',
    product_id: product.id,
    is_new_product: isNew,
    product_version: product.version,
    quality_score: product.qualityScore,
    changes,
    source_changes,
    fields: product.fields,
  };
}
