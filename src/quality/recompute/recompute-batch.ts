import { loadCatalogueContext, type CatalogueContext } from '../../facts/state/catalogue-context.ts';
import { loadProductStates } from '../../facts/state/product-state-store.ts';
import { readStateLabel } from '../../facts/label/read-label.ts';
import { buildStateScore, type ProductState } from '../../facts/state/product-state.ts';
import { markInBackground } from '../../platform/job-queue/mark-products.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import {
  countScopeProducts,
  findOpenRecompute,
  listScopeProducts,
  requestReading,
  saveProgress,
  saveComputed,
  type ComputedRow,
  takeRecomputeTurn,
} from './recompute-store.ts';

type OpenRecompute = NonNullable<Awaited<ReturnType<typeof findOpenRecompute>>>;

/**
 * Computes scores and reads labels for the next products of the oldest open recomputation. The same transaction
 * advances the cursor, so that after a kill nothing is half done and any process can continue.
 * @returns false if there is nothing to do, or another process is working on it
 */
export async function recomputeBatch(db: Db, batchSize: number): Promise<boolean> {
  if (!(await findOpenRecompute(db)) && !(await requestReading(db))) return false;
  return await db.transaction(async (tx) => {
    if (!(await takeRecomputeTurn(tx))) return false;
    const open = await findOpenRecompute(tx);
    if (!open) return false;
    if (open.state === 'pending') await begin(tx, open);
    else {
      await markInBackground(tx);
      await goOn(tx, open, batchSize);
    }
    return true;
  });
}

async function begin(tx: Tx, { id, scope }: OpenRecompute): Promise<void> {
  const total = await countScopeProducts(tx, scope);
  await saveProgress(tx, id, { state: 'running', startedAt: new Date(), total });
}

async function goOn(tx: Tx, open: OpenRecompute, batchSize: number): Promise<void> {
  const ids = await listScopeProducts(tx, open.scope, open.cursor, batchSize);
  const last = ids.at(-1);
  if (last === undefined) {
    await saveProgress(tx, open.id, { state: 'done', finishedAt: new Date() });
    return;
  }
  const context = await loadCatalogueContext(tx);
  // Locked until the scores are written: a concurrent edit would otherwise get the score of the state before it.
  const states = await loadProductStates(tx, ids);
  const rows = [...states.values()].map((state) => computeRow(state, context));
  const changed = await saveComputed(tx, rows);
  await saveProgress(tx, open.id, {
    cursor: last,
    done: open.done + ids.length,
    changed: open.changed + changed,
  });
}

/** Returns the values derived from a product's facts. */
export function computeRow(state: ProductState, context: CatalogueContext): ComputedRow {
  return { id: state.id, score: buildStateScore(state, context), ...readStateLabel(state, context) };
}
