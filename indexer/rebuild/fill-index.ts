import { listProductsInUse } from '../../src/search/index/indexed-product-store.ts';
import { markDirty } from '../../src/platform/job-queue/mark-products.ts';
import { saveRebuild } from '../../src/search/index/rebuild-store.ts';
import { buildBatch, MAX_BATCH_BYTES, MAX_BATCH_DOCUMENTS } from '../drain/build-batch.ts';
import {
  POLL_MS,
  type NextStep,
  type RebuildDependencies,
  type RebuildRun,
  type SentPage,
} from './rebuild-run.ts';

/**
 * Pages in flight. Meilisearch indexes all queued pages in one pass, and a pass costs more the larger the index is.
 * At a million documents, 60 pages fill it in two thirds of the time of 20. But a person's change waits for the pass.
 */
const MAX_PAGES = { nearPeople: 6, alone: 60 };
const SAVE_EVERY_MS = 1_000;

/** Sends the next page of products to the new index, and checks the outcome of the oldest one. */
export async function fillIndex(deps: RebuildDependencies, run: RebuildRun): Promise<NextStep> {
  const { fill } = run;
  const most = deps.arePeopleNear() ? MAX_PAGES.nearPeople : MAX_PAGES.alone;
  const maySend = () => fill.after !== undefined && fill.pages.length < most;
  if (maySend()) await sendPage(deps, run);
  await settleOldest(deps, run);
  if (Date.now() - fill.savedAt > SAVE_EVERY_MS) {
    await saveRebuild(deps.db, run.id, { done: fill.done });
    fill.savedAt = Date.now();
  }
  deps.metrics.rebuildProgress.set(run.total ? Math.min(1, fill.done / run.total) : 0);
  if (fill.after === undefined && fill.pages.length === 0) return { phase: 'verifying' };
  return { againMs: maySend() ? 0 : POLL_MS };
}

async function sendPage(deps: RebuildDependencies, { fill }: RebuildRun): Promise<void> {
  const { db, engine, gate, lock } = deps;
  const products =
    fill.after === undefined ? [] : await listProductsInUse(db, fill.after, MAX_BATCH_DOCUMENTS);
  if (products.length === 0) {
    fill.after = undefined;
    return;
  }
  const batch = buildBatch(
    products.map((product) => ({ ...product, version: 0 })),
    MAX_BATCH_BYTES,
    engine.renderDocument,
  );
  const productIds = batch.marks.map(({ productId }) => productId);
  await lock.assertHeld();
  // Counts as sent from here on: a failed request may have arrived.
  const page: SentPage = { productIds, task: -1 };
  fill.pages.push(page);
  try {
    page.task = await gate.send(() => engine.next.sendDocuments(batch.documents));
  } catch (error) {
    await lock.assertHeld();
    fill.pages.pop();
    throw error;
  }
  const isLast = products.length < MAX_BATCH_DOCUMENTS && productIds.length === products.length;
  fill.after = isLast ? undefined : productIds.at(-1);
}

async function settleOldest({ db, engine }: RebuildDependencies, { fill }: RebuildRun): Promise<void> {
  const [oldest] = fill.pages;
  if (!oldest) return;
  const outcome = await engine.next.findOutcome(oldest.task);
  if (outcome.state === 'pending') return;
  // The drain finds the refused documents, sends the others, and parks the refused ones.
  if (outcome.state !== 'succeeded') await markDirty(db, oldest.productIds);
  fill.pages.shift();
  fill.done += oldest.productIds.length;
}
