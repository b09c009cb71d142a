import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFollowCheck } from '../../../src/follow/follow-health.ts';
import { listSkipped } from '../../../src/follow/copy/skipped-store.ts';
import type { FollowRun } from '../../../src/follow/run-follow.ts';
import { insertProduct, type ProductFacts } from '../../support/catalogue/catalogue.ts';
import {
  followIn,
  startTestLeader,
  waitUntilEven,
  type TestLeader,
} from '../../support/changes/follow-pair.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

type Facts = Omit<ProductFacts, 'food'> & { food?: { nutriScore: string } };

/** What a leader that is broken into can say of a product. Each is refused from a contributor. */
const BAD: Record<string, Facts> = {
  'a language that Intl refuses': { facts: { names: { 'x!': 'Nom' } } },
  'the language of a name': { facts: { name_lang: 'english!' } },
  'a script as the address of a picture': { images: ['javascript:alert(1)'] },
  'a script as a picture': {
    facts: { pictures: [{ role: 'front', lang: null, url: 'javascript:alert(1)', width: 1, height: 1 }] },
  },
  'a script as a contributed picture': {
    facts: {
      contributed_pictures: {
        ['a'.repeat(64)]: {
          role: 'front',
          lang: null,
          url: 'data:text/html,/images/1200.webp',
          width: 1,
          height: 1,
        },
      },
    },
  },
  'an unknown currency': { msrp: [{ amount: 1, currency: 'euros' }] },
  'an unknown region': { msrp: [{ amount: 1, region: 'Atlantis' }] },
  'a script as the page of a price': { msrp: [{ amount: 1, sourceUrl: 'javascript:alert(1)' }] },
  'a region of a barcode': { gtins: [{ gtin: '4006381333931', region: 'Atlantis' }] },
  'a unit': { netContentValue: 1, netContentUnit: 'stone' },
  'a Nutri-Score': { food: { nutriScore: 'z' } },
  'an amount that no column holds': { netContentValue: -1, netContentUnit: 'g' },
  'a claim': { claims: { '': { images: ['javascript:alert(1)'] } } },
};

let leader: TestLeader;
let follower: { database: TestDatabase; api: TestApi };
let run: FollowRun | undefined;
const bad = new Map<string, string>();

beforeAll(async () => {
  leader = await startTestLeader();
  const { db } = leader.database;
  await db.execute(sql`
    do $$ declare c record; begin
      for c in select conrelid::regclass as of, conname from pg_constraint where contype = 'c'
        and conrelid in ('products'::regclass, 'msrp_snapshots'::regclass, 'barcodes'::regclass, 'food_details'::regclass, 'categories'::regclass, 'sources'::regclass)
      loop execute format('alter table %s drop constraint %I', c.of, c.conname); end loop;
    end $$`);
  const { rows } = await db.execute<{ id: string }>(sql`select id from sources where code = 'community'`);
  for (const [what, facts] of Object.entries(BAD)) {
    const claims = facts.claims && { claims: { [rows[0]?.id ?? '']: Object.values(facts.claims)[0] ?? {} } };
    bad.set(await insertProduct(db, { name: `Bad: ${what}`, ...facts, ...claims } as ProductFacts), what);
  }
  await insertProduct(db, {
    name: 'Good',
    facts: { names: { fr: 'Bon' } },
    images: ['https://images.example.org/1.jpg'],
    msrp: [{ amount: 1, region: 'FR', sourceUrl: 'https://maker.example.org/price' }],
  });
  const database = await createTestDatabase();
  follower = {
    database,
    api: createTestApi(database, { readinessChecks: [createFollowCheck(database.db)] }),
  };
  run = await followIn(database.db, leader);
});
afterAll(async () => {
  await run?.close();
  await follower.database.drop();
  await leader.close();
});

const namesHere = async () => {
  const { rows } = await follower.database.db.execute<{ name: string }>(
    sql`select name from products order by name`,
  );
  return rows.map(({ name }) => name);
};

test('a record that no contributor could send is skipped and listed, and the rest goes on', async () => {
  await waitUntilEven(leader.database.db, follower.database.db);
  expect(await namesHere()).toEqual(['Good']);
  const skipped = await listSkipped(follower.database.db);
  expect(new Set(skipped.map(({ id }) => bad.get(id)))).toEqual(new Set(Object.keys(BAD)));
  expect(skipped).toHaveLength(Object.keys(BAD).length);
  for (const { reason } of skipped) expect(reason).toMatch(/.: ./);
  const { body } = await follower.api.request().get('/readyz');
  expect(body).toMatchObject({ following: { skipped: bad.size } });
});

test('a record that was mended is taken, and is listed no more', async () => {
  const [id] = [...bad].find(([, what]) => what === 'a script as a picture') ?? [];
  await leader.database.db.execute(
    sql`update products set facts = '{}', updated_at = clock_timestamp() where id = ${id}`,
  );
  await waitUntilEven(leader.database.db, follower.database.db);
  expect(await namesHere()).toEqual(['Bad: a script as a picture', 'Good']);
  expect(await listSkipped(follower.database.db)).toHaveLength(bad.size - 1);
});

test('a source of a kind that this release does not know', async () => {
  const { db } = leader.database;
  await db.execute(sql`
    insert into sources (id, code, name, kind, trust) values (gen_random_uuid(), 'oracle', 'Oracle', 'prophecy', 1)`);
  await insertProduct(db, { name: 'Good after the oracle' });
  await waitUntilEven(db, follower.database.db);
  expect(await namesHere()).toContain('Good after the oracle');
  expect(await listSkipped(follower.database.db)).toContainEqual({
    kind: 'source',
    id: expect.stringContaining('number ') as string,
    reason: expect.stringContaining('kind: ') as string,
  });
});

test('a source with a script as its address, and a category under a parent that is not there', async () => {
  const { db } = leader.database;
  await db.execute(
    sql`update sources set homepage_url = 'javascript:alert(1)' where code = 'open_food_facts'`,
  );
  await db.execute(sql`
    update categories set code = 'Juices!' where id = (
      select id from categories c where level = 2 and exists (select from categories where parent_id = c.id)
      order by code limit 1)`);
  await insertProduct(db, { name: 'Good after that' });
  await waitUntilEven(db, follower.database.db);
  expect(await namesHere()).toContain('Good after that');
  const skipped = await listSkipped(follower.database.db);
  expect(skipped).toContainEqual(
    expect.objectContaining({ id: 'Juices!', reason: expect.stringContaining('code: ') as string }),
  );
  expect(skipped).toContainEqual(
    expect.objectContaining({ kind: 'category', reason: 'parent_id: is not a usable category before it' }),
  );
  expect(skipped).toContainEqual(
    expect.objectContaining({
      id: 'open_food_facts',
      reason: expect.stringContaining('homepage_url: ') as string,
    }),
  );
  const { rows } = await follower.database.db.execute(
    sql`select from sources where homepage_url like 'javascript:%'`,
  );
  expect(rows).toEqual([]);
});
