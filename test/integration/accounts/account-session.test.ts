import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  findSessionAccount,
  saveAccountSession,
} from '../../../src/access/accounts/sessions/account-session-store.ts';
import { accountSessions } from '../../../src/platform/db/schema/accounts.ts';
import { insertAccount } from '../../support/callers/test-limits.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function beginSession(accountId: string): Promise<Buffer> {
  const tokenHash = randomBytes(32);
  await database.db.transaction((tx) => saveAccountSession(tx, accountId, tokenHash));
  return tokenHash;
}

const moveBack = (tokenHash: Buffer, column: 'createdAt' | 'lastSeenAt', interval: string) =>
  database.db
    .update(accountSessions)
    .set({ [column]: sql`now() - ${interval}::interval` })
    .where(eq(accountSessions.tokenHash, tokenHash));

it.each([
  ['lastSeenAt', '29 minutes 59 seconds', true],
  ['lastSeenAt', '30 minutes 1 second', false],
  ['createdAt', '11 hours 59 minutes', true],
  ['createdAt', '12 hours 1 second', false],
] as const)('a session whose %s is %s ago is alive: %s', async (column, interval, isAlive) => {
  const accountId = await insertAccount(database.db);
  const tokenHash = await beginSession(accountId);
  await moveBack(tokenHash, column, interval);
  expect((await findSessionAccount(database.db, tokenHash))?.id).toBe(isAlive ? accountId : undefined);
});

it('a use moves the idle time of this session on, and of no other', async () => {
  const accountId = await insertAccount(database.db);
  const [used, other] = [await beginSession(accountId), await beginSession(accountId)];
  for (const tokenHash of [used, other]) await moveBack(tokenHash, 'lastSeenAt', '20 minutes');
  await findSessionAccount(database.db, used);
  const rows = await database.db
    .select({
      tokenHash: accountSessions.tokenHash,
      isFresh: sql<boolean>`last_seen_at > now() - interval '10 minutes'`,
    })
    .from(accountSessions)
    .where(eq(accountSessions.accountId, accountId));
  expect(new Map(rows.map(({ tokenHash, isFresh }) => [tokenHash.toString('hex'), isFresh]))).toEqual(
    new Map([
      [used.toString('hex'), true],
      [other.toString('hex'), false],
    ]),
  );
});

it('a sixth session of an account ends its oldest, and deletes what has ended of others', async () => {
  const [accountId, otherId] = [await insertAccount(database.db), await insertAccount(database.db)];
  const [ended, kept] = [await beginSession(otherId), await beginSession(otherId)];
  await moveBack(ended, 'lastSeenAt', '1 hour');
  const hashes: Buffer[] = [];
  for (let begun = 0; begun < 6; begun++) hashes.push(await beginSession(accountId));
  const isAlive = async (tokenHash: Buffer) =>
    (await findSessionAccount(database.db, tokenHash)) !== undefined;
  expect(await Promise.all(hashes.map(isAlive))).toEqual([false, true, true, true, true, true]);
  const rows = await database.db
    .select({ tokenHash: accountSessions.tokenHash })
    .from(accountSessions)
    .where(eq(accountSessions.accountId, otherId));
  expect(rows.map(({ tokenHash }) => tokenHash.toString('hex'))).toEqual([kept.toString('hex')]);
});
