import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEY_NOTICE } from '../../../src/access/accounts/register-account.ts';
import { createTestAccounts, SERVICE_HASHES } from '../../support/callers/test-accounts.ts';
import { QUICK_PARAMETERS } from '../../support/callers/test-operator.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';

const PASSWORD = 'seven small islands';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database, { accounts: createTestAccounts(database.db, {}, SERVICE_HASHES) });
});
afterAll(() => database.drop());
beforeEach(async () => void (await database.pool.query('DELETE FROM accounts')));

const rows = async (query: string) => (await database.pool.query<Record<string, unknown>>(query)).rows;

describe('registration', () => {
  it('gives a key, shown once, with what it may do', async () => {
    const response = await api.post('/register', { email: ' Ada@Example.org', password: PASSWORD });
    expect(response.status).toBe(201);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(Object.keys(response.body as object)).toEqual([
      'email',
      'api_key',
      'key',
      'quota',
      'rate_limit',
      'notice',
    ]);
    const { api_key: apiKey } = response.body as { api_key: string };
    expect(response.body).toEqual({
      email: 'ada@example.org',
      api_key: expect.stringMatching(/^pfk_[0-9A-Za-z]{36}$/),
      key: {
        id: expect.any(String),
        prefix: apiKey.slice(0, 8),
        tier: 'registered',
        status: 'active',
        created_at: expect.any(String),
        last_used_at: null,
        revoked_at: null,
      },
      quota: { limit: 100_000, used: 0, remaining: 100_000 },
      rate_limit: { per_minute: 600 },
      notice: KEY_NOTICE,
    });
    expect((await api.get('/stats', { 'X-API-Key': apiKey })).status).toBe(200);
  });

  it('stores hashes only', async () => {
    const response = await api.post('/register', { email: 'ada@example.org', password: PASSWORD });
    const { api_key: apiKey } = response.body as { api_key: string };
    const [account] = await rows('SELECT password_hash FROM accounts');
    expect(account?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await rows('SELECT hash FROM api_keys')).toEqual([
      { hash: createHash('sha256').update(apiKey).digest() },
    ]);
  });

  it('leaves its entries in the audit log, under the id of the request', async () => {
    const [last] = await rows('SELECT coalesce(max(seq), 0)::int AS seq FROM audit_log');
    const response = await api.post('/register', { email: 'ada@example.org', password: PASSWORD });
    const [account] = await rows('SELECT id FROM accounts');
    const { key } = response.body as { key: { id: string; prefix: string } };
    const author = {
      actor: `account:${String(account?.['id'])}`,
      request_id: response.headers['x-request-id'],
    };
    expect(
      await rows(
        `SELECT actor, action, entity_id, after, request_id FROM audit_log WHERE seq > ${Number(last?.['seq'])} ORDER BY seq`,
      ),
    ).toEqual([
      { ...author, action: 'account.registered', entity_id: account?.['id'], after: { tier: 'registered' } },
      {
        ...author,
        action: 'key.issued',
        entity_id: key.id,
        after: { account_id: account?.['id'], prefix: key.prefix },
      },
    ]);
  });

  it('gives an e-mail to one of fifty who ask at once, in any spelling of it', async () => {
    const spellings = [
      'eve@example.org',
      'EVE@example.org',
      'Eve@Example.Org',
      ' eve@example.org',
      'eve@example.org ',
    ];
    // Hashes that cost little, and all at once: so that the fifty meet where the account is stored.
    const quick = createTestApi(database, {
      accounts: createTestAccounts(database.db, {}, { running: 50, parameters: QUICK_PARAMETERS }),
      requestDeadlineMs: 20_000,
    });
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const response = await quick.post('/register', { email: spellings[i % 5], password: PASSWORD });
        if (response.status !== 201) expectError(response, 409, 'email_taken');
        return response.status;
      }),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(await rows('SELECT email FROM accounts')).toEqual([{ email: 'eve@example.org' }]);
    expect(await rows('SELECT count(*)::int AS keys FROM api_keys')).toEqual([{ keys: 1 }]);
  });

  it('knows two e-mails that differ in dots as two accounts', async () => {
    for (const email of ['a.da@example.org', 'ada@example.org']) {
      expect((await api.post('/register', { email, password: PASSWORD })).status).toBe(201);
    }
  });

  it('is refused as a whole when its key cannot be stored', async () => {
    await database.pool.query("ALTER TABLE api_keys ADD CONSTRAINT none CHECK (prefix = '') NOT VALID");
    const response = await api.post('/register', { email: 'ada@example.org', password: PASSWORD });
    await database.pool.query('ALTER TABLE api_keys DROP CONSTRAINT none');
    expectError(response, 500, 'internal_error');
    expect(await rows('SELECT * FROM accounts')).toEqual([]);
  });
});

