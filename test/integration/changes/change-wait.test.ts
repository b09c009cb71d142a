import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStamper } from '../../../indexer/changes/stamp-changes.ts';
import { createChangeFeed, type ChangeFeed } from '../../../src/publish/feed/change-feed.ts';
import { listenForNotifications } from '../../../src/platform/db/notifications/notification-listener.ts';
import { createHttpServer, drainHttpServer, listen } from '../../../src/platform/http/server/http-server.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { insertProduct } from '../../support/catalogue/catalogue.ts';
import type { ChangesPage } from '../../support/changes/change-reader.ts';
import { createTestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { expectInTime } from '../../support/in-time.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = createLogger('test', 'silent');

let database: TestDatabase;
let stamper: { close(): Promise<void> };

/** The application on a socket, hearing what Postgres says. */
async function startApi(figures: Parameters<typeof createChangeFeed>[0]['figures'] = {}) {
  const changeFeed: ChangeFeed = createChangeFeed({ db: database.db, figures });
  const listener = listenForNotifications({
    databaseUrl: database.url,
    subscriptions: changeFeed.subscriptions,
    logger,
  });
  let calls = 0;
  const counted: ChangeFeed = {
    ...changeFeed,
    read: (call) => {
      calls += 1;
      return changeFeed.read(call);
    },
  };
  const server = createHttpServer(createTestApi(database, { changeFeed: counted }).app);
  await listen(server, 0, '127.0.0.1');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/changes`;
  return {
    /** Calls that wait, each on a connection of its own. */
    startWaiting: async (next: string, count: number) => {
      const before = calls;
      const callers = Array.from({ length: count }, () => {
        const request = httpGet(`${origin}?since=${next}&wait=20`, { agent: false });
        request.on('error', () => undefined);
        request.on('response', (response: IncomingMessage) => response.resume());
        return request;
      });
      await waitFor('calls that have come in', () => calls === before + count);
      return callers;
    },
    read: async (query: string) => {
      const answer = await fetch(`${origin}?${query}`);
      return { status: answer.status, headers: answer.headers, page: (await answer.json()) as ChangesPage };
    },
    close: async () => {
      changeFeed.close();
      await drainHttpServer(server);
      await listener.close();
    },
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  // Nobody is to be found by the sweep.
  stamper = startStamper({ db: database.db, databaseUrl: database.url, sweepMs: 60_000, logger });
  await insertProduct(database.db);
  await waitFor('all positions', async () => {
    const { rows } = await database.db.execute<{ isDone: boolean }>(sql`
      select exists (select from product_changes) and not exists (select from product_change_marks) as "isDone"`);
    return rows[0]?.isDone;
  });
});
afterAll(async () => {
  await stamper.close();
  await database.drop();
});

describe('a caller who waits', () => {
  test('has the change within a second of its commit', async () => {
    const api = await startApi();
    try {
      let { next } = (await api.read('since=now')).page;
      for (let round = 0; round < 5; round++) {
        const waiting = api.read(`since=${next}&wait=20`);
        await waitFor('a caller who waits', () => database.pool.idleCount === database.pool.totalCount);
        const id = await insertProduct(database.db, { name: `Round ${round}` });
        const { page } = await expectInTime(1_000, () => waiting);
        expect(page.items).toMatchObject([{ id, product: { name: `Round ${round}` } }]);
        ({ next } = page);
      }
    } finally {
      await api.close();
    }
  });

  test('has an empty answer when the time is over', async () => {
    const api = await startApi();
    try {
      const { next } = (await api.read('since=now')).page;
      const startedAt = performance.now();
      const { status, page } = await api.read(`since=${next}&wait=1`);
      expect([status, page]).toEqual([200, { items: [], next, has_more: false }]);
      expect(performance.now() - startedAt).toBeGreaterThan(950);
    } finally {
      await api.close();
    }
  });

  test('has it then also when the garbage is collected meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const api = await startApi();
    try {
      const { next } = (await api.read('since=now')).page;
      const waiting = api.read(`since=${next}&wait=2`);
      await waitFor('a caller who waits', () => database.pool.idleCount === database.pool.totalCount);
      collect();
      // Anyone who is not answered then is answered 503 at the deadline of the route.
      expect((await waiting).status).toBe(200);
    } finally {
      await api.close();
    }
  });

  test('is answered at once when the process stops', async () => {
    const api = await startApi();
    const { next } = (await api.read('since=now')).page;
    const [caller] = await api.startWaiting(next, 1);
    const answered = once(caller ?? expect.fail(), 'response') as Promise<[IncomingMessage]>;
    const [{ statusCode }] = await expectInTime(5_000, async () => {
      await api.close();
      return await answered;
    });
    expect(statusCode).toBe(200);
  });

  test('is one of a few of his own; one who leaves makes room', async () => {
    const api = await startApi();
    try {
      const { next } = (await api.read('since=now')).page;
      const callers = await api.startWaiting(next, 4);
      const refused = await api.read(`since=${next}`);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
      callers[0]?.destroy();
      await waitFor('room', async () => (await api.read(`since=${next}`)).status === 200);
      for (const caller of callers) caller.destroy();
    } finally {
      await api.close();
    }
  });

  test('is one of so many: all others are asked to come again', async () => {
    const api = await startApi({ most: 2 });
    try {
      const { next } = (await api.read('since=now')).page;
      const callers = await api.startWaiting(next, 2);
      expect((await api.read(`since=${next}`)).status).toBe(503);
      for (const caller of callers) caller.destroy();
      await waitFor('room', async () => (await api.read(`since=${next}`)).status === 200);
    } finally {
      await api.close();
    }
  });

  test('holds no connection of the database', async () => {
    const api = await startApi();
    try {
      const { next } = (await api.read('since=now')).page;
      const callers = await api.startWaiting(next, 4);
      await waitFor('idle connections', () => database.pool.idleCount === database.pool.totalCount);
      expect((await api.read(`since=${next}`)).status).toBe(429);
      for (const caller of callers) caller.destroy();
    } finally {
      await api.close();
    }
  });
});

test('pages that slow readers have not taken are capped', async () => {
  const api = await startApi({ mostPages: 0 });
  try {
    expect((await api.read('limit=1')).status).toBe(503);
  } finally {
    await api.close();
  }
});
