import { existsSync, rmSync, statSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Manifest } from '../../../src/publish/dumps/dump-contract.ts';
import { findFollow } from '../../../src/follow/follow-store.ts';
import { createDumpRoot, makeDump } from '../../support/changes/dump-reader.ts';
import { describeProducts, refuseProductsAfter, waitUntilEven } from '../../support/changes/follow-pair.ts';
import { createLeaderProxy, type LeaderProxy } from '../../support/changes/leader-proxy.ts';
import { findServerPort } from '../../support/servers/server-port.ts';
import { startApi, type StartedApi } from '../../support/servers/started-api.ts';
import { startProgram, type StartedProgram } from '../../support/servers/started-program.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

const PRODUCTS = 4_000;
const PATIENCE_MS = 90_000;

let leader: TestDatabase;
let follower: TestDatabase;
let api: StartedApi;
let indexer: StartedProgram;
let program: StartedProgram;
let proxy: LeaderProxy;
let manifest: Manifest;
let port: number;
/** Lets the follower write more than the first part. */
let goOn: () => Promise<void>;
const dumps = createDumpRoot();
const folder = `${dumps.root}-follow`;

const startLeader = () =>
  startApi({ DATABASE_URL: leader.url, PORT: String(port), DUMP_DIR: dumps.root, DUMP_AT: 'off' });
const startFollower = () =>
  startProgram(
    'src/cli/follow',
    { DATABASE_URL: follower.url, LOG_LEVEL: 'warn', FOLLOW_DIR: folder },
    undefined,
    [proxy.address],
  );
const kill = async (killed: StartedProgram) => {
  killed.kill('SIGKILL');
  // By the signal, and not by itself before.
  expect(await killed.ended, killed.output() + killed.errors()).toBeNull();
};
const readProgress = async () => (await findFollow(follower.db))?.dumpLines ?? 0;
const filePath = () => `/dumps/${manifest.name}/products.jsonl.gz`;
const askedFor = (address: string) => proxy.asked.filter((one) => one.startsWith(address));

beforeAll(async () => {
  [leader, follower, port] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
    findServerPort(),
  ]);
  await leader.db.execute(sql`
    insert into products (id, name, search_name, category_id, status, quality_score)
    select gen_random_uuid(), 'Product ' || n, 'product ' || n, (select id from categories where code = 'biscuits'),
      'active', 0.5
    from generate_series(1, ${PRODUCTS}) n`);
  await leader.db.execute(sql`
    insert into food_details (product_id, serving_size) select id, '25 g' from products`);
  manifest = await makeDump(leader.db, dumps.root);
  goOn = await refuseProductsAfter(follower.db, 1_000);
  indexer = startProgram('indexer/main', { DATABASE_URL: leader.url, LOG_LEVEL: 'warn' });
  api = await startLeader();
  proxy = await createLeaderProxy(api.origin);
});
afterAll(async () => {
  for (const one of [program, indexer, api.program]) {
    one.kill('SIGKILL');
    await one.ended;
  }
  await proxy.close();
  await leader.drop();
  await follower.drop();
  dumps.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('a leader that is killed while its file is read: the follower asks for the rest when it is back', async () => {
  proxy.setLimit({ path: filePath(), bytes: 20_000 });
  program = startFollower();
  const file = `${folder}/from-leader-${manifest.name}/products.jsonl.gz`;
  await waitFor('a part', () => existsSync(file) && statSync(file).size === 20_000, PATIENCE_MS);
  await kill(api.program);
  proxy.cut();
  await waitFor(
    'the follower to notice',
    async () => (await findFollow(follower.db))?.error?.startsWith('The leader does not answer'),
    PATIENCE_MS,
  );
  proxy.setLimit(undefined);
  api = await startLeader();
  await waitFor('the rest', () => askedFor(filePath()).length > 1, PATIENCE_MS);
  expect(askedFor(filePath())).toEqual([filePath(), `${filePath()} bytes=20000-`]);
}, 240_000);

test('a follower that is killed after each part goes on with the next one, without a further download', async () => {
  const holder = await follower.pool.connect();
  await waitFor('a part', async () => (await readProgress()) === 1_000, PATIENCE_MS);
  await kill(program);
  const asked = askedFor('/dumps/').length;
  expect(asked).toBeGreaterThanOrEqual(4);
  await goOn();
  // A part that is half written: neither it nor its progress is there.
  await holder.query('begin');
  await holder.query('lock table food_details in share mode');
  program = startFollower();
  await waitFor(
    'a part that is half written',
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
  expect(await readProgress()).toBe(1_000);
  const { rows } = await follower.db.execute(sql`select count(*)::int as count from products`);
  expect(rows).toEqual([{ count: 1_000 }]);
  // What the leader changes meanwhile comes with the feed.
  await leader.db.execute(sql`update products set name = 'Renamed' where name = 'Product 1'`);
  await leader.db.execute(
    sql`delete from products where id in (select id from products order by id limit 3)`,
  );
  program = startFollower();
  await waitUntilEven(leader.db, follower.db, PATIENCE_MS);
  expect(await describeProducts(follower.db)).toEqual(await describeProducts(leader.db));
  expect(askedFor('/dumps/')).toHaveLength(asked);
  // Nothing was read from the feed’s beginning.
  expect(askedFor('/api/v1/changes?limit=1000').filter((one) => !one.includes('since='))).toEqual([]);
}, 300_000);