describe('the account', () => {
  it('is shown to who knows its password, without the key', async () => {
    const { body: created } = await api.post('/register', { email: 'ada@example.org', password: PASSWORD });
    const response = await api.post('/account', { email: 'ADA@example.org', password: PASSWORD });
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const { api_key: _, notice: __, ...rest } = created as Record<string, unknown>;
    expect(response.body).toEqual(rest);
  });

  it('shows what is used of the quota, and never less than nothing left', async () => {
    await api.post('/register', { email: 'ada@example.org', password: PASSWORD });
    const use = (used: number) =>
      database.pool.query(
        `INSERT INTO account_usage (account_id, used) SELECT id, ${used} FROM accounts
         ON CONFLICT (account_id) DO UPDATE SET used = excluded.used`,
      );
    const quota = async () =>
      (
        (await api.post('/account', { email: 'ada@example.org', password: PASSWORD })).body as {
          quota: object;
        }
      ).quota;
    await use(1_234);
    expect(await quota()).toEqual({ limit: 100_000, used: 1_234, remaining: 98_766 });
    await use(100_007);
    expect(await quota()).toEqual({ limit: 100_000, used: 100_007, remaining: 0 });
  });

  it('shows the database’s figure while the counters cannot be asked', async () => {
    const withoutCounters = createTestApi(database, {
      accounts: {
        ...createTestAccounts(database.db),
        findUsed: () => Promise.reject(new Error('the counter store is away')),
      },
    });
    await withoutCounters.post('/register', { email: 'ada@example.org', password: PASSWORD });
    await database.pool.query('INSERT INTO account_usage (account_id, used) SELECT id, 7 FROM accounts');
    const response = await withoutCounters.post('/account', { email: 'ada@example.org', password: PASSWORD });
    expect(response.body).toMatchObject({ quota: { used: 7 } });
  });

  it('takes a composed and a decomposed letter for the same password', async () => {
    await api.post('/register', { email: 'ada@example.org', password: 'caf\u00e9 au lait' });
    const response = await api.post('/account', { email: 'ada@example.org', password: 'cafe\u0301 au lait' });
    expect(response.status).toBe(200);
  });

  it('stores a hash that was made with other parameters again at the next login', async () => {
    const { passwords } = createTestAccounts(
      database.db,
      {},
      { parameters: { memoryCost: 8_192, timeCost: 3, parallelism: 1, hashLength: 32 } },
    );
    await api.post('/register', { email: 'ada@example.org', password: PASSWORD });
    await database.pool.query('UPDATE accounts SET password_hash = $1', [await passwords.hash(PASSWORD)]);
    const login = (password: string) => api.post('/account', { email: 'ada@example.org', password });
    expectError(await login('something else'), 401, 'invalid_credentials');
    expect(await rows('SELECT password_hash FROM accounts')).toEqual([
      { password_hash: expect.stringContaining('m=8192,t=3') },
    ]);
    expect((await login(PASSWORD)).status).toBe(200);
    expect(await rows('SELECT password_hash FROM accounts')).toEqual([
      { password_hash: expect.stringContaining('m=19456,t=2') },
    ]);
    expect((await login(PASSWORD)).status).toBe(200);
  });
});

describe('when too many passwords are to be hashed at once', () => {
  it('sheds what exceeds the line, and counts none of it as a failure', async () => {
    const busy = createTestApi(database, {
      accounts: createTestAccounts(
        database.db,
        { emailFailures: { most: 1, seconds: 900 } },
        { running: 1, waiting: 0 },
      ),
    });
    await busy.post('/register', { email: 'ada@example.org', password: PASSWORD });
    const responses = await Promise.all(
      ['ada', 'bob', 'eve', 'joe'].map((name) =>
        busy.post('/account', { email: `${name}@example.org`, password: 'wrong password' }),
      ),
    );
    const shed = responses.filter((response) => response.status === 503);
    expect(shed.length).toBeGreaterThan(0);
    for (const response of shed) {
      expectError(response, 503, 'unavailable');
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    // One failure is all that an e-mail has here: who was shed still has it.
    const names = ['ada', 'bob', 'eve', 'joe'].filter((_, i) => responses[i]?.status === 503);
    for (const name of names) {
      const again = await busy.post('/account', { email: `${name}@example.org`, password: 'wrong password' });
      expectError(again, 401, 'invalid_credentials');
    }
  });

  it('lets nobody wait longer than he has patience', async () => {
    const { passwords } = createTestAccounts(database.db, {}, { running: 1, waiting: 5, patienceMs: 0 });
    const first = passwords.hash(PASSWORD);
    await expect(passwords.hash(PASSWORD)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(first).resolves.toMatch(/^\$argon2id/);
  });
});
