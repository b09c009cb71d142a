import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  clearCatalogue,
  ensureBrand,
  ensureCategory,
  insertBarcode,
  insertKindFields,
  insertProduct,
  sourceIdOf,
} from '../../support/catalogue/catalogue.ts';
import { createChangeReader, stampAll, type ChangesPage } from '../../support/changes/change-reader.ts';
import type { Product } from '../../../src/catalog/products/product-contract.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;
const run = (statement: ReturnType<typeof sql>) => database.db.execute(statement);

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
beforeEach(async () => {
  await clearCatalogue(database.db);
  await run(sql`truncate product_changes, product_change_marks, product_change_scopes`);
});
afterAll(() => database.drop());

/** A product as its own address shows it, without the list of its ingredients, which is read for each answer. */
async function shownAt(id: string): Promise<unknown> {
  const { ingredients, ...product } = (await api.get(`/products/${id}`)).body as Product & {
    ingredients: unknown;
  };
  expect(ingredients).toEqual([]);
  return product;
}

/** What a reader at the end of the feed gets after `work`. */
async function changesOf(work: () => Promise<unknown>) {
  await stampAll(database.db);
  const reader = createChangeReader(api, ((await api.get('/changes?since=now')).body as ChangesPage).next);
  await work();
  await stampAll(database.db);
  return await reader.read();
}

