import {
  changeProduct,
  createProduct,
  type ProductWords,
  type SavedProduct,
} from '../../catalog/products/change-product.ts';
import type { Db, Tx } from '../../db/client.ts';
import { retryTransaction } from '../../db/retry-transaction.ts';
import { ApiError } from '../../http/api-error.ts';
import { mayActAs, type Role } from '../../http/callers/operator.ts';
import { saveAuditEntry, type Author } from '../../operators/audit/audit-store.ts';
import { requireConfirmedDifferent } from '../duplicates/require-confirmed-different.ts';
import { findTarget } from './find-target.ts';
import { COMMUNITY, readOffer, requireUsable } from './offered-words.ts';
import { requireOpenEntry } from './require-open-entry.ts';
import type { Approval, ApproveBody } from './review-contract.ts';
import { lockEntry, saveDecision, type Submission } from './review-store.ts';

export interface Reviewer {
  operatorId: string;
  role: Role;
  author: Author;
}

/**
 * Lets an entry into the catalogue, in one transaction: product created or completed, barcode, price, provenance,
 * score, mark for the index, the decision and its audit rows, or nothing at all. Wake the indexer afterwards.
 * @throws ApiError `not_found`, `invalid_state` (decided, claimed by another, target archived), `version_conflict`,
 *   `decision_required` with `details.fields`, `possible_duplicate` (a new product beside one that is much alike),
 *   `barcode_conflict`, `validation_failed` (a new product without name, a field that
 *   cannot be used), `forbidden` (for a reviewer: another product, or overriding what the product has)
 */
export async function approveSubmission(
  db: Db,
  id: string,
  body: ApproveBody,
  reviewer: Reviewer,
): Promise<Approval> {
  return await retryTransaction(db, (tx) => approveInTransaction(tx, id, body, reviewer));
}

export async function approveInTransaction(
  tx: Tx,
  id: string,
  body: ApproveBody,
  { operatorId, role, author }: Reviewer,
): Promise<Approval> {
  const { row } = requireOpenEntry(await lockEntry(tx, id), operatorId);
  const { unusable, ...offer } = await readOffer(tx, row);
  requireUsable(unusable, body);
  const mayEdit = mayActAs(role, 'editor');
  const targetId = await chooseTarget(tx, row, body.target_product_id, mayEdit);
  if (targetId === undefined) {
    const facts = { ...offer.facts, ...body.overrides };
    await requireConfirmedDifferent(tx, { facts, gtin14: row.gtin14 }, body.confirmed_different);
  }
  const product = await saveOffer(tx, targetId, body, {
    ...offer,
    overrides: readOverrides(body, mayEdit),
    decisions: body.decisions,
    source: COMMUNITY,
    submissionId: id,
    operatorId,
    author,
  });
  await saveDecision(tx, id, { status: 'approved', resultProductId: product.id, reviewedBy: operatorId });
  await saveAuditEntry(tx, author, {
    action: 'submission.approved',
    entity: 'submission',
    entityId: id,
    before: { status: 'pending' },
    after: {
      status: 'approved',
      product_id: product.id,
      is_new_product: targetId === undefined,
      ...(body.overrides ? { overrides: body.overrides } : {}),
      ...(body.decisions ? { decisions: body.decisions } : {}),
      ...(body.confirmed_different ? { confirmed_different: body.confirmed_different } : {}),
    },
  });
  return {
    id,
    status: 'approved',
    product_id: product.id,
    is_new_product: targetId === undefined,
    product_version: product.version,
    quality_score: product.qualityScore,
    fields: product.fields,
  };
}

/**
 * Undefined: a new product is to be made.
 * @throws ApiError `forbidden`: another product than the offer is about takes the right to edit products
 */
async function chooseTarget(
  tx: Tx,
  entry: Submission,
  chosen: ApproveBody['target_product_id'],
  mayEdit: boolean,
): Promise<string | undefined> {
  if (chosen === null) return undefined;
  if (chosen !== undefined && mayEdit) return chosen;
  const ownId = (await findTarget(tx, entry))?.id;
  if (chosen === undefined || chosen === ownId) return ownId;
  throw new ApiError(
    'forbidden',
    'The offer is not about this product: letting it in there takes the role editor.',
    { details: { target_product_id: chosen, own_target_id: ownId ?? null } },
  );
}

async function saveOffer(
  tx: Tx,
  targetId: string | undefined,
  { version }: ApproveBody,
  words: ProductWords,
): Promise<SavedProduct> {
  if (targetId === undefined) return await createProduct(tx, { ...words, status: 'active' });
  return await changeProduct(tx, { ...words, productId: targetId, version });
}

function readOverrides({ overrides }: ApproveBody, mayEdit: boolean): ProductWords['overrides'] {
  if (!overrides || Object.keys(overrides).length === 0) return undefined;
  const { msrp, ...facts } = overrides;
  return { facts, msrp, mayChangeHeld: mayEdit };
}
