import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v4 as uuidV4 } from 'uuid';
import type { AdminAccountDetail } from '../../../src/review/account-administration/admin-account-contract.ts';
import { createKeyText } from '../../../src/access/accounts/keys/key-text.ts';
import { takeCalls } from '../../../src/access/limits/usage-store.ts';
import { register, type Registered } from '../../support/callers/test-accounts.ts';
import { createAdminCaller, expectAdminError, type AdminCaller } from '../../support/callers/test-admin.ts';
import { createTestApi, expectError, type TestApi } from '../../support/test-api.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts';
import { insertAccount } from '../../support/callers/test-limits.ts';
import { signInTestOperator } from '../../support/callers/test-operator.ts';

let database: TestDatabase;
let api: TestApi;
let admin: AdminCaller;
let actor: string;
beforeAll(async () => {
  database = await createTestDatabase();
  api = createTestApi(database);
  const { id, headers } = await signInTestOperator(database.db, 'admin');
  admin = createAdminCaller(api, headers);
  actor = `operator:${id}`;
});
afterAll(() => database.drop());

const read = (apiKey: string) => api.get('/stats', { 'X-API-Key': apiKey });
async function registerListed(): Promise<Registered & { id: string }> {
  const caller = await register(api);
  const { items } = (await admin.get(`/accounts?q=${caller.email}`)).body as { items: { id: string }[] };
  return { ...caller, id: items[0]?.id ?? '' };
}
const listed = async (query: string) => {
  const response = await admin.get(`/accounts?${query}`);
  expect(response.status, response.text).toBe(200);
  const { items, total } = response.body as { items: AdminAccountDetail[]; total: number };
  return { emails: items.map(({ email }) => email), items, total };
};
const lastAudit = async () => {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    'SELECT actor, action, entity_id, before, after FROM audit_log ORDER BY seq DESC LIMIT 1',
  );
  return rows[0];
};

describe('the list of accounts', () => {
  it('shows key, tier and usage, the newest first, and nothing secret', async () => {
    const ada = await registerListed();
    const eve = await registerListed();
    await takeCalls(database.db, { kind: 'account', id: ada.id }, { count: 7, limit: null });
    const { items, emails } = await listed('size=2');
    expect(emails).toEqual([eve.email, ada.email]);
    expect(items[1]).toEqual({
      id: ada.id,
      email: ada.email,
      tier: 'registered',
      status: 'active',
      created_at: expect.any(String),
      blocked_at: null,
      email_confirmed_at: null,
      awaits_confirmation: false,
      key: expect.objectContaining({ id: ada.keyId, prefix: ada.apiKey.slice(0, 8), status: 'active' }),
      quota: { limit: 100_000, used: 7, remaining: 99_993 },
      rate_limit: { per_minute: 600 },
      calls_today: 7,
    });
    expect(JSON.stringify(items)).not.toMatch(/pfk_\w{5,}|argon2/);
  });

  it('is found by part of an e-mail, by the start of a key, by tier and by state', async () => {
    const ada = await registerListed();
    const odd = await register(api, 'per_cent%sign@example.org');
    await insertAccount(database.db, 'partner');
    expect((await listed(`q=${ada.email.slice(0, -4).toUpperCase()}`)).emails).toContain(ada.email);
    expect((await listed('q=%25')).emails).toEqual([odd.email]);
    expect((await listed('q=r_c')).emails).toEqual([odd.email]);
    expect((await listed(`q=${ada.apiKey.slice(0, 8)}`)).emails).toEqual([ada.email]);
    // Pasted whole, a key is known by what is stored of it.
    expect((await listed(`q=${ada.apiKey}`)).emails).toEqual([ada.email]);
    expect((await listed('tier=partner')).total).toBe(1);
    expect((await listed('tier=partner&status=blocked')).emails).toEqual([]);
    expect((await listed('q=nobody-at-all')).emails).toEqual([]);
  });

  it('is ordered by e-mail, tier, age and calls, both ways', async () => {
    const [first, second] = ['order-a@example.org', 'order-b@example.org'];
    const one = await register(api, second);
    const other = await register(api, first);
    const { items } = await listed(`q=${one.email}`);
    await takeCalls(database.db, { kind: 'account', id: items[0]?.id ?? '' }, { count: 5, limit: null });
    const ways = async (sort: string) => [
      (await listed(`q=order-&sort=${sort}`)).emails,
      (await listed(`q=order-&sort=-${sort}`)).emails,
    ];
    expect(other.email).toBe(first);
    for (const [sort, up] of [
      ['email', [first, second]],
      ['created', [second, first]],
      ['calls_today', [first, second]],
    ] as const) {
      expect(await ways(sort), sort).toEqual([up, up.toReversed()]);
    }
    const tiers = (await listed('sort=tier&size=100')).items.map(({ tier }) => tier);
    expect(tiers).toEqual(tiers.toSorted());
  });

  it('is in pages that hold each account once', async () => {
    const { total } = await listed('size=1');
    const emails = [];
    for (let page = 1; page <= total; page += 1) emails.push(...(await listed(`size=1&page=${page}`)).emails);
    expect(new Set(emails).size).toBe(total);
    expect((await listed(`size=1&page=${total + 1}`)).emails).toEqual([]);
  });

  it.each([
    'status=gone',
    'q=%00',
    `q=${'x'.repeat(255)}`,
    'tier=%00',
    'page=0',
    'size=101',
    'q=a&q=b',
    'sort=id',
  ])('does not take %s', async (query) =>
    expectAdminError(await admin.get(`/accounts?${query}`), 400, 'invalid_parameter'),
  );
});

