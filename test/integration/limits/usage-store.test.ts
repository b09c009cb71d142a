import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool } from '../../../src/platform/db/client.ts';
import type { LimitSubject } from '../../../src/access/limits/stores/limit-store.ts';
import { findUsed, saveUsed, takeCalls } from '../../../src/access/limits/usage-store.ts';
import { createUsageCheckpoint } from '../../../src/access/limits/stores/usage-checkpoint.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertAccount, newAddress } from '../../support/callers/test-limits.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a figure is raised, never lowered, and the higher one is returned', async () => {
  const { db } = database;
  const subject = newAddress();
  expect(await saveUsed(db, [{ subject, used: 10 }])).toEqual([{ subject, used: 10 }]);
  expect(await saveUsed(db, [{ subject, used: 4 }])).toEqual([{ subject, used: 10 }]);
  expect(await findUsed(db, subject)).toBe(10);
});

test('an account that is gone does not keep the others from being written', async () => {
  const { db } = database;
  const gone: LimitSubject = { kind: 'account', id: '00000000-0000-4000-8000-000000000000' };
  const there: LimitSubject = { kind: 'account', id: await insertAccount(db) };
  await saveUsed(db, [
    { subject: gone, used: 3 },
    { subject: there, used: 2 },
  ]);
  expect(await findUsed(db, there)).toBe(2);
});

test('calls of an account that is gone are taken, and nothing is stored', async () => {
  const { db } = database;
  const gone: LimitSubject = { kind: 'account', id: '00000000-0000-4000-8000-000000000000' };
  expect(await takeCalls(db, gone, { count: 3, limit: 100 })).toEqual({ taken: 3, used: 0 });
  expect(await findUsed(db, gone)).toBe(0);
});

/** Resolves when a statement of this database waits for a lock. */
const untilBlocked = () =>
  waitFor('a statement that waits', async () => {
    const { rowCount } = await database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rowCount === 1;
  });

test('rows are locked in one order, so that processes which write at the same time cannot deadlock', async () => {
  const { db } = database;
  const [low, high] = [newAddress(), newAddress()].sort((a, b) => (a.id < b.id ? -1 : 1)) as [
    LimitSubject,
    LimitSubject,
  ];
  await saveUsed(db, [
    { subject: low, used: 1 },
    { subject: high, used: 1 },
  ]);
  let other: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await saveUsed(tx, [{ subject: low, used: 2 }]);
    other = saveUsed(db, [
      { subject: high, used: 3 },
      { subject: low, used: 3 },
    ]);
    await untilBlocked();
    await saveUsed(tx, [{ subject: high, used: 2 }]);
  });
  await other;
  expect(await Promise.all([findUsed(db, low), findUsed(db, high)])).toEqual([3, 3]);
});

test('what is noted while a checkpoint is being written goes with the next one', async () => {
  const { db } = database;
  const subject = newAddress();
  const checkpoint = createUsageCheckpoint({
    db,
    logger: createLogger('test', 'silent'),
    onHigher: async () => undefined,
    everyMs: 1_000_000,
  });
  await saveUsed(db, [{ subject, used: 1 }]);
  checkpoint.note(subject, 2);
  let writing: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await saveUsed(tx, [{ subject, used: 1 }]);
    writing = checkpoint.write();
    await untilBlocked();
    checkpoint.note(subject, 3);
  });
  await writing;
  expect(await findUsed(db, subject)).toBe(2);
  expect(checkpoint.findNoted(subject)).toBe(3);
  await checkpoint.close();
  expect(await findUsed(db, subject)).toBe(3);
  expect(checkpoint.findNoted(subject)).toBe(0);
});

test('what a checkpoint could not write is written by the next one', async () => {
  const { db } = database;
  const subject = newAddress();
  await saveUsed(db, [{ subject, used: 1 }]);
  const logger = createLogger('test', 'silent');
  // As impatient as the service.
  const pool = createPool({
    url: database.url,
    applicationName: 'factshelf-checkpoint',
    max: 1,
    statementTimeoutMs: 5_000,
    logger,
  });
  const checkpoint = createUsageCheckpoint({
    db: createDb(pool),
    logger,
    onHigher: async () => undefined,
    everyMs: 1_000_000,
  });
  checkpoint.note(subject, 5);
  await db.transaction(async (tx) => {
    await saveUsed(tx, [{ subject, used: 1 }]);
    // Given up after the lock timeout of a second.
    await checkpoint.write();
  });
  expect(await findUsed(db, subject)).toBe(1);
  await checkpoint.close();
  await pool.end();
  expect(await findUsed(db, subject)).toBe(5);
});

test('of several who want the last calls at once each gets what is left', async () => {
  const { db } = database;
  const subject = newAddress();
  const take = (count: number) => takeCalls(db, subject, { count, limit: 10 });
  const results = await Promise.all([3, 4, 5, 3, 1, 2].map(take));
  expect(results.reduce((sum, { taken }) => sum + taken, 0)).toBe(10);
  expect(await take(1)).toEqual({ taken: 0, used: 10 });
});

test('calls over a limit that was lowered are neither given back nor added to', async () => {
  const { db } = database;
  const subject = newAddress();
  expect(await takeCalls(db, subject, { count: 8, limit: null })).toEqual({ taken: 8, used: 8 });
  expect(await takeCalls(db, subject, { count: 1, limit: 5 })).toEqual({ taken: 0, used: 8 });
  expect(await findUsed(db, subject)).toBe(8);
});
