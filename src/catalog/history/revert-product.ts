import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Tx, Db } from '../../platform/db/client.ts';
import { loadCatalogueContext } from '../../facts/state/catalogue-context.ts';
import type { ClaimedFacts } from '../../facts/product-facts.ts';
import { PART_LIST } from '../../facts/registry/fact-list.ts';
import { writtenFactsShape } from '../../facts/registry/fact-shapes-contract.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Author } from '../../platform/audit/audit-store.ts';
import { changeProduct, type SavedProduct } from '../products/change-product.ts';
import { lockProduct } from '../products/lock-product.ts';
import { isRevertible, listFactChanges, type FactChange } from './fact-changes.ts';
import type { RevertBody, RevertPreview } from './history-contract.ts';
import { findHistoryRow, findValueAfter } from './history-store.ts';
import { buildAuditView } from '../products/administration/product-audit.ts';
import { describeDifference } from '../difference/describe-difference.ts';
import {
  brandNamesOf,
  lockProductSnapshot,
  readProductSnapshot,
} from '../difference/product-snapshot-store.ts';
import { rehearseTransaction } from '../../platform/db/retry-transaction.ts';

/** Values that are meaningless without each other: they are reverted together. */
const TOGETHER = [['nutriments', 'nutrition_basis']];

const writtenSchema = z.strictObject(writtenFactsShape);

/**
 * Restores fields of a product to their values before a row of its history. The operator becomes their supplier. Call
 * it last in its transaction, like `changeProduct`.
 * @throws ApiError `not_found` (product, row), `version_conflict`, `invalid_state` (archived), `validation_failed`
 * (the row did not change the field, or the former value is no longer valid)
 */
export async function revertProduct(
  tx: Tx,
  id: string,
  { version, seq, fields }: RevertBody,
  { operatorId, author }: { operatorId: string; author: Author },
): Promise<SavedProduct> {
  const product = await lockProduct(tx, id, version);
  const row = await findHistoryRow(tx, id, seq);
  if (!row) throw new ApiError('not_found', 'The history of this product has no such row.');
  const changes = isRevertible(row.before, row.after) ? listFactChanges(row.before, row.after) : [];
  const unchanged = fields.filter((field) => !changes.some((change) => change.field === field));
  if (unchanged.length > 0) {
    throw invalidFields(
      unchanged,
      'not_changed',
      'was not changed by this row, or there is nothing before it',
    );
  }
  const facts = readFacts(await collectFormer(tx, id, seq, fields, changes));
  const words = { facts, source: 'operator', operatorId, author, revertedSeq: seq };
  return await changeProduct(tx, product, words, await loadCatalogueContext(tx));
}

/** Returns the former values, including parts that the row did not change: an amount needs the unit of that time. */
async function collectFormer(
  tx: Tx,
  id: string,
  seq: number,
  fields: readonly string[],
  changes: readonly FactChange[],
): Promise<Record<string, unknown>> {
  const wanted = new Set(fields.flatMap((field) => TOGETHER.find((some) => some.includes(field)) ?? field));
  const former: Record<string, unknown> = {};
  for (const { name, fact } of PART_LIST) {
    if (!wanted.has(fact.field)) continue;
    const change = changes.find((one) => one.name === name);
    const found = change ? { value: change.before } : await findValueAfter(tx, id, seq, name);
    if (found) former[name] = found.value;
  }
  return former;
}

function readFacts(former: Record<string, unknown>): ClaimedFacts {
  const read = writtenSchema.safeParse(former);
  if (read.success) return read.data;
  const names = [...new Set(read.error.issues.map(({ path }) => String(path[0])))];
  throw invalidFields(names, 'unusable', 'cannot be written as it was: the rules have changed since');
}

function invalidFields(names: readonly string[], code: string, message: string): ApiError {
  return new ApiError('validation_failed', `${names.join(', ')} ${message}.`, {
    details: { fields: names.map((field) => ({ field, code, message })) },
  });
}

/**
 * Runs `revertProduct` with the same body, rolls it back, and returns its result.
 * @throws ApiError as `revertProduct`
 */
export async function previewRevert(
  db: Db,
  id: string,
  body: RevertBody,
  by: { operatorId: string; author: Author },
): Promise<RevertPreview> {
  return await rehearseTransaction(db, async (tx) => {
    const before = await lockProductSnapshot(tx, id);
    const { version } = await revertProduct(tx, id, body, by);
    const context = await loadCatalogueContext(tx);
    const change = describeDifference(before, await readProductSnapshot(tx, id), context);
    const row = await findHistoryRow(tx, id, body.seq);
    const current = before ? buildAuditView(before.state, brandNamesOf([before]), context) : {};
    const changedSince = listFactChanges(row?.before ?? null, row?.after ?? null).filter(
      ({ field, name, after: left }) =>
        body.fields.includes(field) && !isDeepStrictEqual(current[name] ?? null, left),
    );
    return {
      product_id: id,
      version: before?.state.version ?? version,
      changed_since: [...new Set(changedSince.map(({ field }) => field))],
      ...change,
    };
  });
}
