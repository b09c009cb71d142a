import { eq } from 'drizzle-orm';
import { products } from '../../../src/platform/db/schema/catalogue.ts';
import { SEARCH_INDEX } from '../../../src/search/index/search-index.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { pause } from '../scenario.ts';
import type { World } from '../world.ts';

/** Changes a product every `everyMs`, and says how long after each commit the index has it, in ms. */
export async function measureFreshness(world: World, durationMs: number, everyMs = 500): Promise<number[]> {
  const id = await insertProduct(world.db, { name: 'Freshness' });
  const index = world.client.index(SEARCH_INDEX);
  const waiting = new Map<number, number>();
  const seen: number[] = [];
  const until = performance.now() + durationMs;
  let round = 0;
  let nextAt = 0;
  // After the end, it waits for what is still to come.
  while (performance.now() < until || (waiting.size > 0 && performance.now() < until + 60_000)) {
    const now = performance.now();
    if (now >= nextAt && now < until) {
      nextAt = now + everyMs;
      round += 1;
      await world.db
        .update(products)
        .set({ name: `Freshness ${round}` })
        .where(eq(products.id, id));
      waiting.set(round, performance.now());
    }
    const document = await index.getDocument(id).catch(() => undefined);
    const shown = Number(/\d+$/.exec(String(document?.['name']))?.[0] ?? 0);
    for (const [one, changedAt] of waiting) {
      if (one > shown) continue;
      waiting.delete(one);
      seen.push(performance.now() - changedAt);
    }
    await pause(20);
  }
  // Never seen counts as never fresh.
  return [...seen, ...[...waiting].map(() => Infinity)];
}
