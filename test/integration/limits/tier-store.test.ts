import { afterAll, beforeAll, expect, test } from 'vitest';
import { tiers } from '../../../src/platform/db/schema/accounts.ts';
import { createTierStore, type TierStore } from '../../../src/access/tiers/tier-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';

let database: TestDatabase;
let store: TierStore;
beforeAll(async () => {
  database = await createTestDatabase();
  store = createTierStore(database.db, 600_000);
});
afterAll(async () => {
  store.close();
  await database.drop();
});

test('finds a tier that was made while the tiers were being read', async () => {
  const { pool, db } = database;
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  let isRead = false;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answerLate = async (...given: unknown[]) => {
    const answer = await query(...given);
    isRead = true;
    await released;
    return answer;
  };
  Object.assign(pool, { query: answerLate });
  const earlier = store.find('anonymous');
  await waitFor('the first read', () => isRead);
  Object.assign(pool, { query });
  await db.insert(tiers).values({ code: 'new', perMinute: 7, cumulative: null });
  const later = store.find('new');
  release();
  expect((await earlier).perMinute).toBe(60);
  expect(await later).toMatchObject({ code: 'new', perMinute: 7 });
});

test('refuses a tier that nobody made', async () => {
  await expect(store.find('nowhere')).rejects.toThrow('there is no tier nowhere');
});
