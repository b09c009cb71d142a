import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Manifest } from '../../../src/publish/dumps/dump-contract.ts';
import { findFollow } from '../../../src/follow/follow-store.ts';
import type { FollowRun } from '../../../src/follow/run-follow.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import { createDumpRoot, makeDump } from '../../support/changes/dump-reader.ts';
import {
  expectSameAnswers,
  followIn,
  refuseProductsAfter,
  startDemoLeader,
  waitUntilEven,
  type TestLeader,
} from '../../support/changes/follow-pair.ts';
import { createLeaderProxy, type LeaderProxy } from '../../support/changes/leader-proxy.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

/** Of the leader: several times as many as are written at once. */
const PRODUCT_COUNT = 200;
const LINES_AT_ONCE = 40;
const PRODUCTS = 'products.jsonl.gz';

let leader: TestLeader;
let proxy: LeaderProxy;
let manifest: Manifest;
let follower: { database: TestDatabase; api: TestApi };
let folder: string;
let run: FollowRun | undefined;
const dumps = createDumpRoot();

beforeAll(async () => {
  leader = await startDemoLeader(dumps.root);
  proxy = await createLeaderProxy(leader.address);
  const { db } = leader.database;
  await db.execute(
    sql`delete from products where id not in (select id from products order by id limit ${PRODUCT_COUNT})`,
  );
});
afterAll(async () => {
  await proxy.close();
  await leader.close();
  dumps.remove();
});
beforeEach(async () => {
  const database = await createTestDatabase();
  follower = { database, api: createTestApi(database) };
  folder = path.join(tmpdir(), path.basename(dumps.root), database.url.split('/').at(-1) ?? '');
  manifest = await dump();
  proxy.asked.length = 0;
});
afterEach(async () => {
  await run?.close();
  proxy.setAnswer(undefined);
  proxy.setLimit(undefined);
  await follower.database.drop();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

const dump = () => makeDump(leader.database.db, dumps.root, { acceptsShrunken: true });
const start = async (downloads: { silenceMs?: number } = {}) => {
  run = await followIn(follower.database.db, proxy, {}, { folder, linesAtOnce: LINES_AT_ONCE, ...downloads });
};
const compare = async () => {
  await waitUntilEven(leader.database.db, follower.database.db);
  return await expectSameAnswers(leader, follower);
};
const fileOf = ({ name }: Manifest, file: string) => path.join(dumps.root, name, file);
const askedFor = (address: string) => proxy.asked.filter((one) => one.startsWith(address));
/** Whether the feed was read from its beginning. */
const hasReadAll = () => askedFor('/api/v1/changes?limit=1000').some((one) => !one.includes('since='));
const listReasons = async () => {
  const { rows } = await follower.database.db.execute<{ reason: string }>(sql`
    select after->>'reason' as reason from audit_log where action = 'follow.restarted' order by seq`);
  return rows.map(({ reason }) => reason);
};
const deleteOne = async (condition: string) =>
  await leader.database.db.execute(
    sql`delete from products where id = (select id from products where status = 'active' order by id ${sql.raw(condition)} limit 1)`,
  );
/** Stops in the middle of the dump: the follower’s products cannot be written after some parts. */
async function stopAfterParts(parts: number): Promise<number> {
  const { db } = follower.database;
  const goOn = await refuseProductsAfter(db, parts * LINES_AT_ONCE);
  await start();
  const follow = await waitFor('the parts', async () => {
    const found = await findFollow(db);
    return found?.dumpLines === parts * LINES_AT_ONCE ? found : undefined;
  });
  await run?.close();
  await goOn();
  return follow.dumpLines;
}

test('an empty catalogue is filled from the dump, and what has changed since comes from the feed', async () => {
  const { db } = leader.database;
  await db.execute(sql`update brands set name = name || ' II' where id = (select brand_id from products
    where brand_id is not null order by id limit 1)`);
  await deleteOne('');
  await insertProduct(db, { name: 'Later than the dump', category: 'food/new-shelf', brand: 'New' });
  await start();
  expect(await compare()).toBeGreaterThan(PRODUCT_COUNT / 2);
  expect(askedFor(`/dumps/${manifest.name}/`)).toHaveLength(3);
  expect(hasReadAll()).toBe(false);
  expect(run?.countChanges()).toBeGreaterThan(PRODUCT_COUNT / 2);
  // What was downloaded is removed.
  expect(readdirSync(folder)).toEqual([]);
});

test('that everything is there is known at once: the first question after the dump does not wait', async () => {
  await start();
  await waitFor('two questions', () => askedFor('/api/v1/changes?limit=1000').length > 1);
  const asked = askedFor('/api/v1/changes?limit=1000').map((one) => /wait=\d+/.exec(one)?.[0]);
  expect(asked.slice(0, 2)).toEqual(['wait=0', 'wait=2']);
});

test('a connection that breaks: the rest of the file is asked for', async () => {
  const address = `/dumps/${manifest.name}/${PRODUCTS}`;
  proxy.setLimit({ path: address, bytes: 5_000 });
  await start();
  await waitFor('a part', () => sizeOf(PRODUCTS) === 5_000);
  proxy.setLimit(undefined);
  proxy.cut();
  await compare();
  expect(askedFor(address)).toEqual([address, `${address} bytes=5000-`]);
  expect(hasReadAll()).toBe(false);
});

test('a leader that hangs in the middle of a file: it is given up after a while, and asked again', async () => {
  const address = `/dumps/${manifest.name}/${PRODUCTS}`;
  proxy.setLimit({ path: address, bytes: 5_000 });
  await start({ silenceMs: 300 });
  await waitFor('a second try', () => askedFor(address).length >= 2);
  proxy.setLimit(undefined);
  await compare();
  expect(hasReadAll()).toBe(false);
});

test('another file under the name: it is begun again', async () => {
  const address = `/dumps/${manifest.name}/${PRODUCTS}`;
  proxy.setLimit({ path: address, bytes: 5_000 });
  await start();
  await waitFor('a part', () => existsSync(downloaded(`${PRODUCTS}.etag`)) && askedFor(address).length >= 1);
  await run?.close();
  proxy.setLimit(undefined);
  // Of a dump of this name, but not this one.
  writeFileSync(downloaded(`${PRODUCTS}.etag`), '"another"');
  writeFileSync(downloaded(PRODUCTS), 'x'.repeat(3_000));
  proxy.asked.length = 0;
  await start();
  await compare();
  expect(askedFor(address)).toEqual([`${address} bytes=3000-`]);
  expect(hasReadAll()).toBe(false);
  expect(await listReasons()).toEqual([]);
});

test('what a crash has left of a file is downloaded once more, when its checksum is wrong', async () => {
  const address = `/dumps/${manifest.name}/${PRODUCTS}`;
  await stopAfterParts(1);
  const damaged = readFileSync(downloaded(PRODUCTS));
  writeFileSync(downloaded(PRODUCTS), damaged.fill(0, 1_000));
  proxy.asked.length = 0;
  await start();
  await compare();
  expect(askedFor(address)).toEqual([address]);
  expect(await listReasons()).toEqual([]);
});

test('stopped in the middle, it goes on with the next line, without a further download', async () => {
  await stopAfterParts(2);
  // What is taken already is not written again: the mark would go.
  await follower.database.db.execute(
    sql`update products set name = 'Marked' where id = (select min(id::text)::uuid from products)`,
  );
  proxy.asked.length = 0;
  await start();
  await waitUntilEven(leader.database.db, follower.database.db);
  expect(askedFor('/dumps/')).toEqual([]);
  const { rows } = await follower.database.db.execute(sql`select name from products order by id limit 1`);
  expect(rows).toEqual([{ name: 'Marked' }]);
});

test('a dump that goes while it is copied: the next one is, and what only the first one had is removed', async () => {
  const lines = await stopAfterParts(2);
  // Taken already, and gone without a trace before the next dump.
  await deleteOne(`offset ${lines - 10}`);
  rmSync(path.join(dumps.root, manifest.name), { recursive: true });
  rmSync(folder, { recursive: true });
  await leader.database.db.execute(sql`update change_feed set epoch = gen_random_uuid()`);
  const second = await dump();
  await start();
  await compare();
  expect(askedFor(`/dumps/${second.name}/`)).toHaveLength(3);
  expect(await listReasons()).toEqual([expect.stringContaining('does not go on from its cursor')]);
  expect((await follower.database.db.execute(sql`select from follow_seen`)).rows).toEqual([]);
});

test('a dump that goes while its feed goes on', async () => {
  await stopAfterParts(2);
  rmSync(path.join(dumps.root, manifest.name), { recursive: true });
  rmSync(folder, { recursive: true });
  await deleteOne('offset 20');
  const second = await dump();
  await start();
  await compare();
  expect(askedFor(`/dumps/${second.name}/`)).toHaveLength(3);
  expect(await listReasons()).toEqual([expect.stringContaining('404')]);
});

test('a file with another checksum: nothing of it is written, and the dump before is taken', async () => {
  const second = await dump();
  const content = readFileSync(fileOf(second, PRODUCTS));
  content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
  writeFileSync(fileOf(second, PRODUCTS), content);
  await start();
  await compare();
  expect(await listReasons()).toEqual([expect.stringContaining(`the checksum of ${PRODUCTS} is wrong`)]);
  expect(askedFor(`/dumps/${manifest.name}/`)).toHaveLength(3);
});

test.each([
  ['the leader has none', () => rmSync(dumps.root, { recursive: true })],
  ['it is of a release before', () => withoutRecords()],
  ['the list is nonsense', () => proxy.setAnswer(say('/api/v1/dumps', '{"items":[{"name":"../../x"}]}'))],
])('the catalogue is filled from the feed where %s', async (_why, given) => {
  given();
  await start();
  await compare();
  expect(hasReadAll()).toBe(true);
  expect(askedFor('/dumps/')).toEqual([]);
});

test('files that no disk takes: the feed needs none', async () => {
  writeFileSync(path.join(dumps.root, 'file'), '');
  folder = path.join(dumps.root, 'file', 'below');
  await start();
  await compare();
  expect(hasReadAll()).toBe(true);
  folder = path.join(dumps.root, 'none', 'none');
});

test('after a restore of the leader its new dump is read over what is here', async () => {
  await start();
  await compare();
  await run?.close();
  await insertProduct(follower.database.db, { name: 'Only here' });
  await leader.database.db.execute(sql`update change_feed set epoch = gen_random_uuid()`);
  const second = await dump();
  proxy.asked.length = 0;
  await start();
  await compare();
  expect(askedFor(`/dumps/${second.name}/`)).toHaveLength(3);
  expect(hasReadAll()).toBe(false);
});

function sizeOf(file: string): number {
  return existsSync(downloaded(file)) ? statSync(downloaded(file)).size : 0;
}

function downloaded(file: string): string {
  return path.join(folder, `from-leader-${manifest.name}`, file);
}

function withoutRecords(): void {
  proxy.setAnswer((incoming, response) => {
    if (incoming.url !== '/api/v1/dumps') return false;
    const { sources: _sources, product_schema: _schema, ...listed } = manifest;
    const files = listed.files.filter(({ name }) => name !== 'product-records.jsonl.gz');
    response.end(JSON.stringify({ items: [{ ...listed, files, address: `/dumps/${listed.name}/` }] }));
    return true;
  });
}

function say(address: string, text: string): Parameters<LeaderProxy['setAnswer']>[0] {
  return (incoming, response) => incoming.url === address && Boolean(response.end(text));
}
