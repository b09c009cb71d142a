import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FollowRun } from '../../../src/follow/run-follow.ts';
import { importFile } from '../../../src/import/import-file.ts';
import { createOffImporter } from '../../../src/import/open-food-facts/off-importer.ts';
import { foldText } from '../../../src/platform/text/fold-text.ts';
import { ensureBrand, insertProduct } from '../../support/catalogue/catalogue.ts';
import { createExportDirectory, gtinOf } from '../../support/imports/export-file.ts';
import {
  expectSameAnswers,
  followIn,
  startDemoLeader,
  waitUntilEven,
  type TestLeader,
} from '../../support/changes/follow-pair.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let leader: TestLeader;
let follower: { database: TestDatabase; api: TestApi };
let run: FollowRun | undefined;

beforeAll(async () => {
  leader = await startDemoLeader();
  const database = await createTestDatabase();
  follower = { database, api: createTestApi(database) };
  run = await followIn(database.db, leader, { pageSize: 100 });
});
afterAll(async () => {
  await run?.close();
  await follower.database.drop();
  await leader.close();
});

const even = () => waitUntilEven(leader.database.db, follower.database.db);
const compare = async (everyNth = 25) => {
  await even();
  return await expectSameAnswers(leader, follower, everyNth);
};
const ok = async (response: Promise<{ status: number; text: string; body: unknown }>) => {
  const { status, text, body } = await response;
  expect(status, text).toBeLessThan(300);
  return body as Record<string, unknown> & {
    id: string;
    version: number;
    items: { id: string; code: string }[];
  };
};
const idOf = async (name: string) => {
  const { rows } = await leader.database.db.execute<{ id: string }>(
    sql`select id from products where name = ${name} limit 1`,
  );
  return rows[0]?.id ?? '';
};

test('an empty catalogue is filled: every answer is the leader’s, byte by byte', async () => {
  expect(await compare(10)).toBeGreaterThan(500);
});

test('what the public answer does not show is followed: attributes, flags, claims, languages, prices', async () => {
  const { db } = leader.database;
  await insertProduct(db, {
    name: 'Radio',
    brand: 'Wavelength',
    category: 'electronics',
    kind: 'electronics',
    gtins: [{ gtin: '4006381333931' }, { gtin: '14006381333938', region: 'EU' }],
    attributes: { screen_size: 6.1, is_portable: true, tags: ['a', 'b'], zz: 'last' },
    msrp: [
      { amount: 12.5, effectiveDate: '2026-01-01', note: 'first' },
      { amount: 11, effectiveDate: '2026-01-01', source: 'operator' },
      { amount: 0, currency: 'USD' },
    ],
    provenance: { community: ['name', 'attributes', 'msrp'], operator: ['brand', 'barcode'] },
  });
  await insertProduct(db, {
    name: 'Still water',
    brand: null,
    category: 'food',
    food: { noNutritionData: true },
    facts: {
      name_lang: 'en',
      names: { de: 'Stilles Wasser', en: 'Still water', fr: 'Eau plate' },
      no_allergens_stated: true,
      labels_other: ['made in here'],
      pictures: [
        {
          role: 'front',
          lang: 'fr',
          url: 'https://images.openfoodfacts.org/images/products/301/762/042/2003/front_fr.4.full.jpg',
          width: 1200,
          height: null,
        },
      ],
    },
    claims: {
      [await sourceId('community')]: { category: 'juices', net_content_value: 5, net_content_unit: 'l' },
    },
    provenance: { open_food_facts: ['name', 'pictures'] },
    qualityScore: 0.123,
    version: 7,
  });
  await compare();
  const { rows } = await follower.database.db.execute(
    sql`select version, quality_score::float8 as score from products where name = 'Still water'`,
  );
  expect(rows).toEqual([{ version: 7, score: 0.123 }]);
});

test('an import of the leader', async () => {
  const exports = await createExportDirectory();
  const rows = Array.from({ length: 300 }, (_, i) => ({
    code: gtinOf(10_000 + i),
    product_name_en: `Imported biscuit ${i}`,
    product_name_de: `Keks ${i}`,
    lang: i % 2 ? 'de' : 'en',
    brands: `Maker ${i % 7}`,
    categories_tags: ['en:snacks', 'en:biscuits'],
    quantity: '250 g',
    ingredients_text_en: 'Wheat flour, sugar, milk',
    allergens_tags: i % 3 ? ['en:milk'] : [],
    nutriments: { 'energy-kcal_100g': 450 + (i % 50), fat_100g: 12.34, sugars_100g: 20 },
  }));
  await importFile({
    db: leader.database.db,
    path: await exports.writeJsonLines('rows.jsonl', rows),
    importer: createOffImporter(),
  });
  await exports.remove();
  expect(await compare()).toBeGreaterThan(800);
});

