import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenForNotifications } from '../../../src/platform/db/notifications/notification-listener.ts';
import { createHttpServer, drainHttpServer, listen } from '../../../src/platform/http/server/http-server.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createLiveStreams, type LiveFigures } from '../../../src/access/operators/live/live-streams.ts';
import { insertSubmissions } from '../../support/review/review-page.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';
import { waitFor } from '../../support/wait-for.ts';

const logger = createLogger('test', 'silent');
const LISTENERS = sql`SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'factshelf-listener' AND query LIKE 'LISTEN%'`;

let database: TestDatabase;
let closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface ApiProcess {
  api: TestApi;
  port: number;
  liveStreams: ReturnType<typeof createLiveStreams>;
  drain: () => Promise<void>;
}

/** An API process as far as events are concerned, with a listening connection of its own. */
async function startProcess(figures: Partial<LiveFigures> = {}): Promise<ApiProcess> {
  const before = (await database.db.execute(LISTENERS)).rows.length;
  const liveStreams = createLiveStreams({ db: database.db, logger, figures: { beatMs: 100, ...figures } });
  const listener = listenForNotifications({
    databaseUrl: database.url,
    subscriptions: liveStreams.subscriptions,
    logger,
  });
  const api = createTestApi(database, { liveStreams });
  const server = createHttpServer(api.app);
  await listen(server, 0, '127.0.0.1');
  const drain = () => drainHttpServer(server);
  closers.push(async () => {
    liveStreams.close();
    await listener.close();
    if (server.listening) await drain();
  });
  await waitFor('a listener', async () => (await database.db.execute(LISTENERS)).rows.length > before);
  return { api, port: (server.address() as AddressInfo).port, liveStreams, drain };
}

interface Stream {
  response: IncomingMessage;
  /** All that came. */
  heard: () => string;
  isOver: () => boolean;
  leave: () => void;
}

/** As a browser asks, which takes compressed answers. */
async function hear({ port }: ApiProcess, headers: Record<string, string>, method = 'GET'): Promise<Stream> {
  const request = httpRequest({
    port,
    method,
    path: '/api/admin/events',
    headers: { ...headers, 'Accept-Encoding': 'gzip, br' },
  });
  request.on('error', () => undefined);
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let heard = '';
  let isOver = false;
  response.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  response.on('error', () => undefined);
  response.on('close', () => (isOver = true));
  const leave = () => request.destroy();
  closers.push(() => Promise.resolve(leave()));
  return { response, heard: () => heard, isOver: () => isOver, leave };
}

const sawEvent = ({ heard }: Stream, event: string) =>
  waitFor(`${event} in ${heard()}`, () => Promise.resolve(heard().includes(event)));
const signIn = async () => await signInTestOperator(database.db, 'reviewer');

