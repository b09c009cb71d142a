import { sql } from 'drizzle-orm';
import { describeDifference, fingerprintOf } from '../../catalog/difference/describe-difference.ts';
import { diffProducts, type ProductDifference } from '../../catalog/difference/diff-products.ts';
import type { ProductChange } from '../../catalog/difference/product-change-contract.ts';
import {
  lockProductSnapshot,
  readProductSnapshot,
  type ProductSnapshot,
} from '../../catalog/difference/product-snapshot-store.ts';
import {
  changeProduct,
  createProduct,
  type ProductWords,
  type SavedProduct,
} from '../../catalog/products/change-product.ts';
import { requireVersion } from '../../catalog/products/lock-product.ts';
import type { AuditEntry } from '../../platform/audit/audit-store.ts';
import type { Tx } from '../../platform/db/client.ts';
import { loadCatalogueContext } from '../../facts/state/catalogue-context.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { mayActAs } from '../../platform/http/callers/operator.ts';
import { showAsFact } from '../pictures/picture-store.ts';
import { readSubmittedPictures, type SubmittedPictures } from '../pictures/submitted-pictures.ts';
import type { Reviewer } from './require-open-submission.ts';
import { findTarget } from './review-store.ts';
import type { StatedNutrition } from './nutrition-misfits.ts';
import { COMMUNITY, leaveOutAmounts, readSubmittedWords, requireUsable } from './submitted-words.ts';
import type { ApproveBody } from './review-contract.ts';
import type { Submission } from './review-store.ts';
import type { ClaimedFacts } from '../../facts/product-facts.ts';
import { foldText } from '../../platform/text/fold-text.ts';
import { findCandidates } from '../submissions/duplicates/duplicate-store.ts';
import { judgeCandidates } from '../submissions/duplicates/find-duplicates.ts';

export interface AdmittedSubmission extends ProductChange {
  product: SavedProduct & { name: string };
  isNew: boolean;
  /** Version of the product before; undefined for a new product. */
  versionBefore: number | undefined;
  /** Fingerprint of the change. */
  seen: string;
  /** The nutrition before and after. */
  nutrition: { before: StatedNutrition; after: StatedNutrition };
  /** Used to undo the approval. */
  difference: ProductDifference;
  pictures: SubmittedPictures;
  /** The audit row of the product, which is to be saved last. */
  audit: AuditEntry[];
}

/**
 * Writes a submission into the catalogue and returns what changed. Approval and preview both use it; the preview
 * rolls back.
 * @throws ApiError as `approveSubmission`, except for the state of the submission
 */
export async function admitSubmission(
  tx: Tx,
  submission: Submission,
  body: ApproveBody,
  { operatorId, role, author, isBulk = false }: Reviewer,
): Promise<AdmittedSubmission> {
  const context = await loadCatalogueContext(tx);
  const { unusable, ...submitted } = readSubmittedWords(submission, context);
  requireUsable(unusable, body);
  submitted.facts = leaveOutAmounts(submitted.facts, body.decisions);
  const pictures = await readSubmittedPictures(tx, submission.id, { left: body.left_pictures, isBulk });
  if (pictures.taken.length > 0)
    submitted.facts.contributed_pictures = Object.fromEntries(pictures.taken.map(showAsFact));
  const mayEdit = mayActAs(role, 'editor');
  const targetId = await chooseTarget(tx, submission, body.target_product_id, mayEdit);
  if (targetId === undefined) {
    const facts = { ...submitted.facts, ...body.overrides };
    await requireConfirmedDifferent(tx, { facts, gtin14: submission.gtin14 }, body.confirmed_different);
  }
  const before = targetId === undefined ? undefined : await lockTarget(tx, targetId, body);
  const audit: AuditEntry[] = [];
  const words: ProductWords = {
    ...submitted,
    overrides: readOverrides(body, mayEdit),
    decisions: body.decisions,
    source: COMMUNITY,
    submissionId: submission.id,
    operatorId,
    author,
    audit,
  };
  const product = before
    ? await changeProduct(tx, before.state, words, context)
    : await createProduct(tx, { ...words, status: 'active' }, context);
  const after = await readProductSnapshot(tx, product.id);
  const change = describeDifference(before, after, context);
  const seen = fingerprintOf(targetId ?? null, change);
  if (body.seen !== undefined && body.seen !== seen) {
    throw new ApiError('version_conflict', 'The effect of this approval has changed since it was shown.', {
      details: { product_id: targetId ?? null, version: before?.state.version ?? null, seen },
    });
  }
  return {
    ...change,
    product: { ...product, name: after?.state.facts.name ?? '' },
    isNew: targetId === undefined,
    versionBefore: before?.state.version,
    seen,
    nutrition: { before: before?.state.facts ?? {}, after: after?.state.facts ?? {} },
    difference: diffProducts(before, after),
    pictures,
    audit,
  };
}

/**
 * Returns the product to change; undefined: create a new one.
 * @throws ApiError `forbidden`: choosing another product takes the right to edit products
 */
async function chooseTarget(
  tx: Tx,
  submission: Submission,
  chosen: ApproveBody['target_product_id'],
  mayEdit: boolean,
): Promise<string | undefined> {
  if (chosen === null) return undefined;
  if (chosen !== undefined && mayEdit) return chosen;
  const ownId = (await findTarget(tx, submission))?.id;
  if (chosen === undefined || chosen === ownId) return ownId;
  throw new ApiError(
    'forbidden',
    'The submission is not about this product: approving it there needs the role editor.',
    { details: { target_product_id: chosen, own_target_id: ownId ?? null } },
  );
}

/** @throws ApiError `not_found`, `version_conflict` */
async function lockTarget(
  tx: Tx,
  id: string,
  { target_product_id: chosen, version }: ApproveBody,
): Promise<ProductSnapshot> {
  const product = await lockProductSnapshot(tx, id);
  if (product) {
    if (version !== undefined) requireVersion(product.state, version);
    return product;
  }
  if (chosen !== undefined) throw new ApiError('not_found', 'There is no product with this id.');
  throw new ApiError('version_conflict', 'The product it is about was removed meanwhile.', {
    details: { product_id: id },
  });
}

function readOverrides({ overrides }: ApproveBody, mayEdit: boolean): ProductWords['overrides'] {
  if (!overrides || Object.keys(overrides).length === 0) return undefined;
  const { msrp, ...facts } = overrides;
  return { facts, msrp, mayChangeHeld: mayEdit };
}

/**
 * Fails if a stored product may be the same and the operator has not confirmed that it is another one. The lock on
 * the folded name makes a concurrent creation wait, so that it finds the first product.
 * @throws ApiError `possible_duplicate` with `details.possible_duplicates`: the unconfirmed ones
 */
async function requireConfirmedDifferent(
  tx: Tx,
  submitted: { facts: ClaimedFacts; gtin14: string | null },
  confirmed: readonly string[] = [],
): Promise<void> {
  const { name } = submitted.facts;
  if (!name) return;
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`new product: ${foldText(name)}`}, 0))`,
  );
  const candidates = await findCandidates(tx, submitted.facts, submitted.gtin14, []);
  const open = judgeCandidates(candidates, submitted).filter(
    ({ id, needs_confirmation: isStrong }) => isStrong && !confirmed.includes(id),
  );
  if (open.length === 0) return;
  throw new ApiError(
    'possible_duplicate',
    `The product may exist already: ${open
      .slice(0, 3)
      .map((product) => product.name)
      .join(', ')}. Complete that product, or confirm that it is another one.`,
    { details: { possible_duplicates: open } },
  );
}
