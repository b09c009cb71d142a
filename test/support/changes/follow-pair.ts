import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { startStamper } from '../../../indexer/changes/stamp-changes.ts';
import { createChangeFeed } from '../../../src/publish/feed/change-feed.ts';
import { parseCursor } from '../../../src/publish/feed/change-cursor.ts';
import { buildStateQuality } from '../../../src/facts/state/product-state.ts';
import { loadCatalogueContext } from '../../../src/facts/state/catalogue-context.ts';
import { readProductStates } from '../../../src/facts/state/product-state-store.ts';
import { findProductRecords } from '../../../src/catalog/products/product-store.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import { listenForNotifications } from '../../../src/platform/db/notifications/notification-listener.ts';
import { beginFollow } from '../../../src/follow/begin-follow.ts';
import { findFollow } from '../../../src/follow/follow-store.ts';
import { createLeader, type LeaderFigures } from '../../../src/follow/leader-client.ts';
import { startFollow, type FollowRun } from '../../../src/follow/run-follow.ts';
import { createHttpServer, drainHttpServer, listen } from '../../../src/platform/http/server/http-server.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createAdminCaller, type AdminCaller } from '../callers/test-admin.ts';
import { createTestApi, type TestApi } from '../test-api.ts';
import { createDemoDatabase } from '../database/demo-database.ts';
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts';
import { signInTestOperator } from '../callers/test-operator.ts';
import { waitFor } from '../wait-for.ts';

const logger = createLogger('test', 'silent');

/** A service that others can follow: its API on a port, and the stamping of changes. */
export interface TestLeader {
  database: TestDatabase;
  api: TestApi;
  admin: AdminCaller;
  address: string;
  close(): Promise<void>;
}

/**
 * On a copy of the demonstration catalogue.
 * @param dumpDir undefined: it has no dumps
 */
export async function startDemoLeader(dumpDir?: string): Promise<TestLeader> {
  return await startTestLeader(dumpDir, createDemoDatabase());
}

/** @param dumpDir undefined: it has no dumps */
export async function startTestLeader(dumpDir?: string, created = createTestDatabase()): Promise<TestLeader> {
  const database = await created;
  const stamper = startStamper({ db: database.db, databaseUrl: database.url, sweepMs: 200, logger });
  const served = await serveLeader(database, dumpDir);
  return {
    database,
    ...served,
    admin: createAdminCaller(served.api, (await signInTestOperator(database.db, 'admin')).headers),
    async close() {
      await served.close();
      await stamper.close();
      await database.drop();
    },
  };
}

