import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOldAnswers, MOST_KEYS } from '../../../src/platform/http/idempotency/idempotency-store.ts';
import { createRunOnce } from '../../../src/platform/http/idempotency/run-once.ts';
import { eraseAccount } from '../../../src/erasure/erase-account.ts';
import { PLAIN_ADDRESSES } from '../../support/callers/test-accounts.ts';
import { insertAccount } from '../../support/callers/test-limits.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const HOUR_MS = 3_600_000;
const DEADLINE_MS = 3_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table notes (text text)');
});
afterAll(() => database.drop());

const START = Date.parse('2026-11-01T12:00:00Z');
let passedMs = 0;
let replays = 0;
const now = () => new Date(START + passedMs);
const callOf = (key: string, accountId?: string) => ({
  key,
  accountId,
  address: '192.0.2.1',
  credentials: ['Bearer pfk_1'],
  request: ['writeNote', {}, {}, { text: 'first' }],
  deadlineMs: DEADLINE_MS,
  onReplay: () => (replays += 1),
});
const open = () => createRunOnce({ db: database.db, addresses: PLAIN_ADDRESSES, now });
const listNotes = async () =>
  (await database.pool.query<{ text: string }>('select text from notes order by text')).rows.map(
    ({ text }) => text,
  );
const countKeys = async () => (await database.pool.query('select from idempotency_keys')).rowCount;

/** A write that is one transaction. `between`: after it was written, before it commits. */
const writeNote =
  (text: string, between = () => Promise.resolve()) =>
  (keep: Parameters<Parameters<ReturnType<typeof createRunOnce>>[1]>[0]) =>
    database.db.transaction(async (tx) => {
      await tx.execute(`insert into notes values ('${text}')`);
      await between();
      await keep(tx, { text });
      return { text };
    });

test('an answer is kept for 24 hours', async () => {
  const runOnce = open();
  const call = callOf(randomUUID());
  await runOnce(call, writeNote('day-1'));
  passedMs = 24 * HOUR_MS - 1;
  await forgetOldAnswers(database.db, now());
  expect(await runOnce(call, writeNote('day-2'))).toEqual({ text: 'day-1' });
  expect(replays).toBe(1);
  passedMs = 24 * HOUR_MS;
  expect(await runOnce(call, writeNote('day-3'))).toEqual({ text: 'day-3' });
  expect(await listNotes()).toEqual(['day-1', 'day-3']);
  passedMs = 48 * HOUR_MS;
  await forgetOldAnswers(database.db, now());
  expect(await countKeys()).toBe(0);
});

test('a run that outlives its time, and whose key another run took over, writes nothing', async () => {
  const runOnce = open();
  const call = callOf(randomUUID());
  const slow = runOnce(
    call,
    writeNote('slow', async () => {
      passedMs += DEADLINE_MS + 5_000 - 1;
      await expect(runOnce(call, writeNote('early'))).rejects.toMatchObject({
        code: 'idempotency_key_in_use',
      });
      passedMs += 1;
      expect(await runOnce(call, writeNote('takes over'))).toEqual({ text: 'takes over' });
    }),
  );
  await expect(slow).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
  expect(await runOnce(call, writeNote('late'))).toEqual({ text: 'takes over' });
  expect((await listNotes()).filter((text) => !text.startsWith('day'))).toEqual(['takes over']);
});

test('an answer whose transaction rolled back is not kept', async () => {
  const runOnce = open();
  const call = callOf(randomUUID());
  const fail = runOnce(call, (keep) =>
    database.db.transaction(async (tx) => {
      await keep(tx, { text: 'never' });
      throw new Error('no room');
    }),
  );
  await expect(fail).rejects.toThrow('no room');
  expect(await runOnce(call, writeNote('second try'))).toEqual({ text: 'second try' });
});

test('a caller has so many keys in 24 hours, and the kept answers all the same', async () => {
  const runOnce = open();
  const accountId = await insertAccount(database.db);
  const call = callOf(randomUUID(), accountId);
  await runOnce(call, writeNote('kept'));
  await database.pool.query(
    `insert into idempotency_keys select sha256(n::text::bytea), $1, '', $2, $3, 'x', $3 from generate_series(2, $4) n`,
    [accountId, randomUUID(), now(), MOST_KEYS],
  );
  passedMs += HOUR_MS;
  await expect(runOnce(callOf(randomUUID(), accountId), writeNote('over'))).rejects.toMatchObject({
    code: 'rate_limited',
    details: { cap: 'idempotency_keys' },
    headers: { 'Retry-After': String((23 * HOUR_MS) / 1_000) },
  });
  expect(await runOnce(call, writeNote('over'))).toEqual({ text: 'kept' });
  expect(await runOnce(callOf(randomUUID()), writeNote('of an address'))).toEqual({ text: 'of an address' });
  await eraseAccount(database.db, accountId, 'request 1', { actor: 'operator:test', requestId: 'request-1' });
  const left = await database.pool.query('select from idempotency_keys where caller = $1', [accountId]);
  expect(left.rowCount).toBe(0);
});

test('a caller keeps so many bytes of answers', async () => {
  const runOnce = open();
  const accountId = await insertAccount(database.db);
  await database.pool.query(
    `insert into idempotency_keys select '\x54', $1, '', $2, $3, decode(repeat('00', 16 * 1048576), 'hex'), $3`,
    [accountId, randomUUID(), now()],
  );
  await expect(runOnce(callOf(randomUUID(), accountId), writeNote('over'))).rejects.toMatchObject({
    code: 'rate_limited',
  });
});