describe('GET /changes', () => {
  test('begins with the whole catalogue, each product as its own address shows it', async () => {
    const facts = {
      brand: 'Dune',
      gtins: ['3017620422003'],
      msrp: [{ amount: 2 }],
      food: { servingSize: '15 g' },
    };
    const spread = await insertProduct(database.db, {
      ...facts,
      name: 'Spread',
      provenance: { open_food_facts: ['name', 'brand'] },
    });
    const plain = await insertProduct(database.db, {
      name: 'Plain',
      kind: 'electronics',
      category: 'things',
    });
    await stampAll(database.db);

    const items = await createChangeReader(api).read();
    expect(items.map(({ product }) => product)).toEqual(await Promise.all([spread, plain].map(shownAt)));
    expect(items).toMatchObject([
      { id: spread, gtin: '3017620422003', change: 'upsert', merged_into: null, version: 1 },
      { id: plain, gtin: null, change: 'upsert', merged_into: null, version: 1 },
    ]);
    expect(items[1]?.position).toBeGreaterThan(items[0]?.position ?? Infinity);
  });

  test('has pages that neither repeat nor leave out a product', async () => {
    const ids = await Promise.all(Array.from({ length: 7 }, () => insertProduct(database.db)));
    await stampAll(database.db);
    const items = await createChangeReader(api, undefined, 3).read();
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test('gets one change for a transaction of many statements, and none for a write that changes nothing', async () => {
    const id = await insertProduct(database.db, { gtins: ['3017620422003'] });
    const items = await changesOf(async () => {
      await database.db.transaction(async (tx) => {
        await tx.execute(sql`update products set name = 'Once' where id = ${id}`);
        await tx.execute(sql`update products set name = 'Twice' where id = ${id}`);
        await tx.execute(sql`update barcodes set region = 'FR' where product_id = ${id}`);
      });
    });
    expect(items).toMatchObject([{ id, product: { name: 'Twice' } }]);
    expect(await changesOf(() => run(sql`update products set name = name`))).toEqual([]);
  });

  test('has each change once, where several indexers give positions at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 120 }, () => insertProduct(database.db)));
    await Promise.all(Array.from({ length: 4 }, () => stampAll(database.db)));
    await stampAll(database.db);
    const items = await createChangeReader(api).read();
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const { rows } = await run(sql`select head::int from change_feed`);
    expect(rows).toEqual([{ head: items.at(-1)?.position }]);
  });

  test('tells nothing of what was rolled back', async () => {
    const id = await insertProduct(database.db);
    const items = await changesOf(async () => {
      await database.db
        .transaction(async (tx) => {
          await tx.execute(sql`update products set name = 'Never' where id = ${id}`);
          tx.rollback();
        })
        .catch(() => undefined);
    });
    expect(items).toEqual([]);
  });
});

describe('what a product shows moves it:', () => {
  let id: string;
  beforeEach(async () => {
    id = await insertProduct(database.db, {
      brand: 'Dune',
      category: 'things/lamps',
      kind: 'electronics',
      gtins: ['3017620422003'],
      msrp: [{ amount: 2 }],
      food: { servingSize: '15 g' },
      provenance: { open_food_facts: ['name'] },
    });
    await insertProduct(database.db, { name: 'Another one', brand: 'Harbour', category: 'food' });
  });

  const CASES: [what: string, work: () => Promise<unknown>][] = [
    ['its row', () => run(sql`update products set facts = '{"nova_group": 1}' where id = ${id}`)],
    ['a new score', () => run(sql`update products set quality_score = 0.123 where id = ${id}`)],
    ['food details', () => run(sql`update food_details set serving_size = '20 g' where product_id = ${id}`)],
    ['food details that go', () => run(sql`delete from food_details where product_id = ${id}`)],
    ['a new barcode', () => insertBarcode(database.db, id, '4006381333931')],
    ['a barcode that goes', () => run(sql`delete from barcodes where product_id = ${id}`)],
    ['a price', () => run(sql`update msrp_snapshots set amount = 3 where product_id = ${id}`)],
    ['a price that goes', () => run(sql`delete from msrp_snapshots where product_id = ${id}`)],
    [
      'another supplier',
      async () =>
        run(sql`insert into field_provenance (product_id, field, source_id)
          values (${id}, 'brand', ${await sourceIdOf(database.db, 'operator')})`),
    ],
    ['a supplier that goes', () => run(sql`delete from field_provenance where product_id = ${id}`)],
    ['the name of its brand', () => run(sql`update brands set name = 'Düne' where name = 'Dune'`)],
    [
      'an alias of its brand',
      () =>
        run(sql`insert into brand_names (name_key, brand_id, name, is_alias)
        select 'dunes of old', id, 'Dunes of old', true from brands where name = 'Dune'`),
    ],
    [
      'another place of its category',
      () => run(sql`update categories set path = 'articles/lamps' where code = 'lamps'`),
    ],
    [
      'the licence of its source',
      () => run(sql`update sources set license = 'CC0' where code = 'open_food_facts'`),
    ],
    [
      'a field of its template',
      () => insertKindFields(database.db, 'electronics', [{ key: 'watt', label: 'Watt' }]),
    ],
  ];
  test.each(CASES)('%s', async (_, work) => {
    const items = await changesOf(work);
    expect(items.map((item) => [item.id, item.change])).toEqual([[id, 'upsert']]);
    expect(items[0]?.product).toEqual(await shownAt(id));
  });

  test('what is not shown of a brand or a source moves nothing', async () => {
    const items = await changesOf(async () => {
      await run(sql`update sources set last_imported_at = now()`);
      await run(sql`update brands set slug = 'another' where name = 'Dune'`);
    });
    expect(items).toEqual([]);
  });

  test('a brand of many products moves all of them, in portions', async () => {
    const brandId = await ensureBrand(database.db, 'Dune');
    const categoryId = await ensureCategory(database.db, 'food');
    await run(sql`
      insert into products (id, name, search_name, brand_id, category_id, status, quality_score)
      select gen_random_uuid(), 'P', 'p', ${brandId}, ${categoryId}, 'active', 0.5 from generate_series(1, 60)`);
    const items = await changesOf(() => run(sql`update brands set name = 'Düne' where id = ${brandId}`));
    expect(new Set(items.map(({ product }) => product?.brand))).toEqual(new Set(['Düne']));
    expect(new Set(items.map((item) => item.id)).size).toBe(61);
    expect((await run(sql`select from product_change_scopes`)).rows).toEqual([]);
  });
});

describe('a product that is not public any more', () => {
  test.each([
    ['archived', sql`update products set status = 'archived'`, 1],
    ['a draft again', sql`update products set status = 'draft'`, 1],
    ['deleted', sql`delete from products`, null],
  ])('%s: the change has its id and its last barcode', async (_, statement, version) => {
    const id = await insertProduct(database.db, { gtins: ['3017620422003'] });
    const [item, ...others] = await changesOf(() => run(statement));
    const { position: _position, ...told } = item ?? { position: 0 };
    expect(told).toEqual({
      id,
      gtin: '3017620422003',
      change: 'delete',
      merged_into: null,
      version,
      product: null,
      record: null,
    });
    expect(others).toEqual([]);
  });

  test('merged: names the one that stands for it, and back again is an upsert', async () => {
    const loser = await insertProduct(database.db, { gtins: ['3017620422003'] });
    const winner = await insertProduct(database.db);
    const merge = sql`
      with moved as (update barcodes set product_id = ${winner} where product_id = ${loser})
      update products set status = 'archived', merged_into_id = ${winner} where id = ${loser}`;
    const gtin = '3017620422003';
    expect(new Set(await changesOf(() => run(merge)))).toEqual(
      new Set([
        expect.objectContaining({ id: loser, gtin, change: 'merge', merged_into: winner, product: null }),
        expect.objectContaining({ id: winner, gtin, change: 'upsert' }),
      ]),
    );
    const back = sql`update products set status = 'active', merged_into_id = null where id = ${loser}`;
    expect(await changesOf(() => run(back))).toMatchObject([{ id: loser, change: 'upsert' }]);
  });

  test('from before the feed kept barcodes: the last one is in the cached change', async () => {
    await insertProduct(database.db, { gtins: ['3017620422003'] });
    await stampAll(database.db);
    await run(sql`update product_changes set gtin14 = null`);
    const items = await changesOf(() => run(sql`delete from products`));
    expect(items).toMatchObject([{ gtin: '3017620422003', change: 'delete' }]);
  });

  test('hidden before its position was given: its content is never shown', async () => {
    const id = await insertProduct(database.db);
    await stampAll(database.db);
    await run(sql`update products set status = 'archived' where id = ${id}`);
    expect((await api.get('/changes')).body).toMatchObject({
      items: [{ id, change: 'delete', product: null, record: null }],
    });
  });

  test('never public: nobody hears of it', async () => {
    const items = await changesOf(async () => {
      await insertProduct(database.db, { status: 'draft', id: uuidv7() });
      const gone = await insertProduct(database.db);
      await run(sql`delete from products where id = ${gone}`);
    });
    expect(items).toEqual([]);
  });

  test('deleted before a reader began: this reader gets no change, an earlier reader does', async () => {
    const gone = await insertProduct(database.db);
    const stays = await insertProduct(database.db);
    await stampAll(database.db);
    const early = createChangeReader(api);
    await early.read();
    await run(sql`delete from products where id = ${gone}`);
    await stampAll(database.db);
    expect((await early.read()).map(({ id, change }) => [id, change])).toEqual([[gone, 'delete']]);
    expect((await createChangeReader(api, undefined, 1).read()).map(({ id }) => id)).toEqual([stays]);
  });
});