/** The API of a catalogue on a port, without the stamping of changes. */
export async function serveLeader(
  database: TestDatabase,
  dumpDir?: string,
): Promise<Pick<TestLeader, 'api' | 'address' | 'close'>> {
  const changeFeed = createChangeFeed({ db: database.db });
  const listener = listenForNotifications({
    databaseUrl: database.url,
    subscriptions: changeFeed.subscriptions,
    logger,
  });
  const api = createTestApi(database, { changeFeed, dumpDir });
  const server = createHttpServer(api.app);
  await listen(server, 0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  return {
    api,
    address: `http://127.0.0.1:${port}`,
    async close() {
      changeFeed.close();
      await drainHttpServer(server);
      await listener.close();
    },
  };
}

/** Has a database follow, in this process. */
export async function followIn(
  db: Db,
  leader: Pick<TestLeader, 'address'>,
  figures: Partial<LeaderFigures> = {},
  downloads: Partial<Parameters<typeof startFollow>[0]['downloads']> = {},
): Promise<FollowRun> {
  await beginFollow(db, leader.address, { isMoved: false });
  return startFollow({
    db,
    leader: createLeader(leader.address, undefined, { waitSeconds: 2, ...figures }),
    logger,
    downloads: { folder: join(tmpdir(), `factshelf-follow-${randomUUID()}`), ...downloads },
  });
}

/**
 * Has the database of a follower refuse to hold more products than these, as if it were away.
 * @returns what ends it
 */
export async function refuseProductsAfter(db: Db, most: number): Promise<() => Promise<void>> {
  await db.execute(
    sql.raw(`create function refuse_more() returns trigger language plpgsql as $$ begin
      if (select count(*) from products) > ${most} then raise 'not now' using errcode = '57000'; end if;
      return null;
    end $$`),
  );
  await db.execute(
    sql`create trigger refuse_more after insert on products for each statement execute function refuse_more()`,
  );
  return async () => {
    await db.execute(sql`drop trigger refuse_more on products`);
    await db.execute(sql`drop function refuse_more`);
  };
}

/** Resolves when everything that is committed at the leader is written by the follower. */
export async function waitUntilEven(leader: Db, follower: Db, timeoutMs?: number): Promise<void> {
  await waitFor(
    'the follower to have everything',
    async () => {
      const { rows } = await leader.execute<{ epoch: string; head: number }>(sql`
        select change_feed_epoch() as epoch, head::float8 as head from change_feed
        where not exists (select from product_change_marks)
          and not exists (select from product_change_scopes)`);
      const follow = await findFollow(follower);
      const cursor = parseCursor(follow?.cursor ?? '');
      const [feed] = rows;
      return feed && cursor?.epoch === feed.epoch && cursor.position === feed.head && !follow?.isSweeping;
    },
    timeoutMs,
  );
}

/** All products in use, as the feed and `/products/{id}` have them, in the order of their ids. */
export async function describeProducts(db: Db): Promise<string[]> {
  const found = await findProductRecords(db, await listIds(db));
  return found.map((one) => JSON.stringify(one)).toSorted();
}

/** The same products, as `/products/{id}/quality` has them. A request would read the whole catalogue for each. */
async function describeQuality(db: Db): Promise<Record<string, string>> {
  const context = await loadCatalogueContext(db);
  const states = await readProductStates(db, await listIds(db));
  return Object.fromEntries(
    [...states].map(([id, state]) => [id, JSON.stringify(buildStateQuality(state, context))]),
  );
}

/** The ids of the products in use, in order. */
async function listIds(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from products where status = 'active' order by id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Every product of both with its quality, byte by byte, and what they refer to.
 * @param everyNth of so many products one is asked for by HTTP as well, with its quality and its nutriments
 */
export async function expectSameAnswers(
  leader: Pick<TestLeader, 'database' | 'api'>,
  follower: Pick<TestLeader, 'database' | 'api'>,
  everyNth = 25,
): Promise<number> {
  for (const describe of [listIds, describeProducts, describeQuality])
    expect(await describe(follower.database.db)).toEqual(await describe(leader.database.db));
  const ids = await listIds(leader.database.db);
  const paths = [
    ...ids
      .filter((_, index) => index % everyNth === 0)
      .flatMap((id) => [`/products/${id}`, `/products/${id}/quality`, `/products/${id}/nutriments`]),
    '/products/search?q=a&size=50',
    '/products/search?sort=quality&size=50',
    '/products/search?sort=name&size=50&page=2',
    '/products/search?category=food&size=50',
    '/reference-data',
    '/kind-fields?kind=electronics',
  ];
  const readBoth = (path: string) =>
    Promise.all([readText(leader.api, path), readText(follower.api, path)] as const);
  for (const path of paths) {
    const [own, copied] = await readBoth(path);
    expect(copied, path).toBe(own);
  }
  // Each side may show counts that are some seconds old.
  for (const path of ['/brands?size=100', '/categories']) {
    await waitFor(`${path} to be the same`, async () => {
      const [own, copied] = await readBoth(path);
      return own === copied;
    });
  }
  return ids.length;
}

/** Under one host: each service makes the drawings of demo products itself, and tells its own address. */
async function readText(api: TestApi, path: string): Promise<string> {
  const { text, status } = await api.request().get(`/api/v1${path}`).set('Host', 'catalogue.example');
  return `${status} ${text}`;
}