describe('a stream of events', () => {
  let process: ApiProcess;
  beforeEach(async () => {
    process = await startProcess();
  });

  it('comes at once and uncompressed, and nobody on the way may hold it back', async () => {
    const stream = await hear(process, (await signIn()).headers);
    expect(stream.response.statusCode).toBe(200);
    expect(stream.response.headers).toMatchObject({
      'content-type': expect.stringContaining('text/event-stream'),
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.response.headers['content-encoding']).toBeUndefined();
    await sawEvent(stream, 'retry: ');
    // Though nothing happens.
    await sawEvent(stream, ': still here');
  });

  it('tells of submissions that came, changed and went, when it is committed', async () => {
    const { headers } = await signIn();
    const stream = await hear(process, headers);
    const [id = ''] = await insertSubmissions(database.db, [{ content: { name: 'Live' } }]);
    await sawEvent(stream, `event: submissions\ndata: {"ids":["${id}"]}\n\n`);
    const count = () => stream.heard().split(id).length - 1;
    const before = count();
    await database.db
      .transaction(async (tx) => {
        await tx.execute(sql`update submissions set claimed_at = now() where id = ${id}`);
        await tx.execute(sql`select pg_notify('products_changed', '')`);
        tx.rollback();
      })
      .catch(() => undefined);
    await process.api.request().post(`/api/admin/submissions/${id}/claim`).set(headers).send({});
    await waitFor('the claim', () => Promise.resolve(count() > before));
    expect(stream.heard()).not.toContain('event: products');
    await process.api
      .request()
      .post(`/api/admin/submissions/${id}/notes`)
      .set(headers)
      .send({ text: 'Note' });
    await waitFor('the note', () => Promise.resolve(count() > before + 1));
    await database.db.execute(sql`delete from submissions where id = ${id}`);
    await waitFor('the end of it', () => Promise.resolve(count() > before + 2));
    await database.db.execute(sql`select pg_notify('products_changed', '')`);
    await sawEvent(stream, 'event: products');
  });

  it('says that there are many instead of naming hundreds', async () => {
    const stream = await hear(process, (await signIn()).headers);
    await insertSubmissions(
      database.db,
      Array.from({ length: 150 }, (_, n) => ({ content: { name: `Many ${n}` } })),
    );
    await sawEvent(stream, 'data: {"ids":null}');
  });

  it('is for operators alone, and ends with the session: signed out, disabled, or at its time', async () => {
    expect((await hear(process, {})).response.statusCode).toBe(401);
    const [out, disabled, old, stays] = [await signIn(), await signIn(), await signIn(), await signIn()];
    const streams = await Promise.all(
      [out, disabled, old, stays].map(({ headers }) => hear(process, headers)),
    );
    await process.api.request().post('/api/admin/logout').set(out.headers).send({});
    await database.db.execute(sql`update operators set disabled_at = now() where id = ${disabled.id}`);
    await database.db.execute(sql`update operator_sessions set created_at = now() - interval '13 hours'
      where operator_id = ${old.id}`);
    const [first, second, third, last] = streams;
    await waitFor('their end', () => Promise.resolve(first?.isOver() && second?.isOver() && third?.isOver()));
    expect(last?.isOver()).toBe(false);
  });

  it('keeps no session alive', async () => {
    const { id, headers } = await signIn();
    const stream = await hear(process, headers);
    await database.db.execute(sql`update operator_sessions set last_seen_at = now() - interval '10 minutes'
      where operator_id = ${id}`);
    const beats = () => stream.heard().split('still here').length;
    const before = beats();
    await waitFor('more beats', () => Promise.resolve(beats() > before + 2));
    const { rows } = await database.db
      .execute(sql`select last_seen_at < now() - interval '9 minutes' as is_old
      from operator_sessions where operator_id = ${id}`);
    expect(rows).toEqual([{ is_old: true }]);
  });

  it('of a HEAD request is over at once', async () => {
    const { headers } = await signIn();
    const answers = await Promise.all(Array.from({ length: 12 }, () => hear(process, headers, 'HEAD')));
    expect(answers.map(({ response }) => response.statusCode)).toEqual(answers.map(() => 200));
  });
});

it('one operator, and all of a process, have only so many; who leaves makes room', async () => {
  const process = await startProcess({ mostOfOne: 2, most: 3 });
  const [ada, grace] = [await signIn(), await signIn()];
  const [first] = [await hear(process, ada.headers), await hear(process, ada.headers)];
  const refused = await hear(process, ada.headers);
  expect(refused.response.statusCode).toBe(429);
  expect(refused.response.headers['retry-after']).toBe('60');
  expect((await hear(process, grace.headers)).response.statusCode).toBe(200);
  expect((await hear(process, grace.headers)).response.statusCode).toBe(429);
  first?.leave();
  await waitFor('room', async () => (await hear(process, grace.headers)).response.statusCode === 200);
});

it('every process tells its own listeners, and says so when it may have missed something', async () => {
  const [one, other] = [await startProcess(), await startProcess()];
  const streams = [await hear(one, (await signIn()).headers), await hear(other, (await signIn()).headers)];
  const [id = ''] = await insertSubmissions(database.db, [{ content: { name: 'For all' } }]);
  for (const stream of streams) await sawEvent(stream, id);
  const cut = (await database.db.execute<{ pid: number }>(LISTENERS)).rows.map(({ pid }) => pid);
  for (const pid of cut) await database.db.execute(sql`select pg_terminate_backend(${pid}::int)`);
  for (const stream of streams) await sawEvent(stream, 'event: anew');
  await waitFor('other connections', async () => {
    const now = (await database.db.execute<{ pid: number }>(LISTENERS)).rows.map(({ pid }) => pid);
    return now.length === 2 && now.every((pid) => !cut.includes(pid));
  });
  const [later = ''] = await insertSubmissions(database.db, [{ content: { name: 'Heard again' } }]);
  for (const stream of streams) await sawEvent(stream, later);
});

it('a process that stops ends its streams and takes no new ones, so that nothing waits for them', async () => {
  const process = await startProcess();
  const { headers } = await signIn();
  const stream = await hear(process, headers);
  process.liveStreams.close();
  await waitFor('the end', () => Promise.resolve(stream.isOver()));
  expect((await hear(process, headers)).response.statusCode).toBe(503);
  await process.drain();
});
