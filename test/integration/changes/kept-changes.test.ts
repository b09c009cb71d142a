import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepPortion, MAKING } from '../../../src/publish/feed/kept-change-store.ts';
import { keepInQuiet } from '../../../indexer/changes/keep-changes.ts';
import { clearCatalogue, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createChangeReader, stampAll } from '../../support/changes/change-reader.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
let api: TestApi;
const run = (statement: ReturnType<typeof sql>) => database.db.execute(statement);
const insertSpread = () =>
  insertProduct(database.db, {
    name: 'Crème \u2028 "à tartiner" \ud83c\udf6b',
    brand: 'Dune',
    gtins: ['3017620422003'],
    msrp: [{ amount: 2 }],
    food: { servingSize: '15 g' },
    provenance: { open_food_facts: ['name', 'brand'] },
  });

/** How many changes are kept. */
async function countKept(): Promise<number> {
  const { rows } = await run(sql`select count(item)::int as count from product_changes`);
  return Number(rows[0]?.['count']);
}

/** What no product here is: where what is kept is read, it shows. */
const TRACE = 'merge';
const traceKept = () =>
  run(sql`update product_changes set item = replace(item, '"upsert"', ${JSON.stringify(TRACE)})`);
const readAll = async () => await createChangeReader(api).read();

beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
});
beforeEach(async () => {
  await clearCatalogue(database.db);
  await run(sql`truncate product_changes, product_change_marks, product_change_scopes`);
});
afterAll(() => database.drop());

describe('a change that is kept as text', () => {
  test('is what is sent, to the byte what would be made of it, also of some of its fields', async () => {
    await insertSpread();
    await insertProduct(database.db, { name: 'Plain', kind: 'electronics', category: 'things' });
    await stampAll(database.db);
    expect(await countKept()).toBe(2);
    const paths = ['/changes', '/changes?limit=1', '/changes?fields=name,sources'];
    const textsOf = () => Promise.all(paths.map(async (path) => (await api.get(path)).text));
    const kept = await textsOf();
    await run(sql`update product_changes set item = null, item_version = null`);
    expect(await textsOf()).toEqual(kept);

    await run(sql`update kept_changes set form = ''`);
    await stampAll(database.db);
    await traceKept();
    expect((await readAll()).map(({ change }) => change)).toEqual([TRACE, TRACE]);
  });

  test('stands beside those that are not, in their order', async () => {
    for (let at = 0; at < 5; at += 1) await insertProduct(database.db, { name: `Product ${at}` });
    await stampAll(database.db);
    await traceKept();
    await run(sql`update product_changes set item_version = 77 where position % 2 = 0`);
    const items = await readAll();
    expect(items.map(({ position, change }) => [change, position % 2])).toEqual(
      items.map(({ position }) => (position % 2 === 0 ? ['upsert', 0] : [TRACE, 1])),
    );
    expect(items.map(({ position }) => position)).toEqual(
      items.map(({ position }) => position).toSorted((a, b) => a - b),
    );
  });

  test('is not shown once its product is another, or hidden, before that has a position', async () => {
    const edited = await insertSpread();
    const hidden = await insertProduct(database.db, { name: 'Hidden' });
    await stampAll(database.db);
    await run(sql`update products set name = 'Edited', version = version + 1 where id = ${edited}`);
    await run(sql`update products set status = 'draft' where id = ${hidden}`);
    const items = await readAll();
    expect(items.find(({ id }) => id === edited)).toMatchObject({ version: 2, product: { name: 'Edited' } });
    expect(items.find(({ id }) => id === hidden)).toMatchObject({ change: 'delete', product: null });
  });

  test('goes when its product gets its next position, and nothing of it stays when that is gone', async () => {
    const id = await insertSpread();
    await stampAll(database.db);
    await run(sql`update brands set name = 'Düne'`);
    await stampAll(database.db);
    await traceKept();
    expect(await readAll()).toMatchObject([{ id, change: TRACE, version: 1, product: { brand: 'Düne' } }]);
    await run(sql`delete from products where id = ${id}`);
    await stampAll(database.db);
    expect(await countKept()).toBe(0);
  });

  test.each([
    ['another release', sql`update kept_changes set form = '0.9.0 1'`],
    ['another epoch of the feed', sql`update change_feed set epoch = gen_random_uuid()`],
  ])('is stale under %s, and made again', async (_, statement) => {
    for (let at = 0; at < 3; at += 1) await insertProduct(database.db, { name: `Product ${at}` });
    await stampAll(database.db);
    await traceKept();
    await run(statement);
    const upserts = ['upsert', 'upsert', 'upsert'];
    expect((await readAll()).map(({ change }) => change)).toEqual(upserts);
    // Half of it is made again: what is after that still is of the other one.
    await keepPortion(database.db, 2);
    await keepPortion(database.db, 2);
    expect((await readAll()).map(({ change }) => change)).toEqual(upserts);
    await stampAll(database.db);
    expect((await readAll()).map(({ change }) => change)).toEqual(upserts);
    expect(await countKept()).toBe(3);
    expect(await keepPortion(database.db, 2)).toBe(false);
  });

  test('is made by one of several who keep them', async () => {
    for (let at = 0; at < 30; at += 1) await insertProduct(database.db, { name: `Product ${at}` });
    await Promise.all(Array.from({ length: 4 }, () => stampAll(database.db)));
    await stampAll(database.db);
    expect(await countKept()).toBe(30);
  });

  test('is made when the index has what an import changed, and beside what people change', async () => {
    await insertSpread();
    await stampAll(database.db);
    await run(sql`update kept_changes set kept_to = 0`);
    await run(sql`update product_changes set item = null`);
    await run(sql`update search_outbox set priority = 2`);
    expect(await keepInQuiet(database.db, 20)).toBe(false);
    expect(await countKept()).toBe(0);
    await run(sql`update search_outbox set priority = 0`);
    await keepInQuiet(database.db, 20);
    expect(await countKept()).toBe(1);
  });

  test('has a number that is raised when changes are made in another way', async () => {
    await insertSpread();
    await stampAll(database.db);
    const { rows } = await run(sql`select item from product_changes`);
    const made = String(rows[0]?.['item'])
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
      .replace(/"position":\d+/, '"position":0');
    // Another sum: raise MAKING, or what services keep until the next release is of the old making.
    const sum = createHash('sha256').update(made).digest('hex').slice(0, 16);
    expect({ making: MAKING, sum }).toEqual({ making: 4, sum: '91b1db32be4b09ce' });
  });
});
