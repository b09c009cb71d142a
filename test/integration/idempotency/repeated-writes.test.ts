import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderStorage } from '../../../src/review/pictures/storage/folder-storage.ts';
import { PLAIN_ADDRESSES, createTestAccounts } from '../../support/callers/test-accounts.ts';
import { insertKey } from '../../support/callers/test-limits.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { gtinOf } from '../../support/imports/export-file.ts';
import { createPictureRoot, drawJpeg, submitProduct } from '../../support/pictures/test-pictures.ts';
import { createTcpProxy } from '../../support/servers/tcp-proxy.ts';
import {
  createTestApi,
  describedContributorRoutes,
  describedRoutes,
  expectError,
  type TestApi,
} from '../../support/test-api.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import { createLogger } from '../../../src/platform/logger.ts';

const LONG_MS = 60_000;

let database: TestDatabase;
let api: TestApi;
let apiKey: string;
const files = createPictureRoot();
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database, {
    accounts: { ...createTestAccounts(database.db), addresses: PLAIN_ADDRESSES },
    pictureStorage: createFolderStorage(files.root),
    requestDeadlineMs: LONG_MS,
    trustProxy: true,
  });
  ({ key: apiKey } = await insertKey(database.db));
});
afterAll(async () => {
  files.remove();
  await database.drop();
});

const count = async (table: string) =>
  Number((await database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
/** Sends a body with a key. */
const send = async (
  path: string,
  body: object,
  key: string,
  { headers = {}, to = api }: { headers?: Record<string, string>; to?: TestApi } = {},
): Promise<Response> =>
  await to
    .request()
    .post(path)
    .set({ 'Idempotency-Key': key, ...headers })
    .send(body);
const SUBMISSIONS = '/api/public/submissions';
const withKey = () => ({ 'X-API-Key': apiKey });

function expectReplay(repeat: Response, first: Response): void {
  expect(first.status, first.text).toBeLessThan(300);
  expect(first.headers).not.toHaveProperty('idempotent-replayed');
  expect([repeat.status, repeat.text]).toEqual([first.status, first.text]);
  expect(repeat.headers['idempotent-replayed']).toBe('true');
}

/** Each kind of write: what it is sent, and the table that a repeat leaves alone. */
const WRITES: [name: string, table: string, send: (key: string) => Promise<Response>][] = [
  ['submitFacts', 'submissions', (key) => send(SUBMISSIONS, { name: 'Quince jelly' }, key)],
  [
    'sendBackflow',
    'submissions',
    (key) =>
      send('/api/public/backflow', { items: [{ gtin: gtinOf(1), name: 'Oats' }] }, key, {
        headers: withKey(),
      }),
  ],
  [
    'register',
    'accounts',
    (key) => send('/api/v1/register', { email: 'ada@example.org', password: 'seven small islands' }, key),
  ],
  [
    'createWebhook',
    'webhook_deliveries',
    (key) =>
      send('/api/v1/webhooks', { url: 'https://shop.example.org/hook', events: ['products.changed'] }, key, {
        headers: withKey(),
      }),
  ],
];

describe('a repeat with the same key', () => {
  test.each(WRITES)('of %s is the first answer, and writes nothing', async (_, table, write) => {
    const key = randomUUID();
    const first = await write(key);
    const written = await count(table);
    expect(written).toBeGreaterThan(0);
    expectReplay(await write(key), first);
    // Quotes, as of a string of a structured field, are no part of the key.
    expectReplay(await write(`"${key}"`), first);
    expect(await count(table)).toBe(written);
  });

  test('of a picture is the first answer, and only for who has the token', async () => {
    const submission = await submitProduct(api, { name: 'Medlar jelly' });
    const key = randomUUID();
    const file = await drawJpeg(1);
    const upload = (token: string) =>
      api
        .request()
        .post(`${SUBMISSIONS}/${submission.id}/images`)
        .set({ 'X-Answer-Token': token, 'Idempotency-Key': key, 'Content-Type': 'image/jpeg' })
        .send(file);
    const first = await upload(submission.token);
    await database.pool.query(
      `update submissions set status = 'rejected', reason = 'no', reviewed_at = now() where id = $1`,
      [submission.id],
    );
    expectReplay(await upload(submission.token), first);
    expectError(await upload('somebody'), 403, 'forbidden');
  });

  test('is every write that says so', () => {
    const declared = [...describedRoutes, ...describedContributorRoutes].filter(
      (item) => item.takesIdempotencyKey,
    );
    expect(declared.map(({ operationId }) => operationId).toSorted()).toEqual(
      [...WRITES.map(([name]) => name), 'sendPicture'].toSorted(),
    );
  });

  test('is the first answer whatever the order of fields, and is one write of many at once', async () => {
    const key = randomUUID();
    const before = await count('submissions');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(SUBMISSIONS, { name: 'Rusks', brand: 'Dune' }, key)),
    );
    const first = answers.find(({ headers, status }) => status === 201 && !headers['idempotent-replayed'])!;
    for (const answer of answers) {
      if (answer === first) continue;
      if (answer.status === 201) expectReplay(answer, first);
      else expectError(answer, 409, 'idempotency_key_in_use');
    }
    expectReplay(await send(SUBMISSIONS, { brand: 'Dune', name: 'Rusks' }, key), first);
    expect(await count('submissions')).toBe(before + 1);
  });
});

