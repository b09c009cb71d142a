import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { barcodes, products } from '../../../src/platform/db/schema/catalogue.ts';
import { foldText } from '../../../src/platform/text/fold-text.ts';
import { ensureCategory } from '../../support/catalogue/catalogue.ts';
import { pause } from '../scenario.ts';
import type { World } from '../world.ts';

/** What a product is, as far as the load is concerned; null: there is none. */
type State = { name: string; status: string } | null;

interface Entry {
  acknowledged: State;
  /** Of writes whose answer never came, since the last one that was acknowledged. */
  unsure: State[];
  isBusy: boolean;
}

export interface WriteLoad {
  /** Ends the load, and compares what was acknowledged with what is in the database. */
  stop(): Promise<{ acknowledged: number; failed: number; missing: number }>;
}

/**
 * So many writes a second, whether or not those before are answered: new products, edits, archiving and bringing back,
 * deletions, barcodes that move. What was acknowledged is written down.
 */
export async function startWriteLoad(world: World, perSecond: number): Promise<WriteLoad> {
  const { db } = world;
  const categoryId = await ensureCategory(db, 'food');
  const ledger = new Map<string, Entry>();
  const rows = await db
    .select({ id: products.id, name: products.name, status: products.status })
    .from(products)
    .where(eq(products.status, 'active'))
    .limit(500);
  for (const { id, ...state } of rows) ledger.set(id, { acknowledged: state, unsure: [], isBusy: false });
  let written = 0;
  let acknowledged = 0;
  let failed = 0;
  const running = new Set<Promise<void>>();

  const draw = (): [string, Entry] | undefined => {
    const free = [...ledger].filter(
      ([, entry]) => !entry.isBusy && entry.acknowledged && entry.unsure.length === 0,
    );
    return free[Math.floor(Math.random() * free.length)];
  };

  async function write(): Promise<void> {
    const kind = Math.random();
    if (kind < 0.2) return await change(uuidv7(), undefined, 'insert');
    const drawn = draw();
    if (!drawn) return;
    if (kind < 0.3 && ledger.size > 300) return await change(drawn[0], drawn[1], 'delete');
    if (kind < 0.4) return await moveBarcode(drawn[0]);
    await change(drawn[0], drawn[1], kind < 0.55 ? 'archive' : 'edit');
  }

  async function change(
    id: string,
    known: Entry | undefined,
    kind: 'insert' | 'edit' | 'archive' | 'delete',
  ) {
    const entry: Entry = known ?? { acknowledged: null, unsure: [], isBusy: false };
    ledger.set(id, entry);
    entry.isBusy = true;
    const name = `Written ${++written}`;
    const before = entry.acknowledged;
    const state: State =
      kind === 'delete'
        ? null
        : kind === 'archive' && before
          ? { ...before, status: before.status === 'active' ? 'archived' : 'active' }
          : { name, status: before?.status ?? 'active' };
    try {
      if (kind === 'insert') {
        await db
          .insert(products)
          .values({ id, name, searchName: foldText(name), categoryId, status: 'active', qualityScore: 0.5 });
      } else if (state === null) await db.delete(products).where(eq(products.id, id));
      else
        await db
          .update(products)
          .set({ ...state, status: state.status as 'active', searchName: foldText(state.name) })
          .where(eq(products.id, id));
      entry.acknowledged = state;
      acknowledged += 1;
    } catch {
      failed += 1;
      entry.unsure.push(state);
    }
    entry.isBusy = false;
  }

  async function moveBarcode(to: string): Promise<void> {
    const from = draw()?.[0];
    if (!from) return;
    await db
      .update(barcodes)
      .set({ productId: to, isPrimary: false })
      .where(and(eq(barcodes.productId, from), eq(barcodes.isPrimary, true)))
      .then(
        () => (acknowledged += 1),
        () => (failed += 1),
      );
  }

  const timer = setInterval(() => {
    // Bounded: a database that hangs is not asked without end.
    if (running.size > 50) return;
    const one: Promise<void> = write().finally(() => running.delete(one));
    running.add(one);
  }, 1_000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      return { acknowledged, failed, missing: await countMissing(world, ledger) };
    },
  };
}

async function countMissing(world: World, ledger: Map<string, Entry>): Promise<number> {
  for (let tries = 50; ; tries--) {
    try {
      const found = await world.db.execute<{ id: string; name: string; status: string }>(
        sql`select id, name, status from products where id = any(${sql.param([...ledger.keys()])}::uuid[])`,
      );
      const states = new Map(found.rows.map(({ id, ...state }) => [id, state]));
      const describe = (state: State | undefined) => (state ? `${state.name}|${state.status}` : 'none');
      return [...ledger].filter(([id, { acknowledged, unsure }]) => {
        const possible = [acknowledged, ...unsure].map(describe);
        return !possible.includes(describe(states.get(id)));
      }).length;
    } catch (error) {
      if (tries === 0) throw error;
      await pause(200);
    }
  }
}
