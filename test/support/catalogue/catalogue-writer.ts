import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { createRandom } from '../search/query-kinds.ts';
import { findProducts } from '../../../src/catalog/products/product-store.ts';
import type { Db, Tx } from '../../../src/platform/db/client.ts';
import { ensureBrand, ensureCategory, sourceIdOf } from './catalogue.ts';

const PER_TRANSACTION = 4;
const LONGEST_PAUSE_MS = 60;
const ROLLED_BACK = 0.1;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Everything that a product shows is changed by somebody, in long and short transactions; a share of them is rolled back. What
 * writes until it is stopped, and returns the outcomes of its transactions.
 */
export async function createWriter(db: Db, seed: number, rolledBack = ROLLED_BACK) {
  const random = createRandom(seed);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const categories = [await ensureCategory(db, 'food'), await ensureCategory(db, 'food/drinks')];
  const brands = [await ensureBrand(db, 'One'), await ensureBrand(db, 'Two')];
  const sourceId = await sourceIdOf(db, 'open_food_facts');
  const known: string[] = [];

  const insert = async (tx: Tx) => {
    const id = uuidv7();
    await tx.execute(sql`
      insert into products (id, name, search_name, brand_id, category_id, status, quality_score)
      values (${id}, ${`New ${id}`}, 'new', ${draw(brands)}, ${draw(categories)}, 'active', 0.5)`);
    known.push(id);
  };
  const changes: ((tx: Tx, id: string) => Promise<unknown>)[] = [
    (tx, id) => tx.execute(sql`update products set name = ${`Name ${random()}`} where id = ${id}`),
    (tx, id) =>
      tx.execute(
        sql`update products set status = ${draw(['active', 'archived', 'draft'])}, merged_into_id = null where id = ${id}`,
      ),
    (tx, id) =>
      tx.execute(sql`
        insert into food_details (product_id, serving_size) select id, ${`${random()} g`} from products where id = ${id}
        on conflict (product_id) do update set serving_size = excluded.serving_size`),
    (tx, id) =>
      tx.execute(sql`
        insert into field_provenance (product_id, field, source_id) select id, ${draw(['name', 'brand'])}, ${sourceId}
        from products
        where id = ${id} and not exists (select from field_provenance f where f.product_id = products.id)`),
    (tx, id) => tx.execute(sql`delete from field_provenance where product_id = ${id}`),
    (tx, id) =>
      tx.execute(sql`
        insert into msrp_snapshots (id, product_id, amount, currency, region, source_id)
        select ${uuidv7()}, id, 2, 'EUR', 'GLOBAL', ${sourceId} from products where id = ${id}`),
    (tx, id) => tx.execute(sql`delete from products where id = ${id}`),
  ];

  return async (until: () => boolean) => {
    const ended = { committed: 0, rolledBack: 0 };
    for (; !until();) {
      await db
        .transaction(async (tx) => {
          for (let i = 0; i < PER_TRANSACTION; i++) {
            if (known.length < 20 || random() < 0.1) await insert(tx);
            // In the order of ids, like every transaction that locks several products.
            else await draw(changes)(tx, draw(known));
            if (random() < 0.2) await pause(random() * LONGEST_PAUSE_MS);
          }
          if (random() < rolledBack) tx.rollback();
        })
        .then(
          () => (ended.committed += 1),
          () => (ended.rolledBack += 1),
        );
      if (random() < 0.02) {
        const name = `Brand ${random()}`;
        const rename = sql`update brands set name = ${name} where id = ${draw(brands)}`;
        // It marks its products for the index, which others do at the same time in another order: one of them gives way.
        await db.execute(rename).catch(() => undefined);
      }
      await pause(random() * LONGEST_PAUSE_MS);
    }
    return ended;
  };
}

/** All that is public now, as the interface shows it. */
export async function readCatalogue(db: Db): Promise<Map<string, unknown>> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from products where status = 'active'`);
  const products = await findProducts(
    db,
    rows.map(({ id }) => id),
  );
  return new Map([...products].map(([id, product]) => [id, JSON.parse(JSON.stringify(product)) as unknown]));
}
