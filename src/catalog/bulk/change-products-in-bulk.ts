import { isDeepStrictEqual } from 'node:util';
import type { Db, Tx } from '../../platform/db/client.ts';
import { retryTransaction } from '../../platform/db/retry-transaction.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { saveAuditEntries, type Author } from '../../platform/audit/audit-store.ts';
import { computeRow } from '../../quality/recompute/recompute-batch.ts';
import { saveComputed } from '../../quality/recompute/recompute-store.ts';
import { loadBrandNames } from '../../facts/values/brand-name-store.ts';
import type { BulkChange, BulkResult } from './bulk-contract.ts';
import { loadCatalogueContext, type CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { applyStatusChange, STATUS_CHANGE_DONE } from '../products/administration/change-product-status.ts';
import { requireNotArchived } from '../products/lock-product.ts';
import { buildAuditDiff } from '../products/administration/product-audit.ts';
import { loadProductStates, loadScores, readProductStates } from '../../facts/state/product-state-store.ts';
import type { ProductState } from '../../facts/state/product-state.ts';
import { requireSource, resolveFacts } from '../../facts/resolve-facts.ts';
import { saveProductStates, type StateChange } from '../../facts/state/save-product-states.ts';
import { makeBrand, takeResolvedFacts } from '../../facts/take-facts.ts';

type Item = BulkResult['results'][number];
type Judge = (product: ProductState) => StateChange | undefined;

/**
 * Makes the same change to many products in one transaction, and returns the result for each. A product that cannot be
 * changed does not stop the others. A dry run locks and writes nothing.
 * @throws ApiError `validation_failed` (unknown category, brand without a letter)
 */
export async function changeProductsInBulk(
  db: Db,
  bulk: BulkChange,
  { operatorId, author }: { operatorId: string; author: Author },
): Promise<BulkResult> {
  const ids = [...new Set(bulk.ids)];
  const results = await retryTransaction(db, async (tx) => {
    const context = await loadCatalogueContext(tx);
    const states = bulk.dry_run ? await readProductStates(tx, ids) : await loadProductStates(tx, ids);
    if (bulk.action === 'recompute') return await recompute(tx, ids, states, bulk.dry_run, context);
    const judge = await buildJudge(tx, bulk, states, context);
    const judged = ids.map((id) => judgeOne(id, states.get(id), judge));
    if (!bulk.dry_run) {
      const changes = judged.flatMap(({ change }) => change ?? []);
      await saveProductStates(tx, changes, context, { operatorId });
      await saveAudit(tx, bulk, changes, author, context);
    }
    return judged.map(({ item, change }) => ({
      ...item,
      version: item.version === null ? null : item.version + (change && !bulk.dry_run ? 1 : 0),
    }));
  });
  const count = (wanted: Item['result']) => results.filter(({ result }) => result === wanted).length;
  return {
    action: bulk.action,
    dry_run: bulk.dry_run,
    changed: count('changed'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    results,
  };
}

async function buildJudge(
  tx: Tx,
  bulk: Exclude<BulkChange, { action: 'recompute' }>,
  states: ReadonlyMap<string, ProductState>,
  context: CatalogueContext,
): Promise<Judge> {
  if (bulk.action === 'archive' || bulk.action === 'restore') {
    return (product) => ({ before: product, after: applyStatusChange(product, bulk) });
  }
  const { action: _action, ids: _ids, dry_run: isDryRun, ...given } = bulk;
  const resolved = await resolveFacts(tx, given, context);
  const isNewBrand = Boolean(resolved.facts.brand) && resolved.brandId === undefined;
  const brandId =
    isNewBrand && !isDryRun ? (await makeBrand(tx, resolved.facts.brand ?? null))?.id : resolved.brandId;
  const brandNames = await loadBrandNames(
    tx,
    [...states.values()].map((state) => state.brandId),
  );
  const source = requireSource(context, 'operator');
  return (product) => {
    requireNotArchived(product);
    const brandName = brandNames.get(product.brandId ?? '') ?? null;
    const claims = { facts: resolved.facts, brandId, brandName };
    const { after, spokenFields } = takeResolvedFacts(product, claims, source, context);
    const isChanged = spokenFields.length > 0 || !isDeepStrictEqual(product, after);
    return isChanged ? { before: product, after, spoken: { [source.id]: spokenFields } } : undefined;
  };
}

function judgeOne(
  id: string,
  product: ProductState | undefined,
  judge: Judge,
): { item: Item; change?: StateChange | undefined } {
  if (!product) return { item: missing(id) };
  const item = { id, name: product.facts.name, code: null, message: null, version: product.version };
  try {
    const change = judge(product);
    return { item: { ...item, result: change ? 'changed' : 'unchanged' }, change };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { item: { ...item, result: 'failed', code: error.code, message: error.message } };
  }
}

function missing(id: string): Item {
  const message = 'There is no product with this id.';
  return { id, name: null, result: 'failed', code: 'not_found', message, version: null };
}

async function saveAudit(
  tx: Tx,
  { action }: BulkChange,
  changes: readonly StateChange[],
  author: Author,
  context: CatalogueContext,
): Promise<void> {
  const brandNames = await loadBrandNames(
    tx,
    changes.flatMap(({ before, after }) => [before?.brandId ?? null, after.brandId]),
  );
  const done = action === 'archive' || action === 'restore' ? STATUS_CHANGE_DONE[action] : 'product.updated';
  await saveAuditEntries(
    tx,
    author,
    changes.map(({ before, after }) => {
      const diff = buildAuditDiff(before, after, brandNames, context);
      return {
        action: done,
        entity: 'product',
        entityId: after.id,
        before: diff.before,
        after: { ...diff.after, bulk: action },
      };
    }),
  );
}

/** Recomputes scores only. They are derived from the facts, so versions stay and no history is written. */
async function recompute(
  tx: Tx,
  ids: readonly string[],
  states: ReadonlyMap<string, ProductState>,
  isDryRun: boolean,
  context: CatalogueContext,
): Promise<Item[]> {
  const stored = await loadScores(tx, ids);
  const rows = [...states.values()]
    .map((state) => computeRow(state, context))
    .filter(({ id, score }) => stored.get(id) !== score);
  if (!isDryRun) await saveComputed(tx, rows);
  const changed = new Set(rows.map(({ id }) => id));
  return ids.map((id): Item => {
    const product = states.get(id);
    if (!product) return missing(id);
    const result = changed.has(id) ? 'changed' : 'unchanged';
    return { id, name: product.facts.name, result, code: null, message: null, version: product.version };
  });
}
