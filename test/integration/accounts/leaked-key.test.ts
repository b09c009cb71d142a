import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccounts } from '../../../src/access/accounts/create-accounts.ts';
import { ACCOUNT_FIGURES } from '../../../src/access/limits/limits.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { createTestAccounts, register } from '../../support/callers/test-accounts.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { createTestApi, type TestApi } from '../../support/test-api.ts';

let database: TestDatabase;
let api: TestApi;
let close: () => void;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const accounts = createAccounts({
    db,
    redisUrl: undefined,
    registrations: { perAddress: 100, perNetwork: 100, perSecond: 100 },
    mail: undefined,
    logger: createLogger('test', 'silent'),
  });
  close = () => accounts.close();
  api = createTestApi(database, {
    accounts: { ...createTestAccounts(db), admitChange: accounts.admitChange },
  });
});
afterAll(async () => {
  close();
  await database.drop();
});

/** What a thief does with a key, until it is refused. */
it.each([
  ['refused webhooks', { url: 'https://127.0.0.1/hook', events: ['products.changed'] }],
  ['webhooks', { url: 'https://shop.example.org/hook', events: ['products.changed'] }],
])('%s of a leaked key do not use up what replacing the key takes', async (_, webhook) => {
  const { email, password, apiKey } = await register(api);
  const statuses: number[] = [];
  for (let made = 0; made <= ACCOUNT_FIGURES.webhooks.most; made += 1) {
    const { status, body } = await api
      .request()
      .post('/api/v1/webhooks')
      .set('X-API-Key', apiKey)
      .send(webhook);
    statuses.push(status);
    const { id } = body as { id?: string };
    if (id !== undefined) await api.request().delete(`/api/v1/webhooks/${id}`).set('X-API-Key', apiKey);
  }
  expect(statuses.at(-1)).toBe(429);
  const replaced = await api.post('/account/regenerate', { email, password });
  expect(replaced.status, replaced.text).toBe(200);
  expect((await api.get('/stats', { 'X-API-Key': apiKey })).status).toBe(401);
});

it('an owner replaces a key fifty times a day', async () => {
  const { email, password } = await register(api);
  for (let made = 0; made < ACCOUNT_FIGURES.keys.most; made += 1)
    expect((await api.post('/account/regenerate', { email, password })).status).toBe(200);
  expect((await api.post('/account/regenerate', { email, password })).status).toBe(429);
});
