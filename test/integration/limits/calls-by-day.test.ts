import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveUsed, takeCalls } from '../../../src/access/limits/usage-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertAccount } from '../../support/callers/test-limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('calls by day', () => {
  const daysOf = async (id: string) => {
    const { rows } = await database.pool.query<{ calls: string }>(
      "SELECT calls FROM account_usage_days WHERE account_id = $1 AND day = (now() AT TIME ZONE 'UTC')::date",
      [id],
    );
    return rows.map(({ calls }) => Number(calls));
  };

  it('are what the usage goes up by, no matter who counts and however many at once', async () => {
    const id = await insertAccount(database.db);
    const subject = { kind: 'account' as const, id };
    await Promise.all(
      Array.from({ length: 30 }, () => takeCalls(database.db, subject, { count: 2, limit: 50 })),
    );
    expect(await daysOf(id)).toEqual([50]);
    await saveUsed(database.db, [{ subject, used: 80 }]);
    await saveUsed(database.db, [{ subject, used: 60 }]);
    expect(await daysOf(id)).toEqual([80]);
  });

  it('of a new day begin at nothing', async () => {
    const id = await insertAccount(database.db);
    const subject = { kind: 'account' as const, id };
    await saveUsed(database.db, [{ subject, used: 40 }]);
    await database.pool.query('UPDATE account_usage_days SET day = day - 1 WHERE account_id = $1', [id]);
    expect(await daysOf(id)).toEqual([]);
    await saveUsed(database.db, [{ subject, used: 45 }]);
    expect(await daysOf(id)).toEqual([5]);
  });
});