describe('an account', () => {
  it('has all its keys and its calls by day', async () => {
    const ada = await registerListed();
    const { email, password } = ada;
    await api.post('/account/regenerate', { email, password });
    await database.pool.query(
      `INSERT INTO account_usage_days (account_id, day, calls)
       SELECT $1, (now() AT TIME ZONE 'UTC')::date - n, n FROM unnest('{1,29,30}'::int[]) AS n`,
      [ada.id],
    );
    await takeCalls(database.db, { kind: 'account', id: ada.id }, { count: 3, limit: null });
    const detail = (await admin.get(`/accounts/${ada.id}`)).body as AdminAccountDetail;
    expect(detail.keys.map(({ status }) => status)).toEqual(['active', 'revoked']);
    expect(detail.keys[1]?.id).toBe(ada.keyId);
    expect(detail.usage_days.map(({ calls }) => calls)).toEqual([3, 1, 29]);
    expect(detail.calls_today).toBe(3);
  });

  it('gets another tier, which is in force at once', async () => {
    const ada = await registerListed();
    expect((await read(ada.apiKey)).status).toBe(200);
    const changed = await admin.patch(`/accounts/${ada.id}`, { tier: 'partner', holder_known: true });
    expect(changed.body).toMatchObject({ tier: 'partner', rate_limit: { per_minute: 3_000 } });
    expect(await lastAudit()).toEqual({
      actor,
      action: 'account.tier_changed',
      entity_id: ada.id,
      before: { tier: 'registered' },
      after: { tier: 'partner' },
    });
    const refused = await admin.patch(`/accounts/${ada.id}`, { tier: 'gold' });
    expectAdminError(refused, 400, 'validation_failed');
    expect(refused.body).toMatchObject({ error: { details: { fields: [{ field: 'tier' }] } } });
  });

  it('is blocked and unblocked: its key is refused at once, and it gets no new one meanwhile', async () => {
    const ada = await registerListed();
    const { email, password } = ada;
    expect((await read(ada.apiKey)).status).toBe(200);
    const blocked = await admin.post(`/accounts/${ada.id}/block`);
    expect(blocked.body).toMatchObject({ status: 'blocked', key: { status: 'revoked' } });
    expectError(await read(ada.apiKey), 401, 'invalid_api_key');
    expectError(await api.post('/account/regenerate', { email, password }), 403, 'forbidden');
    expectAdminError(await admin.post(`/accounts/${ada.id}/block`), 409, 'invalid_state');
    expect((await listed('status=blocked')).emails).toEqual([ada.email]);
    expect((await admin.post(`/accounts/${ada.id}/unblock`)).body).toMatchObject({ status: 'active' });
    expect((await api.post('/account/regenerate', { email, password })).status).toBe(200);
    expectAdminError(await admin.post(`/accounts/${ada.id}/unblock`), 409, 'invalid_state');
  });

  it.each(['get', 'patch', 'block', 'unblock'])('that is unknown is 404: %s', async (what) => {
    for (const id of [uuidV4(), 'no-uuid']) {
      const answers = {
        get: () => admin.get(`/accounts/${id}`),
        patch: () => admin.patch(`/accounts/${id}`, { tier: 'partner' }),
        block: () => admin.post(`/accounts/${id}/block`),
        unblock: () => admin.post(`/accounts/${id}/unblock`),
      };
      expectAdminError(await answers[what as keyof typeof answers](), 404, 'not_found');
    }
  });
});

describe('a key', () => {
  it('is revoked by its id, once, and its account may get a new one', async () => {
    const ada = await registerListed();
    expect((await read(ada.apiKey)).status).toBe(200);
    const revoked = await admin.delete(`/keys/${ada.keyId}`);
    expect(revoked.body).toMatchObject({ id: ada.keyId, account_id: ada.id, prefix: ada.apiKey.slice(0, 8) });
    expectError(await read(ada.apiKey), 401, 'invalid_api_key');
    expect(await lastAudit()).toMatchObject({ actor, action: 'key.revoked', entity_id: ada.keyId });
    expectAdminError(await admin.delete(`/keys/${ada.keyId}`), 409, 'invalid_state');
    expectAdminError(await admin.delete(`/keys/${uuidV4()}`), 404, 'not_found');
    const { email, password } = ada;
    expect((await api.post('/account/regenerate', { email, password })).status).toBe(200);
  });

  it('that leaked is revoked by its text, which is not repeated', async () => {
    const ada = await registerListed();
    const revoked = await admin.post('/keys/revoke-leaked', { key: ` ${ada.apiKey}\n` });
    expect(revoked.body).toMatchObject({ id: ada.keyId });
    expect(revoked.text).not.toContain(ada.apiKey);
    expectError(await read(ada.apiKey), 401, 'invalid_api_key');
    const { rows } = await database.pool.query('SELECT 1 FROM audit_log WHERE audit_log::text LIKE $1', [
      `%${ada.apiKey.slice(8)}%`,
    ]);
    expect(rows).toEqual([]);
    expectAdminError(await admin.post('/keys/revoke-leaked', { key: ada.apiKey }), 409, 'invalid_state');
    const unknown = await admin.post('/keys/revoke-leaked', { key: createKeyText() });
    expectAdminError(unknown, 404, 'not_found');
  });
});
