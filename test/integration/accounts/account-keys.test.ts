import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAccounts, register, type Registered } from '../../support/callers/test-accounts.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { waitFor } from '../../support/wait-for.ts';
import { isKeyText } from '../../../src/access/accounts/keys/key-text.ts';
import {
  revokeKey,
  revokeLeakedKey,
  setBlocked,
  setTier,
} from '../../../src/access/accounts/operate-accounts.ts';
import { findAccountByEmail } from '../../../src/access/accounts/account-store.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { regenerateKey } from '../../../src/access/accounts/change-credentials.ts';

const CLI = { actor: 'cli' };

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database, { requestDeadlineMs: 20_000 });
});
afterAll(() => database.drop());

const rows = async (query: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(query, values)).rows;
const read = (apiKey: string) => api.get('/stats', { 'X-API-Key': apiKey });
const account = ({ email, password }: Registered) => api.post('/account', { email, password });
const regenerate = ({ email, password }: Registered) => api.post('/account/regenerate', { email, password });
const accountIdOf = async ({ email }: Registered) => {
  const [row] = await rows('SELECT id FROM accounts WHERE email = $1', [email]);
  return String(row?.['id']);
};

describe('a regenerated key', () => {
  it('takes the place of the old one at once', async () => {
    const ada = await register(api);
    expect((await read(ada.apiKey)).status).toBe(200);
    const response = await regenerate(ada);
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const body = response.body as { api_key: string; key: { id: string } };
    expect(body).toMatchObject({
      email: ada.email,
      revoked_key_id: ada.keyId,
      key: { status: 'active', prefix: body.api_key.slice(0, 8), tier: 'registered' },
      rate_limit: { per_minute: 600 },
    });
    expect(isKeyText(body.api_key)).toBe(true);
    expectError(await read(ada.apiKey), 401, 'invalid_api_key');
    expect((await read(body.api_key)).status).toBe(200);
    expect((await account(ada)).body).toMatchObject({ key: { id: body.key.id, status: 'active' } });
  });

  it('goes on from what its account has used', async () => {
    const ada = await register(api);
    await rows('INSERT INTO account_usage (account_id, used) VALUES ($1, 321)', [await accountIdOf(ada)]);
    expect((await regenerate(ada)).body).toMatchObject({
      quota: { limit: 100_000, used: 321, remaining: 99_679 },
    });
    expect((await account(ada)).body).toMatchObject({ quota: { used: 321 } });
  });

  it('is in the audit log with the one it replaced', async () => {
    const ada = await register(api);
    const response = await regenerate(ada);
    const actor = `account:${await accountIdOf(ada)}`;
    const { key } = response.body as { key: { id: string } };
    const entries = await rows(
      'SELECT action, entity_id FROM audit_log WHERE request_id = $1 AND actor = $2 ORDER BY seq',
      [response.headers['x-request-id'], actor],
    );
    expect(entries).toEqual([
      { action: 'key.revoked', entity_id: ada.keyId },
      { action: 'key.issued', entity_id: key.id },
    ]);
  });

  it('is not issued when the old one cannot be replaced, which then stays', async () => {
    const ada = await register(api);
    await rows("ALTER TABLE api_keys ADD CONSTRAINT none CHECK (prefix = '') NOT VALID");
    const response = await regenerate(ada);
    await rows('ALTER TABLE api_keys DROP CONSTRAINT none');
    expectError(response, 500, 'internal_error');
    expect((await read(ada.apiKey)).status).toBe(200);
  });

  it('is one of many when thirty are asked for at once, and the only active one', async () => {
    const ada = await register(api);
    const accountId = await accountIdOf(ada);
    const found = await findAccountByEmail(database.db, ada.email);
    if (!found) throw new Error('the account is gone');
    const { keyCheck } = createTestAccounts(database.db);
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => regenerateKey(database.db, found, 'race-of-keys')),
      );
      const callers = await Promise.all(answers.map((answer) => keyCheck.findCaller(answer.api_key)));
      expect(callers.filter((caller) => caller !== undefined)).toHaveLength(1);
      expect(new Set(answers.map((answer) => answer.revoked_key_id)).size).toBe(30);
    }
    expect(
      await rows(
        'SELECT count(*)::int AS active FROM api_keys WHERE account_id = $1 AND revoked_at IS NULL',
        [accountId],
      ),
    ).toEqual([{ active: 1 }]);
  });

  it('is given to each of many who log in at once; the last one’s works', async () => {
    const ada = await register(api);
    const responses = await Promise.all(Array.from({ length: 10 }, () => regenerate(ada)));
    expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 10 }, () => 200));
    const keys = responses.map((response) => (response.body as { api_key: string }).api_key);
    const statuses = await Promise.all([ada.apiKey, ...keys].map(async (key) => (await read(key)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  });
});