test('a repeat while the first request runs is refused', async () => {
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('lock table submissions in share row exclusive mode');
  const key = randomUUID();
  const running = send(SUBMISSIONS, { name: 'Slow rusks' }, key);
  await waitFor('the first request to run', async () => {
    const { rows } = await holder.query(`select from idempotency_keys where answer is null`);
    return rows.length === 1;
  });
  expectError(await send(SUBMISSIONS, { name: 'Slow rusks' }, key), 409, 'idempotency_key_in_use');
  expectError(await send(SUBMISSIONS, { name: 'Other rusks' }, key), 422, 'idempotency_conflict');
  await holder.query('rollback');
  holder.release();
  const first = await running;
  expectReplay(await send(SUBMISSIONS, { name: 'Slow rusks' }, key), first);
});

test('another body, or another endpoint, is refused under the same key', async () => {
  const key = randomUUID();
  const first = await send(SUBMISSIONS, { name: 'Barley' }, key, { headers: withKey() });
  expect(first.status).toBe(201);
  expectError(
    await send(SUBMISSIONS, { name: 'Rye' }, key, { headers: withKey() }),
    422,
    'idempotency_conflict',
  );
  const batch = { items: [{ gtin: gtinOf(2), name: 'Barley' }] };
  expectError(
    await send('/api/public/backflow', batch, key, { headers: withKey() }),
    422,
    'idempotency_conflict',
  );
});

test('callers do not share keys', async () => {
  const key = randomUUID();
  const from = (address: string, name: string) =>
    send(SUBMISSIONS, { name }, key, { headers: { 'X-Forwarded-For': address } });
  const first = await from('203.0.113.7', 'Spelt');
  const other = await from('203.0.113.8', 'Millet');
  const holder = await send(SUBMISSIONS, { name: 'Teff' }, key, { headers: withKey() });
  expect([first.status, other.status, holder.status]).toEqual([201, 201, 201]);
  expect(other.headers).not.toHaveProperty('idempotent-replayed');
  expectReplay(await from('203.0.113.7', 'Spelt'), first);
});

test('a refused request frees its key', async () => {
  const key = randomUUID();
  expectError(await send(SUBMISSIONS, { brand: 'Dune' }, key), 400, 'validation_failed');
  expect((await send(SUBMISSIONS, { name: 'Amaranth' }, key)).status).toBe(201);
});

test.each([
  ['short', 'fifteen-letters'],
  ['long', 'x'.repeat(256)],
  ['with a space', 'two words and more'],
  ['sent twice', 'a-key-of-16-signs, a-key-of-16-signs'],
  ['with a quote inside', '"a-key-of"-16-signs"'],
])('a key that is %s is refused', async (_, key) => {
  const refused = await send(SUBMISSIONS, { name: 'Never written' }, key);
  expectError(refused, 400, 'invalid_request');
});

test('a kept answer is not readable in the database', async () => {
  const key = randomUUID();
  const credentials = { email: 'grace@example.org', password: 'seven small islands' };
  const first = await send('/api/v1/register', credentials, key);
  const { rows } = await database.pool.query<{ row: string }>(
    `select concat(k::text, encode(k.answer, 'escape')) as row from idempotency_keys k where answer is not null`,
  );
  const stored = rows.map(({ row }) => row).join();
  expect(stored).not.toMatch(/pfk_|whsec_|answer_token/);
  for (const secret of [key, (first.body as { api_key: string }).api_key, credentials.password])
    expect(stored).not.toContain(secret);
  const guessed = await send('/api/v1/register', { ...credentials, password: 'eight small islands' }, key);
  expectError(guessed, 422, 'idempotency_conflict');
});

test('without a database nothing is written, and the same key works later', async () => {
  const proxy = await createTcpProxy(database.url);
  const logger = createLogger('test', 'silent');
  const pool = createPool({ url: proxy.url, applicationName: 'test', statementTimeoutMs: 5_000, logger });
  const db = createDb(pool);
  const cut = createTestApi({ db }, { accounts: createTestAccounts(db) });
  const key = randomUUID();
  const write = () =>
    send('/api/v1/register', { email: 'lin@example.org', password: 'seven small islands' }, key, { to: cut });
  await proxy.shut();
  expectError(await write(), 503, 'unavailable');
  await proxy.open();
  const first = await write();
  expectReplay(await write(), first);
  await pool.end();
  await proxy.close();
});