test('edits, archived, deleted and merged products, moved barcodes', async () => {
  const { admin } = leader;
  const create = async (name: string, gtin: string) =>
    await ok(
      admin.post('/products', { name, category: 'biscuits', brand: 'Maker 1', gtin, status: 'active' }),
    );
  const [edited, loser, winner, archived] = [
    await create('Edited one', '4012345678901'),
    await create('Merged away', '4012345678918'),
    await create('Merged into', '4012345678925'),
    await create('Archived one', '4012345678932'),
  ] as const;
  await compare();
  await ok(
    admin.patch(`/products/${edited.id}`, {
      version: edited.version,
      name: 'Edited two',
      names: { de: 'Zwei' },
    }),
  );
  await ok(
    admin.post(`/products/${loser.id}/merge`, {
      into: winner.id,
      version: loser.version,
      into_version: winner.version,
    }),
  );
  await ok(
    admin.post(`/products/${archived.id}/archive`, {
      version: archived.version,
      reason: 'not sold any more',
    }),
  );
  await leader.database.db.execute(sql`delete from products where id = ${await idOf('Radio')}`);
  await compare();
  expect((await follower.api.get(`/products/${archived.id}`)).status).toBe(404);
  for (const { api } of [leader, follower]) {
    const { status, headers } = await api.get(`/products/${loser.id}?lang=de`);
    expect([status, headers['location']]).toEqual([301, `/api/v1/products/${winner.id}?lang=de`]);
  }
  const moved = await follower.api.get('/products/barcode/4012345678918');
  expect(moved.body).toMatchObject({ id: winner.id });
});

test('brands renamed, given each other’s names, merged and given aliases', async () => {
  const { admin } = leader;
  const { db } = leader.database;
  const [one, two, three] = [
    await ensureBrand(db, 'Maker 1'),
    await ensureBrand(db, 'Maker 2'),
    await ensureBrand(db, 'Maker 3'),
  ];
  const rename = (id: string, name: string) =>
    db.execute(sql`update brands set name = ${name}, brand_key = ${foldText(name)} where id = ${id}`);
  await rename(one, 'Passing name');
  await rename(two, 'Maker 1');
  await rename(one, 'Maker 2');
  await ok(admin.post(`/brands/${three}/merge`, { into_id: two }));
  await ok(admin.post(`/brands/${one}/aliases`, { alias: 'Makers of old' }));
  await compare();
  const { rows } = await follower.database.db.execute<{ id: string }>(
    sql`select brand_id as id from brand_names where is_alias and name in ('Makers of old', 'Maker 3') order by name`,
  );
  expect(rows.map(({ id }) => id)).toEqual([two, one]);
});

test('categories moved, renamed, added and removed; sources and templates changed', async () => {
  const { admin } = leader;
  const { items } = await ok(admin.get('/categories'));
  const find = (code: string) => items.find((category) => category.code === code)?.id;
  const made = await ok(
    admin.post('/categories', { code: 'new-shelf', name: 'New shelf', parent_id: find('food') }),
  );
  await ok(
    admin.patch(`/categories/${find('biscuits')}`, {
      parent_id: made.id,
      code: 'hard-biscuits',
      name: 'Hard',
    }),
  );
  await ok(
    admin.patch(`/sources/${await sourceId('open_food_facts')}`, {
      trust: 0.71,
      name: 'OFF',
      attribution: 'They',
    }),
  );
  const template = await ok(admin.get('/kinds/electronics/template'));
  await ok(
    admin.put('/kinds/electronics/template', {
      version: template.version,
      fields: [{ key: 'screen_size', label: 'Diagonal', type: 'number', unit: 'cm', required: true }],
    }),
  );
  await compare();
});

test('the index and the feed of the follower hear of everything', async () => {
  const { db } = follower.database;
  const { rows } = await db.execute<{ marks: number; dirty: number }>(sql`
    select (select count(distinct product_id)::int from product_change_marks) as marks,
      (select count(*)::int from search_outbox) as dirty`);
  expect(rows[0]?.marks).toBeGreaterThan(800);
  expect(rows[0]?.dirty).toBeGreaterThan(800);
});

test('another epoch: read again, nothing is emptied first, and what the leader does not have goes at the end', async () => {
  const { db } = follower.database;
  await insertProduct(db, { name: 'Only here' });
  await db.execute(
    sql`update products set name = 'Damaged' where id = (select id from products order by id limit 1)`,
  );
  await leader.database.db.execute(sql`update change_feed set epoch = gen_random_uuid()`);
  await compare();
  const { rows } = await db.execute(sql`select action from audit_log where actor = 'follow' order by seq`);
  expect(rows.map(({ action }) => action)).toEqual(['follow.started', 'follow.restarted']);
  expect((await db.execute(sql`select from follow_seen`)).rows).toEqual([]);
});

test('a label that an older release of the follower read by other rules is read again', async () => {
  const { db } = follower.database;
  const one = sql`from products where allergen_states is not null order by id limit 1`;
  const { rows } = await db.execute<{ id: string; assured: string[] }>(sql`select id, assured ${one}`);
  // No answer shows it, so the copy of the leader is equal.
  await db.execute(sql`update products set assured = assured || '{t:milk}' where id = ${rows[0]?.id ?? ''}`);
  await leader.database.db.execute(sql`update change_feed set epoch = gen_random_uuid()`);
  await compare(100);
  expect((await db.execute(sql`select id, assured ${one}`)).rows).toEqual(rows);
});

test('a pass that was killed before its removals goes on with them', async () => {
  await run?.close();
  const { db } = follower.database;
  await db.execute(sql`insert into follow_seen select id from products`);
  await db.execute(sql`update follow set is_sweeping = true`);
  const id = await insertProduct(db, { name: 'Not told' });
  run = await followIn(db, leader);
  await compare(100);
  expect((await db.execute(sql`select from products where id = ${id}`)).rows).toEqual([]);
  expect((await db.execute(sql`select from follow_seen`)).rows).toEqual([]);
});

async function sourceId(code: string): Promise<string> {
  const { rows } = await leader.database.db.execute<{ id: string }>(
    sql`select id from sources where code = ${code}`,
  );
  return rows[0]?.id ?? '';
}