describe('a key that an operator revoked', () => {
  it('is refused, shown as revoked, and replaced by its owner', async () => {
    const ada = await register(api);
    await revokeKey(database.db, ada.keyId, CLI);
    expectError(await read(ada.apiKey), 401, 'invalid_api_key');
    const shown = await account(ada);
    expect(shown.status).toBe(200);
    expect(shown.body).toMatchObject({
      key: { id: ada.keyId, status: 'revoked', revoked_at: expect.stringMatching(/Z$/) },
    });
    const response = await regenerate(ada);
    expect(response.body).toMatchObject({ revoked_key_id: null, key: { status: 'active' } });
    expect((await read((response.body as { api_key: string }).api_key)).status).toBe(200);
  });

  it('cannot be revoked twice, and takes no newer key with it', async () => {
    const ada = await register(api);
    const { api_key: newKey } = (await regenerate(ada)).body as { api_key: string };
    await expect(revokeKey(database.db, ada.keyId, CLI)).rejects.toThrow(/revoked already/);
    await expect(revokeLeakedKey(database.db, ada.apiKey, CLI)).rejects.toThrow(/revoked already/);
    expect((await read(newKey)).status).toBe(200);
  });

  it('is not replaced while the account is blocked', async () => {
    const ada = await register(api);
    await setBlocked(database.db, { email: ada.email }, true, CLI);
    expectError(await read(ada.apiKey), 401, 'invalid_api_key');
    expect((await account(ada)).body).toMatchObject({ key: { status: 'revoked' } });
    expectError(await regenerate(ada), 403, 'forbidden');
    await setBlocked(database.db, { email: ada.email }, false, CLI);
    expect((await regenerate(ada)).status).toBe(200);
  });
});

it('shows the tier that the operator set, and its figures', async () => {
  const ada = await register(api);
  await setTier(database.db, { email: ada.email }, { tier: 'internal', isHolderKnown: true }, CLI);
  expect((await account(ada)).body).toMatchObject({
    key: { tier: 'internal' },
    quota: { limit: null, used: 0, remaining: null },
    rate_limit: { per_minute: null },
  });
});

it('notes when a key was last used, at most once a minute', async () => {
  const ada = await register(api);
  const lastUse = async () => {
    const [row] = await rows('SELECT last_used_at FROM api_keys WHERE id = $1', [ada.keyId]);
    return row?.['last_used_at'] as Date | null;
  };
  expect(await lastUse()).toBeNull();
  await read(ada.apiKey);
  const first = await waitFor('the first use', async () => (await lastUse()) ?? undefined);
  expect(Math.abs(Date.now() - first.getTime())).toBeLessThan(60_000);
  // A process that knows nothing of the first use writes nothing either.
  const { keyCheck } = createTestAccounts(database.db);
  await keyCheck.findCaller(ada.apiKey);
  await rows("UPDATE api_keys SET last_used_at = now() - interval '61 seconds' WHERE id = $1", [ada.keyId]);
  const before = await lastUse();
  keyCheck.forget();
  await keyCheck.findCaller(ada.apiKey);
  await waitFor('a later use', async () => (await lastUse())?.getTime() !== before?.getTime());
  expect((await account(ada)).body).toMatchObject({ key: { last_used_at: expect.stringMatching(/Z$/) } });
});

it('leaves no key in the database or in the log, wherever a caller puts it', async () => {
  let log = '';
  const talkative = createTestApi(database, {
    logger: createLogger('test', 'trace', { write: (line) => void (log += line) }),
  });
  const ada = await register(talkative);
  const { api_key: newKey } = (await regenerate(ada)).body as { api_key: string };
  for (const key of [ada.apiKey, newKey]) {
    const send = talkative.request();
    await send.get('/api/v1/stats').set({ 'X-API-Key': key });
    await send.get('/api/v1/stats').set({ Authorization: `Bearer ${key}` });
    await send.get('/api/v1/stats').set({ 'X-Request-Id': key, Referer: `http://a.example/?${key}` });
    await send.get(`/api/v1/stats?api_key=${key}&apikey=not-ours-9f2&q=${key}`);
    await send.get(`/api/v1/products/${key}`);
    await send.get(`/api/v1/products/search?q=${key}`);
    await send.post('/api/v1/account').set({ 'X-Request-Id': key }).send({ email: key, password: key });
    await send
      .post('/api/v1/account/regenerate')
      .set({ 'X-Request-Id': `${key}.${key}`.slice(0, 64) })
      .send(ada);
  }
  const { email, password } = ada;
  const response = await talkative
    .request()
    .post('/api/v1/account/regenerate')
    .set({ 'X-Request-Id': newKey })
    .send({ email, password });
  expect(response.status).toBe(200);
  // A failing statement is logged; its values are not.
  await rows("ALTER TABLE accounts ADD CONSTRAINT none CHECK (email = '') NOT VALID");
  expectError(
    await talkative.post('/register', { email: 'grace@example.org', password }),
    500,
    'internal_error',
  );
  await rows('ALTER TABLE accounts DROP CONSTRAINT none');

  expect(log).toContain('/api/v1/stats?api_key=[hidden]');
  expect(log).toContain('Failed query: insert into');
  for (const line of log.trim().split('\n')) expect(() => JSON.parse(line) as unknown).not.toThrow();
  const tables = await rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const dump = await Promise.all(
    tables.map(async ({ tablename }) =>
      JSON.stringify(await rows(`SELECT t::text FROM "${String(tablename)}" t`)),
    ),
  );
  expect(dump.join('')).toContain(ada.email);
  const { api_key: lastKey } = response.body as { api_key: string };
  for (const secret of [ada.apiKey, newKey, lastKey, password]) {
    expect(log).not.toContain(secret.slice(8));
    expect(dump.join('')).not.toContain(secret.slice(8));
  }
  for (const text of ['not-ours-9f2', 'grace@example.org', '$argon2id$']) expect(log).not.toContain(text);
});
