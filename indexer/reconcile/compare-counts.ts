import type { Db } from '../../src/platform/db/client.ts';
import { countProductsInUse } from '../../src/search/index/indexed-product-store.ts';
import { measureBacklog } from '../../src/search/index/outbox-store.ts';
import type { IndexWriter } from '../../src/search/engines/index-engine.ts';

/**
 * Returns whether there are as many documents as products in use. Products in flight are counted before and after,
 * because they may explain a difference.
 */
export async function countsAgree(db: Db, index: IndexWriter): Promise<boolean> {
  const before = await countProducts(db);
  const state = await index.findState();
  const after = await countProducts(db);
  if (!state) return true;
  const onTheirWay = Math.max(before.waiting, after.waiting);
  const fewest = Math.min(before.inUse, after.inUse) - onTheirWay;
  const most = Math.max(before.inUse, after.inUse) + onTheirWay;
  return state.documentCount >= fewest && state.documentCount <= most;
}

async function countProducts(db: Db): Promise<{ inUse: number; waiting: number }> {
  return await db.transaction(
    async (tx) => {
      const { dirty, parked } = await measureBacklog(tx);
      return { inUse: await countProductsInUse(tx), waiting: dirty + parked };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
