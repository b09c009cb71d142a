import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFollow } from '../../../src/follow/follow-store.ts';
import { createLeader, type LeaderFigures } from '../../../src/follow/leader-client.ts';
import { followIn } from '../../support/changes/follow-pair.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

let server: Server;
let address: string;
let answer: RequestListener;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const CURSOR = 'c1.0123456789ab.10';
const page = (next: unknown, items: unknown[] = []) => JSON.stringify({ items, next, has_more: false });
const gone = (position: number) => ({
  position,
  id: '600ee031-e4be-5cc9-ba9b-2d37e2456165',
  gtin: null,
  change: 'delete',
  merged_into: null,
  version: null,
  product: null,
  record: null,
});
const read = (figures: Partial<LeaderFigures> = {}) =>
  createLeader(address, 'pfk_1', { patienceMs: 2_000, waitSeconds: 0, ...figures }).readChanges(
    CURSOR,
    true,
    new AbortController().signal,
  );
const say =
  (status: number, text: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(text);

test.each([
  ['no JSON', say(200, '<html>'), 'nonsense'],
  ['another form', say(200, '{"items":{}}'), 'nonsense'],
  ['no cursor', say(200, page('later')), 'nonsense'],
  ['a cursor that goes back', say(200, page('c1.0123456789ab.9')), 'nonsense'],
  ['positions out of order', say(200, page('c1.0123456789ab.12', [gone(12), gone(11)])), 'nonsense'],
  ['too much', say(200, 'x'.repeat(100_000)), 'nonsense'],
  ['a redirect', say(302, '', { location: 'https://example.org' }), 'away'],
  ['nothing in time', () => undefined, 'away'],
  ['its own trouble', say(503, ''), 'away'],
  ['a wrong key', say(401, '{"error":{"code":"invalid_api_key","message":"No."}}'), 'refused'],
  ['patience', say(429, '', { 'retry-after': '7' }), 'busy'],
  ['an old cursor', say(410, '{"error":{"code":"cursor_expired","message":"Old."}}'), 'expired'],
])('a leader that answers %s', async (_what, given, kind) => {
  answer = given;
  const error: unknown = await read({ mostBytes: 50_000 }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'LeaderError', kind });
  if (kind === 'busy') expect(error).toMatchObject({ retryAfterMs: 7_000 });
});

test('an upsert without facts does not make the page useless', async () => {
  answer = say(200, page('c1.0123456789ab.12', [{ ...gone(11), change: 'upsert' }, gone(12)]));
  expect((await read()).items).toMatchObject([
    { change: 'upsert', fault: expect.stringContaining('product: ') as string },
    { change: 'delete' },
  ]);
});

test('the key goes with each call', async () => {
  const keys: unknown[] = [];
  answer = (request, response) => {
    keys.push(request.headers['x-api-key']);
    response.end(page(CURSOR));
  };
  expect(await read()).toEqual({ items: [], next: CURSOR, has_more: false });
  expect(keys).toEqual(['pfk_1']);
});

test('nonsense changes nothing, and is said in the database', async () => {
  const database: TestDatabase = await createTestDatabase();
  const { db } = database;
  answer = say(200, page('c1.0123456789ab.11', [{ ...gone(11), change: 'invent' }]));
  const before = await db.execute(sql`select count(*) from categories`);
  const run = await followIn(db, { address });
  const follow = await waitFor('the error', async () => {
    const found = await findFollow(db);
    return found?.error ? found : undefined;
  });
  await run.close();
  expect(follow).toMatchObject({ cursor: null, error: expect.stringContaining('items.0.change') as string });
  expect((await db.execute(sql`select count(*) from categories`)).rows).toEqual(before.rows);
  await database.drop();
});
