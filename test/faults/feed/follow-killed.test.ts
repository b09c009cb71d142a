import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFollow } from '../../../src/follow/follow-store.ts';
import { describeProducts, waitUntilEven } from '../../support/changes/follow-pair.ts';
import { findServerPort } from '../../support/servers/server-port.ts';
import { startApi, type StartedApi } from '../../support/servers/started-api.ts';
import { startProgram, type StartedProgram } from '../../support/servers/started-program.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const PRODUCTS = 3_000;
const PATIENCE_MS = 60_000;

let leader: TestDatabase;
let follower: TestDatabase;
let api: StartedApi;
let indexer: StartedProgram;
let program: StartedProgram;
let port: number;

const startLeader = () => startApi({ DATABASE_URL: leader.url, PORT: String(port) });
const startFollower = (...given: string[]) =>
  startProgram('src/cli/follow', { DATABASE_URL: follower.url, LOG_LEVEL: 'warn' }, undefined, given);
const kill = async (killed: StartedProgram) => {
  killed.kill('SIGKILL');
  // By the signal, and not by itself before.
  expect(await killed.ended, killed.output() + killed.errors()).toBeNull();
};
const countCopies = async () => {
  const { rows } = await follower.db.execute<{ count: number }>(
    sql`select count(*)::int as count from products`,
  );
  return rows[0]?.count;
};

beforeAll(async () => {
  [leader, follower, port] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    findServerPort(),
  ]);
  await leader.db.execute(sql`
    insert into brands (id, name, slug, brand_key)
    select gen_random_uuid(), 'Brand ' || n, 'brand-' || n, 'brand ' || n from generate_series(1, 50) n`);
  await leader.db.execute(sql`
    insert into products (id, name, search_name, brand_id, category_id, status, quality_score)
    select gen_random_uuid(), 'Product ' || n, 'product ' || n,
      (select id from brands where slug = 'brand-' || (n % 50 + 1)),
      (select id from categories where code = 'biscuits'), 'active', 0.5
    from generate_series(1, ${PRODUCTS}) n`);
  await leader.db.execute(sql`
    insert into food_details (product_id, serving_size) select id, '25 g' from products`);
  indexer = startProgram('indexer/main', { DATABASE_URL: leader.url, LOG_LEVEL: 'warn' });
  api = await startLeader();
  await waitFor(
    'positions',
    async () => (await leader.db.execute(sql`select from product_change_marks limit 1`)).rows.length === 0,
    PATIENCE_MS,
  );
});
afterAll(async () => {
  for (const one of [program, indexer, api.program]) {
    one.kill('SIGKILL');
    await one.ended;
  }
  await leader.drop();
  await follower.drop();
});

test('a follower that is killed in the middle of a page goes on as if it had not read it', async () => {
  const holder = await follower.pool.connect();
  await holder.query('begin');
  await holder.query('lock table food_details in share mode');
  program = startFollower(api.origin);
  await waitFor(
    'a page that is half written',
    async () => {
      const { rows } = await follower.db.execute(sql`
        select from pg_stat_activity where application_name = 'factshelf-follow' and wait_event_type = 'Lock'
          and query ilike '%insert into food_details%'`);
      return rows.length > 0;
    },
    PATIENCE_MS,
  );
  await kill(program);
  await holder.query('rollback');
  holder.release();
  expect(await countCopies()).toBe(0);
  expect(await findFollow(follower.db)).toMatchObject({ leader: api.origin, cursor: null });
});

test('killed after each page, it misses nothing', async () => {
  for (let kills = 0; kills < 2; kills += 1) {
    const { cursor } = (await findFollow(follower.db)) ?? {};
    program = startFollower();
    await waitFor('a page', async () => (await findFollow(follower.db))?.cursor !== cursor, PATIENCE_MS);
    await kill(program);
  }
  program = startFollower();
  await waitUntilEven(leader.db, follower.db);
  expect(await describeProducts(follower.db)).toEqual(await describeProducts(leader.db));
  expect(await countCopies()).toBe(PRODUCTS);
});

test('a leader that is killed: the follower says so, waits, and goes on', async () => {
  await kill(api.program);
  await leader.db.execute(sql`update products set name = 'Renamed' where name = 'Product 1'`);
  await leader.db.execute(sql`delete from products where name = 'Product 2'`);
  await waitFor(
    'the follower to notice',
    async () => (await findFollow(follower.db))?.error?.startsWith('The leader does not answer'),
    PATIENCE_MS,
  );
  api = await startLeader();
  await waitUntilEven(leader.db, follower.db, 90_000);
  expect(await describeProducts(follower.db)).toEqual(await describeProducts(leader.db));
  expect((await findFollow(follower.db))?.error).toBeNull();
});

test('a stop is in the log', async () => {
  program.kill('SIGTERM');
  expect(await program.ended, program.errors()).toBe(0);
  const { rows } = await follower.db.execute(
    sql`select action from audit_log where actor = 'follow' order by seq desc limit 1`,
  );
  expect(rows).toEqual([{ action: 'follow.stopped' }]);
});
